package chat

import (
	"path"
	"strconv"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/prompt"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A PromptModel is a whole prompt in words.
type PromptModel struct {
	who      string
	window   string
	sum      string
	left     []string // what was left out, and why
	Sections []PromptSection
	wordless string // said where the words are not kept any more
	All      string // all of it, to be copied
}

// A PromptSection is a part of a prompt.
type PromptSection struct {
	name string
	bar  widget.BarModel
	rule string   // whether it may be cut, and which files are in it
	cuts []string // what was left out of it, and why
	text string   // as it is sent
}

// promptView puts a plan into words. It is pure.
func promptView(p prompt.Plan, w page.Words) PromptModel {
	m := PromptModel{who: p.Model}
	if p.Window.Tokens > 0 {
		m.window = w.Window(p.Window)
	}
	m.sum = w.N("prompt.sum", p.Tokens)
	if p.Answer > 0 {
		m.sum = w.N("prompt.sum.answer", p.Tokens, "answer", page.Thousands(p.Answer))
	}
	most := 1
	for _, s := range p.Sections {
		most = max(most, s.Tokens)
	}
	var all strings.Builder
	var left []prompt.FileLeft
	for _, s := range p.Sections {
		if s.Tokens == 0 && len(s.Cuts) == 0 {
			continue
		}
		section := sectionOf(w, s)
		if s.Name == prompt.SectionTalk {
			section.text = talk(w, p.Talk)
		}
		section.bar.Share = float32(s.Tokens) / float32(most)
		for _, c := range s.Cuts {
			cut := planCut(w, s, c, p.Window)
			section.cuts, left = append(section.cuts, fileLeft(w, cut)), append(left, cut)
		}
		m.Sections = append(m.Sections, section)
		if section.text != "" {
			all.WriteString("── " + section.bar.Name + page.Separator + section.bar.Size + "\n" + section.text + "\n\n")
		}
	}
	m.left = filesLeft(w, left)
	if m.All = all.String(); m.All == "" && len(m.Sections) > 0 {
		m.wordless = w.T("prompt.wordless")
	}
	return m
}

// sectionOf puts one section into words.
func sectionOf(w page.Words, s prompt.Section) PromptSection {
	m := PromptSection{name: s.Name, text: s.Text}
	m.bar = widget.BarModel{Name: layer(w, s.Name), Size: w.N("prompt.tokens", s.Tokens)}
	m.rule = w.T("prompt.whole")
	if s.Rank > 0 {
		m.rule = w.T("prompt.rank", "rank", strconv.Itoa(s.Rank))
	}
	if len(s.Files) > 0 {
		m.rule += page.Separator + strings.Join(s.Files, w.T("list.and"))
	}
	return m
}

// talk is the conversation as it is sent, one message below the other.
func talk(w page.Words, list []prompt.Message) string {
	var b strings.Builder
	for _, m := range list {
		who := w.T("prompt.persona")
		if m.Role == llm.RoleUser {
			who = w.T("prompt.user")
		}
		b.WriteString("— " + who + "\n" + m.Text + "\n\n")
	}
	return strings.TrimSpace(b.String())
}

// planCut is what was left out of a section.
func planCut(w page.Words, s prompt.Section, c prompt.Cut, window llm.Window) prompt.FileLeft {
	what := c.What
	if what == s.Name {
		what = layer(w, s.Name)
	}
	percent := 100
	if c.Of > 0 {
		percent = min(100, max(1, (100*c.Left+c.Of/2)/c.Of))
	}
	return prompt.FileLeft{File: what, Percent: percent, Why: c.Why, Window: window.Tokens}
}

// filesLeft says how much of files does not reach the model: a line for each
// reason.
func filesLeft(w page.Words, list []prompt.FileLeft) []string {
	type reason struct {
		why    string
		window int
	}
	var order []reason
	of := map[reason][]prompt.FileLeft{}
	for _, l := range list {
		r := reason{l.Why, l.Window}
		if of[r] == nil {
			order = append(order, r)
		}
		of[r] = append(of[r], l)
	}
	var lines []string
	for _, r := range order {
		files := of[r]
		if len(files) == 1 {
			lines = append(lines, fileLeft(w, files[0]))
			continue
		}
		parts := make([]string, len(files))
		for i, l := range files {
			parts[i] = w.T("left.item", "file", path.Base(l.File), "percent", strconv.Itoa(l.Percent))
		}
		key := "left.many.window"
		if r.why == prompt.CutFile {
			key = "left.many.file"
		}
		lines = append(lines, w.T(key, "files", strings.Join(parts, w.T("list.and")), "n", page.Thousands(r.window)))
	}
	return lines
}

// fileLeft says how much of a file does not reach the model, and why.
func fileLeft(w page.Words, l prompt.FileLeft) string {
	key := "left.window"
	switch {
	case l.Why == prompt.CutFile:
		key = "left.file"
	case l.Percent >= 100:
		key = "left.all"
	}
	return w.T(key, "file", path.Base(l.File), "percent", strconv.Itoa(l.Percent), "n", page.Thousands(l.Window))
}
