package prompt

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/agent"
	"yumori/internal/llm"
	"yumori/internal/tools"
	"yumori/persona"
)

// layerSkills is the index of the skills that are enabled.
const layerSkills = "skills"

// skillsShown is how much of the index is in a prompt, in characters.
const skillsShown = 4_000

// A Skill is a skill that is enabled, as the index in the prompt has it.
type Skill struct{ Name, About string }

// addSkills takes in the index of what is enabled, where the tool is offered
// that reads it.
func (d *draft) addSkills(context.Context) error {
	if !d.p.Tools[tools.ReadSkill] {
		return nil
	}
	data := struct {
		Mark  string
		Lines []Skill
		More  int
	}{Mark: "skills-" + strings.ToLower(string(d.User.ID))}
	room := skillsShown
	for _, l := range d.c.opt.Skills() {
		if room -= utf8.RuneCountInString(l.Name + l.About); room < 0 {
			data.More++
			continue
		}
		l.Name, l.About = strings.ReplaceAll(l.Name, data.Mark, "…"), strings.ReplaceAll(l.About, data.Mark, "…")
		data.Lines = append(data.Lines, l)
	}
	texts, err := Texts(d.c.opt.Persona.Profile().Language)
	if err != nil || len(data.Lines) == 0 {
		return err
	}
	text, err := Render(texts, layerSkills, data)
	if err != nil {
		return err
	}
	d.p.Outside.Ours(text)
	d.add(Section{Name: layerSkills, Text: text, Count: len(data.Lines)}, nil)
	return nil
}

// addSpecs chooses the tools that are offered: all of them if their
// descriptions take at most specShare of the window, else the few that a
// persona cannot keep its memory without, else none. It comes first, for what is
// not offered is not spoken of.
func (d *draft) addSpecs(context.Context) error {
	d.p.Tools = map[string]bool{}
	it := d.add(Section{Name: SectionSpecs, Owner: "tools", Part: PartTools}, nil)
	all := d.offered(func(string) bool { return true })
	room := int(specShare * float64(d.window.Tokens))
	for _, choose := range []func(string) bool{
		func(string) bool { return true }, essential, func(string) bool { return false },
	} {
		specs := d.offered(choose)
		n := d.scale.Request(llm.Request{Tools: specs})
		if !d.info.Rules && len(specs) > len(d.Extra) && (n > room || d.mode == persona.Minimal) {
			continue
		}
		if of := d.scale.Request(llm.Request{Tools: all}); n < of {
			it.Cuts = []Cut{{What: SectionSpecs, Left: of - n, Of: of, Why: CutWindow}}
		}
		for _, s := range specs {
			d.p.Tools[s.Name] = true
		}
		it.Tokens = n
		break
	}
	return nil
}

// offered returns the descriptions of the chosen tools that there are in this
// turn: where text of others is in the prompt, some are not.
func (d *draft) offered(choose func(name string) bool) []llm.ToolSpec {
	if d.info.Toolless {
		return nil
	}
	specs := slices.Clone(d.Extra)
	for _, t := range d.c.opt.Tools(&d.p) {
		if choose(t.Spec.Name) {
			specs = append(specs, t.Spec)
		}
	}
	return specs
}

// tellSpecs writes down what is offered, once all that goes into the prompt is
// known.
func (d *draft) tellSpecs() {
	it := d.item(SectionSpecs)
	specs := d.offered(func(name string) bool { return d.p.Tools[name] })
	var b strings.Builder
	for _, s := range specs {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n%s\n\n", s.Name, s.Description, s.Schema)
	}
	it.Text = strings.TrimSpace(b.String())
	it.Tokens, it.Size, it.Count = d.scale.Request(llm.Request{Tools: specs}), utf8.RuneCountInString(it.Text), len(specs)
}

// SpecsOf returns what tools say of themselves.
func SpecsOf(list []agent.Tool) []llm.ToolSpec {
	var specs []llm.ToolSpec
	for _, t := range list {
		specs = append(specs, t.Spec)
	}
	return specs
}

// essential reports whether a tool is offered in a window that has no room for
// all of them: what writes what is always in the prompt, and what looks up.
func essential(tool string) bool {
	switch tool {
	case "edit_core_memory", "edit_notepad", "memory_write", "recall_memories", "search_knowledge_base", tools.ReadSkill:
		return true
	}
	return false
}
