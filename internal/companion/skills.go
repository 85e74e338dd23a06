package companion

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
)

// SkillsDir holds a persona's skills, a folder each with a SKILL.md.
const SkillsDir = "skills"

// A Skill is a text that teaches the persona to do something.
type Skill struct {
	MemoryFile
	Title string // the name in its front matter, else that of its folder
	About string // the description in its front matter, "" it has none
}

// skillHead is how much of a file is looked at for its front matter.
const skillHead = 4 << 10 // bytes

// Skills lists the skills, by title. Cost: it reads each.
func (c *Companion) Skills(ctx context.Context) ([]Skill, error) {
	entries, err := c.dir.List(SkillsDir)
	if err != nil {
		return nil, fmt.Errorf("look into %s: %w", SkillsDir, err)
	}
	var list []Skill
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !e.IsDir {
			continue
		}
		files, err := c.textsIn(path.Join(SkillsDir, e.Name), skillFile)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			s := Skill{MemoryFile: f, Title: e.Name}
			if data, err := c.dir.Read(f.Name); err == nil {
				s.Title, s.About = skillWords(string(data[:min(len(data), skillHead)]), e.Name)
			}
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Skill) int { return strings.Compare(a.Title+a.Name, b.Title+b.Name) })
	return list, nil
}

// skillWords reads name and description from the front matter of a skill: what
// stands between two lines of "---", one "key: value" a line, a value going on
// in lines that are indented.
func skillWords(text, folder string) (title, about string) {
	title = folder
	lines := strings.Split(strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\r\n", "\n"), "\n")
	if strings.TrimSpace(lines[0]) != "---" {
		return title, ""
	}
	values, key := map[string]string{}, ""
	for _, l := range lines[1:] {
		if strings.TrimSpace(l) == "---" {
			if values["name"] != "" {
				title = values["name"]
			}
			return firstLine(title, folder), firstLine(values["description"], "")
		}
		name, value, ok := strings.Cut(l, ":")
		switch {
		case strings.HasPrefix(l, " ") || strings.HasPrefix(l, "\t"):
			values[key] = strings.TrimSpace(values[key] + " " + strings.TrimSpace(l))
		case ok:
			key = strings.TrimSpace(name)
			values[key] = unquoted(strings.TrimSpace(value))
		}
	}
	return title, "" // no end: it is text like any
}

// unquoted is a value without the marks that YAML puts around or before it.
func unquoted(s string) string {
	if strings.Trim(s, "|>+-") == "" {
		return ""
	}
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
