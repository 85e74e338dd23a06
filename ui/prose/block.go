package prose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A Style is how a stretch of text is set; styles combine.
type Style uint8

// The styles.
const (
	Strong   Style = 1 << iota // bold
	Emphasis                   // slanted, or dotted where the script has no slant
	Struck                     // struck through
	Code                       // code face
	Quiet                      // muted: what the widget says itself
)

// A Span is a stretch of text in one style. A URL makes it a link.
type Span struct {
	Text  string
	Style Style
	URL   string
}

// A Kind of block.
type Kind uint8

// The kinds of block.
const (
	Paragraph Kind = iota
	Heading
	CodeBlock
	Rule
	Table
)

// A Block is what stands on lines of its own.
type Block struct {
	Kind   Kind
	Level  int      // of a heading, from 1
	Depth  int      // how many lists it is in
	Quote  int      // how many quotations it is in
	Marker string   // "•", "3." or "☐" in front of the first line
	Tight  bool     // follows the block before it closely
	Lang   string   // of code
	Spans  []Span   // text; of code, one span
	Rows   [][]Cell // of a table; the first row is its head
}

// A Cell is a cell of a table.
type Cell struct {
	Spans []Span
	Align Align
}

// An Align of a table's column, or of paragraphs.
type Align uint8

// The alignments.
const (
	AlignLeft Align = iota
	AlignCentre
	AlignRight
)

// The markers that are drawn rather than written.
const (
	bullet      = "•"
	innerBullet = "◦"
	todo        = "☐"
	done        = "☑"
)

// Nesting beyond these is shown as these: a message may claim any depth.
const (
	maxDepth   = 6
	maxQuote   = 4
	maxColumns = 16
)

func equal(a, b Block) bool {
	return a.Kind == b.Kind && a.Level == b.Level && a.Depth == b.Depth && a.Quote == b.Quote &&
		a.Marker == b.Marker && a.Tight == b.Tight && a.Lang == b.Lang &&
		slices.Equal(a.Spans, b.Spans) && slices.EqualFunc(a.Rows, b.Rows, func(x, y []Cell) bool {
		return slices.EqualFunc(x, y, func(c, d Cell) bool { return c.Align == d.Align && slices.Equal(c.Spans, d.Spans) })
	})
}

// newMarkdown is the parser for messages: CommonMark with tables, struck text,
// task lists and bare links.
func newMarkdown() parser.Parser {
	return goldmark.New(goldmark.WithExtensions(
		extension.Strikethrough, extension.Table, extension.TaskList, extension.Linkify,
	)).Parser()
}

// Parse reads Markdown. The text must be clean. Line breaks of the source are
// kept, as in talk, and HTML is text. A text that is made to keep the parser
// busy is taken as it stands.
func Parse(source string) []Block {
	if !tame(source) {
		return Plain(source)
	}
	b := builder{src: []byte(source)}
	b.blocks(newMarkdown().Parse(text.NewReader(b.src)), frame{})
	return b.out
}

// Plain makes blocks of text that is no Markdown: a paragraph.
func Plain(source string) []Block {
	if strings.TrimSpace(source) == "" {
		return nil
	}
	return []Block{{Spans: []Span{{Text: strings.Trim(source, "\n")}}}}
}

// tame says whether a text has no more signs than the parser can pair within
// about 50 ms: its time grows with their square.
func tame(s string) bool {
	const (
		maxBrackets = 3_000 // in a paragraph
		maxStars    = 8_000
		maxNested   = 400 // quotations and lists begun on a line
	)
	brackets, stars := 0, 0
	for line := range strings.SplitSeq(s, "\n") {
		if strings.TrimSpace(line) == "" {
			brackets, stars = 0, 0
			continue
		}
		brackets += strings.Count(line, "[")
		stars += strings.Count(line, "*") + strings.Count(line, "_") + strings.Count(line, "~")
		text := strings.TrimLeft(line, " \t>-+*0123456789.)")
		nested := strings.Count(line[:len(line)-len(text)], ">") + strings.Count(line[:len(line)-len(text)], " ")
		if brackets > maxBrackets || stars > maxStars || nested > maxNested {
			return false
		}
	}
	return true
}

// A builder turns the parser's tree into blocks.
type builder struct {
	src []byte
	out []Block
}

