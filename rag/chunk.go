package rag

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"yumori/internal/llm"
)

// chunkVersion names the rules that cut texts; it is part of the manifest.
const chunkVersion = "1"

// Sizes of chunks of plain text, in characters (user-perceived ones).
const (
	plainSize    = 300
	plainOverlap = 50
)

// A span is a piece of a document's text, in bytes.
type span struct{ start, end int }

// chunks cuts the text of a document.
func chunks(d Document) []span {
	if d.Format == Markdown {
		return markdownChunks(d.Text)
	}
	return cut(d.Text, span{0, len(d.Text)}, plainSize, plainOverlap)
}

// How good a place is to cut at, from the worst.
const (
	cutAnywhere = iota // between two characters
	cutSpace
	cutClause
	cutLine
	cutSentence
	cutParagraph
)

// A place is one possible cut.
type place struct {
	at   int // byte offset; what stands before belongs to the left
	rank int
}

// cut cuts text[within] into pieces of at most size characters, at the best
// place of each piece's second half; each begins up to overlap characters
// before the last one's end, at a place no worse than a space where there is
// one. A character is never cut. Blank pieces are left out.
func cut(text string, within span, size, overlap int) []span {
	within = trim(text, within)
	if within.start >= within.end {
		return nil
	}
	if utf8.RuneCountInString(text[within.start:within.end]) <= size {
		return []span{within}
	}
	places := placesOf(text, within)
	var out []span
	from := 0 // index into places of the piece's first character
	start := within.start
	for len(places)-from > size {
		best := bestPlace(places[from+size/2:from+size]) + from + size/2
		out = addPiece(out, trim(text, span{start, places[best].at}))
		next := best - overlap + bestStart(places[best-overlap:best+1])
		from, start = next+1, places[next].at
	}
	return addPiece(out, trim(text, span{start, within.end}))
}

// addPiece adds a piece that is not blank. Of two that overlap one may have all
// that the other has, where white space is long or the overlap is followed by a
// block too long for it: only the one that has more stays.
func addPiece(out []span, piece span) []span {
	n := len(out)
	switch {
	case piece.start >= piece.end || n > 0 && piece.end <= out[n-1].end:
		return out
	case n > 0 && piece.start == out[n-1].start:
		out = out[:n-1]
	}
	return append(out, piece)
}

// bestPlace returns the index of the last of the best places.
func bestPlace(places []place) int {
	best := 0
	for i, p := range places {
		if p.rank >= places[best].rank {
			best = i
		}
	}
	return best
}

// bestStart returns the index of the first place where a word begins, or the
// last place when there is none.
func bestStart(places []place) int {
	for i, p := range places {
		if p.rank >= cutSpace {
			return i
		}
	}
	return len(places) - 1
}

// placesOf returns the place after every character of text[within].
func placesOf(text string, within span) []place {
	var out []place
	state, rest, at := -1, text[within.start:within.end], within.start
	for len(rest) > 0 {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		at += len(cluster)
		out = append(out, place{at: at, rank: rankAfter(cluster, rest)})
	}
	return out
}

// rankAfter returns how good a cut between a character and what follows is.
func rankAfter(c, rest string) int {
	switch c {
	case "\n", "\r\n":
		if strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "\r\n") {
			return cutAnywhere // the last line break of a paragraph's end is the place
		}
		return cutLine
	case "。", "！", "？", "．", "」", "』", "）":
		if next, _ := utf8.DecodeRuneInString(rest); strings.ContainsRune("。！？」』）、", next) {
			return cutAnywhere
		}
		if c == "」" || c == "』" || c == "）" {
			return cutClause
		}
		return cutSentence
	case ".", "!", "?", "…":
		if rest == "" || strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "\n") {
			return cutSentence
		}
	case "、", "，", ",", ";", ":", "；", "：":
		return cutClause
	case " ", "　", "\t":
		return cutSpace
	}
	return cutAnywhere
}

// trim drops white space at both ends of a span.
func trim(text string, s span) span {
	part := text[s.start:s.end]
	left := len(part) - len(strings.TrimLeft(part, " \t\r\n　"))
	right := len(part) - len(strings.TrimRight(part, " \t\r\n　"))
	if left == len(part) {
		return span{s.start, s.start}
	}
	return span{s.start + left, s.end - right}
}

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
