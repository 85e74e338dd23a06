package library

import (
	"strings"
	"unicode/utf8"

	"yumori/internal/document"
	"yumori/internal/memory"
	"yumori/rag"
	"yumori/retrieval/source"
)

// unitSize is about how many characters of a document are indexed as one: a
// search finds each part by the best of its chunks.
const unitSize = 1_500

// A docPart is a part of a document.
type docPart struct {
	page int // 0: the document has none
	line int // of the file, from 1; 0 when there are pages
	text string
}

// passagesOf makes documents for the index of what a file holds.
func passagesOf(file string, kind document.Kind, text document.Text) []rag.Document {
	var docs []rag.Document
	for _, p := range text.Pages {
		for _, u := range unitsOf(kind, p) {
			d := rag.Document{
				Type: rag.TypeKnowledge, Kind: memory.Imported, Source: memory.Place{File: file, Line: u.line, Page: u.page}, Text: u.text,
			}
			if kind == document.Markdown {
				d.Format = rag.Markdown
			}
			d.ID = d.Source.String()
			docs = append(docs, d)
		}
	}
	source.Unlike(docs)
	return docs
}

// unitsOf cuts a page, or a text without pages, between paragraphs, and before
// the headings of Markdown.
func unitsOf(kind document.Kind, p document.Page) []docPart {
	c := cutter{page: p.Number}
	number, size, fenced := 0, 0, false
	for l := range strings.Lines(p.Text) {
		number++
		bare := strings.TrimSpace(l)
		heading := kind == document.Markdown && !fenced && strings.HasPrefix(bare, "#")
		room := size + utf8.RuneCountInString(l)
		switch {
		case heading, room > 2*unitSize, room > unitSize && !fenced && c.atBreak(bare):
			c.end()
			size = 0
		}
		if kind == document.Markdown && (strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~")) {
			fenced = !fenced
		}
		for _, part := range partsOf(l) {
			c.add(number, part)
		}
		size += utf8.RuneCountInString(l)
	}
	c.end()
	return c.units
}

// A cutter gathers lines into units.
type cutter struct {
	page  int
	units []docPart
	open  strings.Builder
	first int // line of what is open
	last  string
}

// atBreak reports whether a part may end before a line.
func (c *cutter) atBreak(next string) bool {
	return next == "" || c.last == "" || strings.HasSuffix(c.last, "。") || strings.HasSuffix(c.last, ".")
}

func (c *cutter) add(number int, text string) {
	if utf8.RuneCountInString(text) > unitSize && c.open.Len() > 0 {
		c.end()
	}
	if c.open.Len() == 0 {
		if strings.TrimSpace(text) == "" {
			return
		}
		c.first = number
	}
	c.open.WriteString(text)
	c.last = strings.TrimSpace(text)
	if c.open.Len() > 16*unitSize {
		c.end()
	}
}

func (c *cutter) end() {
	if text := strings.TrimRight(c.open.String(), " \t\n　"); strings.TrimSpace(text) != "" {
		u := docPart{page: c.page, line: c.first, text: text}
		if c.page > 0 {
			u.line = 0
		}
		c.units = append(c.units, u)
	}
	c.open.Reset()
	c.last = ""
}

// partsOf cuts a line that is longer than a part: some texts are one line.
func partsOf(l string) []string {
	if len(l) <= 2*unitSize {
		return []string{l}
	}
	var parts []string
	var b strings.Builder
	n := 0
	for _, r := range l {
		b.WriteRune(r)
		if n++; n >= unitSize && (strings.ContainsRune("。！？.!? 　", r) || n >= 2*unitSize) {
			parts = append(parts, b.String())
			b.Reset()
			n = 0
		}
	}
	if b.Len() > 0 {
		parts = append(parts, b.String())
	}
	return parts
}