// A frame is where in lists and quotations a node stands.
type frame struct {
	depth, quote int
	marker       string // for the next block
	tight        bool   // for the blocks of this frame
}

// add appends a block of the frame and uses up its marker.
func (b *builder) add(f *frame, blk Block) {
	blk.Depth, blk.Quote = min(f.depth, maxDepth), min(f.quote, maxQuote)
	blk.Marker, f.marker = f.marker, ""
	blk.Tight = f.tight
	b.out = append(b.out, blk)
}

// blocks appends the children of a node.
func (b *builder) blocks(n ast.Node, f frame) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		b.block(c, &f)
	}
	if f.marker != "" { // an item with nothing in it
		b.add(&f, Block{})
	}
}

func (b *builder) block(n ast.Node, f *frame) {
	switch n := n.(type) {
	case *ast.Heading:
		b.add(f, Block{Kind: Heading, Level: n.Level, Spans: b.spans(n)})
	case *ast.Blockquote:
		inner := *f
		inner.quote++
		b.blocks(n, inner)
		f.marker = ""
	case *ast.List:
		b.list(n, f)
	case *ast.FencedCodeBlock:
		b.add(f, Block{Kind: CodeBlock, Lang: clean(string(n.Language(b.src))), Spans: b.lines(n)})
	case *ast.CodeBlock:
		b.add(f, Block{Kind: CodeBlock, Spans: b.lines(n)})
	case *ast.HTMLBlock:
		spans := b.lines(n)
		if n.HasClosure() {
			spans[0].Text += "\n" + strings.TrimRight(string(n.ClosureLine.Value(b.src)), "\n")
		}
		spans[0].Style = 0
		b.add(f, Block{Spans: spans})
	case *ast.ThematicBreak:
		b.add(f, Block{Kind: Rule})
	case *east.Table:
		b.table(n, f)
	case *ast.LinkReferenceDefinition: // says where links go; shown with them
	default:
		if spans := b.spans(n); len(spans) > 0 {
			b.add(f, Block{Spans: spans})
		}
	}
}

// list appends the items of a list.
func (b *builder) list(n *ast.List, f *frame) {
	number, nested := n.Start, f.depth > 0
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		item := frame{depth: f.depth + 1, quote: f.quote, marker: bullet, tight: n.IsTight && (c != n.FirstChild() || nested)}
		if nested {
			item.marker = innerBullet
		}
		if n.IsOrdered() {
			item.marker = strconv.Itoa(number) + string(n.Marker)
			number++
		}
		if f.marker != "" { // a list that begins an item
			item.marker, f.marker = f.marker+" "+item.marker, ""
		}
		if box := taskBox(c); box != "" {
			item.marker = box
		}
		b.blocks(c, item)
	}
}

// taskBox is the box that an item begins with, if it does.
func taskBox(item ast.Node) string {
	if item.FirstChild() == nil {
		return ""
	}
	box, ok := item.FirstChild().FirstChild().(*east.TaskCheckBox)
	switch {
	case !ok:
		return ""
	case box.IsChecked:
		return done
	default:
		return todo
	}
}

// lines is the text of a block that is taken as it stands.
func (b *builder) lines(n ast.Node) []Span {
	var s strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		s.Write(line.Value(b.src))
	}
	return []Span{{Text: clean(strings.TrimRight(s.String(), "\n")), Style: Code}}
}

// table appends a table.
func (b *builder) table(n *east.Table, f *frame) {
	blk := Block{Kind: Table}
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		var row []Cell
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			cell := Cell{Spans: b.spans(c)}
			if tc, ok := c.(*east.TableCell); ok {
				cell.Align = align(tc.Alignment)
			}
			if len(row) == maxColumns { // the rest is read in the last one
				last := &row[maxColumns-1]
				last.Spans = append(append(last.Spans, Span{Text: " | "}), cell.Spans...)
				continue
			}
			row = append(row, cell)
		}
		blk.Rows = append(blk.Rows, row)
	}
	b.add(f, blk)
}

func align(a east.Alignment) Align {
	switch a {
	case east.AlignCenter:
		return AlignCentre
	case east.AlignRight:
		return AlignRight
	default:
		return AlignLeft
	}
}
