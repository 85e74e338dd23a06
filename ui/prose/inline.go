package prose

import (
	"html"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// spans is the text inside a node.
func (b *builder) spans(n ast.Node) []Span {
	w := inlines{src: b.src}
	w.children(n, Span{})
	return w.out
}

// An inlines collects spans.
type inlines struct {
	src []byte
	out []Span
}

// add appends text in the style and with the link of like.
func (w *inlines) add(s string, like Span) {
	if s == "" {
		return
	}
	if n := len(w.out); n > 0 && w.out[n-1].Style == like.Style && w.out[n-1].URL == like.URL {
		w.out[n-1].Text += s
		return
	}
	like.Text = s
	w.out = append(w.out, like)
}

func (w *inlines) children(n ast.Node, like Span) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.node(c, like)
	}
}

func (w *inlines) node(n ast.Node, like Span) {
	switch n := n.(type) {
	case *ast.Text:
		w.text(n, like)
	case *ast.String:
		w.add(clean(string(n.Value)), like)
	case *ast.CodeSpan:
		like.Style |= Code
		w.raw(n, like)
	case *ast.Emphasis:
		if n.Level == 1 {
			like.Style |= Emphasis
		} else {
			like.Style |= Strong
		}
		w.children(n, like)
	case *east.Strikethrough:
		like.Style |= Struck
		w.children(n, like)
	case *ast.Link:
		w.link(n, like)
	case *ast.AutoLink:
		like.URL = safeURL(string(n.URL(w.src)))
		if n.AutoLinkType == ast.AutoLinkEmail {
			like.URL = safeURL("mailto:" + string(n.Label(w.src)))
		}
		w.add(clean(string(n.Label(w.src))), like)
	case *ast.Image:
		w.image(n, like)
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			seg := n.Segments.At(i)
			w.add(clean(string(seg.Value(w.src))), like)
		}
	case *east.TaskCheckBox: // the item's marker shows it
	default:
		w.children(n, like)
	}
}

// text appends a piece of text; the ends of its line are kept.
func (w *inlines) text(n *ast.Text, like Span) {
	s := string(n.Segment.Value(w.src))
	if !n.IsRaw() {
		s = unescape(s)
	}
	if n.SoftLineBreak() || n.HardLineBreak() {
		s += "\n"
	}
	w.add(clean(s), like)
}

// raw appends text in which nothing has a meaning.
func (w *inlines) raw(n ast.Node, like Span) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			w.add(clean(strings.ReplaceAll(string(t.Segment.Value(w.src)), "\n", " ")), like)
		}
	}
}

// link appends a link. Where it goes is in sight when its text names another
// place, or a place that is not opened.
func (w *inlines) link(n *ast.Link, like Span) {
	dest := clean(unescape(string(n.Destination)))
	if like.URL = safeURL(dest); like.URL == "" {
		w.children(n, like)
		w.add(" ("+dest+")", like)
		return
	}
	from := len(w.out)
	w.children(n, like)
	var label strings.Builder
	for _, s := range w.out[min(from, len(w.out)):] {
		label.WriteString(s.Text)
	}
	if misleads(label.String(), like.URL) {
		w.add(" ("+like.URL+")", Span{Style: like.Style | Quiet, URL: like.URL})
	}
}

// image appends the name of a picture, which is not loaded.
func (w *inlines) image(n *ast.Image, like Span) {
	like.Style |= Quiet
	w.add("🖼 ", like)
	w.children(n, like)
	w.add(" ("+clean(unescape(string(n.Destination)))+")", like)
}

// safeURL is the address if it may be handed out, else "": only http, https
// and mailto.
func safeURL(s string) string {
	s = clean(s)
	u, err := url.Parse(s)
	if err != nil || strings.ContainsAny(s, " \n\t") {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Host == "" {
			return ""
		}
		return s
	case "mailto":
		return s
	default:
		return ""
	}
}

// misleads says whether a label reads as an address of another host than the
// link's, or as nothing at all.
func misleads(label, dest string) bool {
	label = strings.TrimSpace(label)
	if label == "" {
		return true
	}
	if label == dest || strings.ContainsAny(label, " \n") {
		return false
	}
	at := label
	if !strings.Contains(at, "://") {
		at = "https://" + at
	}
	l, err := url.Parse(at)
	if err != nil || !strings.Contains(l.Hostname(), ".") {
		return false
	}
	d, err := url.Parse(dest)
	return err != nil || !strings.EqualFold(strings.TrimPrefix(l.Hostname(), "www."), strings.TrimPrefix(d.Hostname(), "www."))
}

// unescape resolves Markdown's backslashes and HTML's character references.
func unescape(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && punct(s[i+1]):
			b.WriteByte(s[i+1])
			i += 2
		case c == '&':
			const longest = 34
			end := strings.IndexByte(s[i:min(len(s), i+longest)], ';')
			if end < 0 {
				b.WriteByte('&')
				i++
				continue
			}
			b.WriteString(html.UnescapeString(s[i : i+end+1]))
			i += end + 1
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// punct says whether c is ASCII punctuation.
func punct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
