package rag

import (
	"strings"
	"unicode/utf8"

	"yumori/internal/llm"
)

// Sizes of chunks of Markdown, in tokens as llm.EstimateTokens counts them.
const (
	markdownSize    = 400
	markdownOverlap = 80
)

// markdownChunks cuts Markdown at headings, and sections longer than a chunk
// between their blocks. A fenced code block stays whole unless it alone is
// longer than four chunks.
func markdownChunks(text string) []span {
	var out []span
	var open []span // the blocks of the chunk being filled
	size := 0
	flush := func() {
		if len(open) > 0 {
			out = addPiece(out, trim(text, span{open[0].start, open[len(open)-1].end}))
		}
	}
	for _, b := range blocks(text) {
		n := llm.EstimateTokens(text[b.start:b.end])
		switch {
		case b.heading:
			flush()
			open, size = open[:0], 0
		case size+n > markdownSize && len(open) > 0:
			flush()
			open, size = tail(text, open)
		}
		if n > markdownSize && !b.fence || n > 4*markdownSize {
			flush()
			open, size = open[:0], 0
			out = append(out, cut(text, b.span, charactersOf(text[b.start:b.end], markdownSize), charactersOf(text[b.start:b.end], markdownOverlap))...)
			continue
		}
		open, size = append(open, b.span), size+n
	}
	flush()
	return out
}

// charactersOf returns how many characters of s make n tokens.
func charactersOf(s string, n int) int {
	return max(2, utf8.RuneCountInString(s)*n/max(1, llm.EstimateTokens(s)))
}

// tail returns the last blocks that fit into the overlap, to begin the next
// chunk with.
func tail(text string, open []span) ([]span, int) {
	size, i := 0, len(open)
	for i > 1 {
		n := llm.EstimateTokens(text[open[i-1].start:open[i-1].end])
		if size+n > markdownOverlap {
			break
		}
		size += n
		i--
	}
	return append([]span(nil), open[i:]...), size
}

// A block is a paragraph, a heading or a fenced code block.
type block struct {
	span
	heading, fence bool
}

// blocks splits Markdown into blocks by its lines.
func blocks(text string) []block {
	var out []block
	current, fence := block{}, ""
	end := func(at int) {
		if current.end = at; strings.TrimSpace(text[current.start:at]) != "" {
			out = append(out, current)
		}
		current = block{span: span{start: at}}
	}
	for at := 0; at < len(text); {
		next := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		line := strings.TrimSpace(text[at:next])
		switch mark := fenceMark(line); {
		case fence != "":
			if mark != "" && strings.HasPrefix(line, fence) {
				fence = ""
				end(next)
			}
		case mark != "":
			end(at)
			current.fence, fence = true, mark
		case isHeading(line):
			end(at)
			current.heading = true
			end(next)
		case line == "":
			end(next)
		}
		at = next
	}
	end(len(text))
	return out
}

// fenceMark returns the run of backquotes or tildes that opens a fence.
func fenceMark(line string) string {
	for _, c := range [...]string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

func isHeading(line string) bool {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	return n >= 1 && n <= 6 && (len(line) == n || line[n] == ' ')
}
