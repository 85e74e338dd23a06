package model

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"yumori/dreaming/rules"
	"yumori/internal/lang"
	"yumori/internal/llm"
)

// mayLose is the share of a page's statements that a new text may be without,
// by docs/dream.md.
const mayLose = 0.2

// Consolidate tells an entity's page anew, merged and shorter: by the model, in
// one call, or by rules as Reflect does. A text that would lose more than a
// fifth of the statements is refused and the page stays as it is. Of the
// Material only the names and the language count. What a later statement of the
// page contradicts is asserted no more: the page says until when it was so.
func Consolidate(ctx context.Context, m llm.Model, in rules.Material, page rules.Known) (rules.Consolidation, error) {
	statements := rules.Statements(page.Text)
	over := page.Superseded(in.User)
	plain := func(a rules.Account) rules.Consolidation {
		c := page.Consolidate(over)
		c.Account = a.ByRules()
		return c
	}
	if !Ready(m) || len(statements) < 2 {
		return plain(rules.Account{}), ctx.Err()
	}
	t := task{name: "consolidate", schema: consolidateSchema, keys: []string{"text"}, page: string(page.Name)}
	t.record = strings.TrimSpace(part(oneName(string(page.Name)), page.Text))
	o, a, err := t.ask(ctx, m, in)
	if err != nil {
		return rules.Consolidation{Account: a}, fmt.Errorf("consolidate %s: %w", page.Name, err)
	}
	if o == nil {
		return plain(a), nil
	}
	c := rules.Consolidation{Account: a, Statements: len(statements)}
	text, _ := o["text"].(string)
	text = cleanPage(text)
	switch {
	case text == "" || !meant(text):
		c.Problem("the page has no text of the model's own", text)
	case lang.Japanese(page.Text) != lang.Japanese(text):
		c.Problem("the page is in another language than it was", text)
	case len([]rune(text)) > len([]rune(page.Text)):
		c.Problem("the page got longer, not shorter", text)
	default:
		if len(over) == 0 {
			return judged(c, statements, text), nil
		}
		standing := slices.DeleteFunc(slices.Clone(statements), func(s string) bool {
			return slices.ContainsFunc(over, func(o rules.Superseded) bool { return strings.Contains(s, o.Part) })
		})
		text = rules.Corrected(text, over, append([]string{string(page.Name)}, rules.NamesOf(page)...))
		if c = judged(c, standing, text); !c.Refused {
			return c, nil
		}
	}
	return plain(c.Account), nil
}

const consolidateSchema = `{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`

// judged takes a new text, unless it loses too much.
func judged(c rules.Consolidation, statements []string, text string) rules.Consolidation {
	missing := rules.Missing(statements, text)
	c.Lost = len(missing)
	if float64(c.Lost) > mayLose*float64(c.Statements) {
		c.Refused = true
		c.Problem(fmt.Sprintf("the page would lose %d of %d statements", c.Lost, c.Statements), strings.Join(missing, " | "))
		return c
	}
	c.Text = text
	return c
}

// cleanPage makes clean Markdown of a text: no comments, no tags, no heading.
func cleanPage(s string) string {
	s = pageJunk.ReplaceAllString(strings.ToValidUTF8(s, ""), "")
	var lines []string
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, " \t\r\n")
		if strings.HasPrefix(line, "# ") && len(lines) == 0 {
			continue
		}
		lines = append(lines, line)
	}
	return strings.TrimSpace(blankRows.ReplaceAllString(strings.Join(lines, "\n"), "\n\n"))
}

var pageJunk = regexp.MustCompile("(?s)<!--.*?(?:-->|$)|```[a-z]*|</?(?:persona_emotion|memory_trace)[^>]*>|[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f]")

var blankRows = regexp.MustCompile(`\n{3,}`)
