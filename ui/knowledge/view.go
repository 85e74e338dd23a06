package knowledge

import (
	"strconv"
	"strings"

	"yumori/internal/document"
	"yumori/retrieval/library"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A KnowledgeState is everything the page of the knowledge shows.
type KnowledgeState struct {
	name    string // of the persona
	base    library.Base
	read    bool            // base has been read
	err     error           // why it could not be
	own     map[string]bool // files that the user declared to be their own
	Copying []string
	Refused []error // why files were not taken, newest first
	query   string
	found   []library.Passage
	foundBy string // the query that found them
	failed  error  // why the search failed
}

// A KnowledgeModel is a KnowledgeState in words.
type KnowledgeModel struct {
	summary  string
	Empty    bool
	troubles []page.TroubleModel
	files    []PaperModel
	copying  []string
	search   passagesModel
}

// A PaperModel is a file that was given to read.
type PaperModel struct {
	name  string
	about string  // kind, pages, passages, size, when
	state string  // how far it is, or what is wrong; "" all is well
	next  string  // what to do about it
	bad   bool    // state is about something wrong
	Part  float32 // of it that is read; below 0 it is not being read
	stop  bool    // the reading can be stopped
	again bool    // it can be read again
	own   bool    // the user declared it to be their own
}

// A passagesModel is what a search in the knowledge found.
type passagesModel struct {
	open    bool // there is a query
	summary string
	bad     bool
	list    []passageModel
}

// A passageModel is a passage that was found.
type passageModel struct {
	head   string // file and place
	text   string
	ranges [][2]int
}

// KnowledgeView puts the page into words. It is pure.
func KnowledgeView(s KnowledgeState, w page.Words) KnowledgeModel {
	m := KnowledgeModel{copying: s.Copying, search: passagesView(s, w)}
	for i, err := range s.Refused {
		e := w.Explain(err)
		m.troubles = append(m.troubles, page.TroubleModel{What: e.What, Next: e.Next, Dismiss: i + 1})
	}
	if s.err != nil {
		e := w.Explain(s.err)
		m.troubles = append(m.troubles, page.TroubleModel{What: e.What, Next: e.Next, Details: e.Details})
		return m
	}
	passages := 0
	for _, f := range s.base.Files {
		paper := paperView(f, w)
		if paper.own = s.own[f.Name]; paper.own {
			paper.about += page.Separator + w.T("own.yours")
		}
		m.files = append(m.files, paper)
		passages += f.Chunks
	}
	m.Empty = s.read && len(s.base.Files) == 0 && len(s.Copying) == 0
	if n := len(s.base.Files); n > 0 {
		m.summary = w.N("knowledge.files", n) + page.Separator + w.N("knowledge.passages", passages)
	}
	return m
}

// paperView puts one file into words.
func paperView(f library.File, w page.Words) PaperModel {
	m := PaperModel{name: f.Name, Part: -1}
	about := []string{paperKind(w, f)}
	if f.Pages > 0 && f.State != library.Reading {
		about = append(about, w.N("knowledge.pages", f.Pages))
	}
	if f.State == library.Indexed {
		about = append(about, w.N("knowledge.passages", f.Chunks))
	}
	about = append(about, w.Size(f.Size), w.Moment(f.Added.Local()))
	m.about = strings.Join(about, page.Separator)
	switch f.State {
	case library.Waiting:
		m.state = w.T("knowledge.waiting")
	case library.Reading:
		m.Part, m.stop, m.state = 0, true, w.T("knowledge.reading")
		if f.Pages > 0 {
			m.Part = float32(f.Done) / float32(f.Pages)
			m.state = w.T("knowledge.reading.page", "page", strconv.Itoa(f.Done), "pages", strconv.Itoa(f.Pages))
		}
	case library.Unread:
		m.bad, m.again = true, true
		if f.Problem != nil {
			m.state, m.next = w.KnowledgeProblem(f.Problem)
		}
	case library.Indexed:
		m.state = halfRead(w, f)
	}
	return m
}

// halfRead says what of a file that was read is not searched.
func halfRead(w page.Words, f library.File) string {
	var parts []string
	if f.Unread > 0 {
		parts = append(parts, w.N("knowledge.unread", f.Unread))
	}
	if f.Cut {
		parts = append(parts, w.T("knowledge.cut"))
	}
	return strings.Join(parts, " ")
}

// paperKind names the kind of a file, with the encoding where that is not the
// usual one.
func paperKind(w page.Words, f library.File) string {
	kind, _ := document.KindOf(f.Name)
	name := map[document.Kind]string{
		document.PDF: w.T("knowledge.type.pdf"), document.Markdown: w.T("knowledge.type.markdown"), document.Plain: w.T("knowledge.type.text"),
	}[kind]
	if f.Encoding != "" && f.Encoding != "UTF-8" {
		name += " (" + f.Encoding + ")"
	}
	return name
}

// passagesView puts a search into words.
func passagesView(s KnowledgeState, w page.Words) passagesModel {
	m := passagesModel{open: strings.TrimSpace(s.query) != ""}
	switch {
	case !m.open:
		return passagesModel{}
	case s.failed != nil:
		m.summary, m.bad = w.Explain(s.failed).Sentence(), true
		return m
	case s.foundBy != s.query:
		m.summary = w.T("knowledge.searching")
	case len(s.found) == 0:
		m.summary = w.T("knowledge.none", "query", widget.Shorten(s.query, 40))
	default:
		m.summary = w.N("knowledge.found", len(s.found))
	}
	for _, p := range s.found {
		m.list = append(m.list, passageModel{head: passagePlace(w, p), text: p.Text, ranges: p.Ranges})
	}
	return m
}

// passagePlace says where a passage stands.
func passagePlace(w page.Words, p library.Passage) string {
	switch {
	case p.Page > 0:
		return w.T("knowledge.at.page", "file", p.File, "page", strconv.Itoa(p.Page))
	case p.Last > p.Line:
		return w.T("knowledge.at.lines", "file", p.File, "from", strconv.Itoa(p.Line), "to", strconv.Itoa(p.Last))
	}
	return w.T("knowledge.at.line", "file", p.File, "line", strconv.Itoa(p.Line))
}
