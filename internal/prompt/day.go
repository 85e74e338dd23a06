package prompt

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
	"yumori/internal/llm"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/retrieval"
)

// Bounds of what is brought back of a day that is asked about.
const (
	dayQuestion = 120 // characters of a message that only asks what was said on a day
	dayPage     = 200 // messages that are read at a time
	dayMost     = 40  // messages of the day that are brought back
	dayQuoted   = 4   // of the user's, in an answer by rules
	daySaid     = 160 // characters of one in it
)

// dayShare is how much of the room for memories those of the day may have.
const dayShare = 0.7

var (
	asksTalkEn = regexp.MustCompile(`(?i)\bwhat (?:did|had|have|were|was|all did) (?:we|I|you)\b.{0,24}\b(?:talk|speak|discuss|chat|say|tell|told|talking|talked|speaking|discussing|chatting|said)|\bwhat (?:was|were|did) (?:our (?:talk|chat|conversation)s?|said|discussed|talked about|we)\b|\bwhat (?:we|I|you) (?:talked|spoke|chatted|discussed|said|told)\b`)
	asksTalkJa = regexp.MustCompile(`(?:何|なに|なん|どんな|どういう)(?:の|を|か|について|に関して)?(?:話題|話|こと|事)?.{0,8}(?:話し|話を|話した|話だ|しゃべ|喋|言っ|言いま|言った|伝え|相談し)|何の話|話題は(?:何|なに)|話したこと`)
	// dayOfWeek is a day of the week by its name, as the one who asks has it.
	dayOfWeek = regexp.MustCompile(`(?i)\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|([月火水木金土日])(?:曜|\)|）)`)
	dateSign  = regexp.MustCompile(`\d|[一二三四五六七八九十]`)
)

// A pastDay is what is asked of one day, and what was said on it.
type pastDay struct {
	Day    time.Time    // its midnight
	Wrong  time.Weekday // that the question names and that does not fit, where Other
	Other  bool
	Casual bool               // the persona speaks plainly
	said   []transcript.Entry // oldest first
}

// askedDay returns the day of which a message asks what was said; ok is false
// if it asks anything else, or of today or a day to come. Where a date and a
// day of the week do not fit, the date holds.
func askedDay(text string, now time.Time) (d pastDay, ok bool) {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > dayQuestion || len(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("?？!！。\n", r) })) > 1 ||
		!asksTalkEn.MatchString(text) && !asksTalkJa.MatchString(text) || aboutDay.MatchString(text) {
		return d, false
	}
	found := false
	for _, s := range when.Find(text, now) {
		dated := dateSign.MatchString(text[s.Start:s.End]) && !strings.Contains(text[s.Start:s.End], "曜")
		if s.Unit == when.Day && (!found || dated) {
			d.Day, found = s.From, true
		}
	}
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	if !found || !d.Day.Before(today) {
		return d, false
	}
	if m := dayOfWeek.FindStringSubmatch(text); m != nil {
		d.Wrong = weekdayNamed(m[1] + m[2])
		d.Other = d.Wrong != d.Day.Weekday()
	}
	return d, true
}

// aboutDay is where a day is what was spoken of, and not when: "what did I say
// about Friday".
var aboutDay = regexp.MustCompile(`(?i)\babout (?:this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|[月火水木金土日]曜日?(?:のこと|について)`)

// weekdayNamed returns the day of the week that a name begins, in English or
// by its sign.
func weekdayNamed(s string) time.Weekday {
	for w := time.Sunday; w <= time.Saturday; w++ {
		if strings.EqualFold(w.String(), s+"day") || s == weekdaySigns[w] {
			return w
		}
	}
	return time.Sunday
}

var weekdaySigns = [7]string{"日", "月", "火", "水", "木", "金", "土"}

// saidOn reads what was said on a day, on the branch shown. It reads the
// conversation from its end back to that day.
func (c *Composer) saidOn(ctx context.Context, d *pastDay, but transcript.ID) error {
	end := d.Day.AddDate(0, 0, 1)
	for page := (transcript.Page{More: true}); page.More; {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if page, err = c.opt.Log.Page(page.Next, dayPage); err != nil {
			return fmt.Errorf("read what was said on %s: %w", d.Day.Format(time.DateOnly), err)
		}
		for _, e := range slices.Backward(page.Messages) {
			switch at := e.Time.In(d.Day.Location()); {
			case at.Before(d.Day):
				slices.Reverse(d.said)
				return nil
			case at.Before(end) && !e.Retracted && e.Role != transcript.RoleNote && e.Text != "" && e.ID != but:
				d.said = append(d.said, e)
			}
		}
	}
	slices.Reverse(d.said)
	return nil
}

// dayAsked finds out whether the user's message asks what was said on a day,
// and what was; nil if it does not, or that cannot be told in the time a turn
// has.
func (c *Composer) dayAsked(ctx context.Context, user transcript.Message) *pastDay {
	d, ok := askedDay(user.Text, c.opt.Now())
	if !ok {
		return nil
	}
	ctx, cancel := c.opt.Limits.WithinTurn(ctx)
	defer cancel()
	if err := c.saidOn(ctx, &d, user.ID); err != nil {
		c.opt.Logger.Warn("look for what was said on a day", "error", err)
		return nil
	}
	d.said = kept(d.said)
	return &d
}

// kept returns what was said, oldest first, without what the user asked not to keep and the replies
// to it.
func kept(said []transcript.Entry) (list []transcript.Entry) {
	var w statement.Withholding
	for _, e := range said {
		if e.Role == transcript.RoleUser && w.Hears(string(e.ID), e.Text) || w.Covers(string(e.Parent)) {
			continue
		}
		list = append(list, e)
	}
	return list
}

// byDay is the origin of what comes back because its day was asked about.
const byDay = "day"

// addDay puts what was said on the day that is asked about before the other
// memories, as far as there is room. What the prompt holds already is left out.
func (c *Composer) addDay(out *retrieval.Recollection, d *pastDay, room int, holds func(id string) bool) {
	var list []retrieval.Memory
	left := int(dayShare * float64(room))
	for _, e := range d.said[:min(len(d.said), dayMost)] {
		if holds(string(e.ID)) {
			continue
		}
		m := c.opt.Recall.MemoryOf(transcript.Mention{ID: e.ID, Role: e.Role, Time: e.Time, Text: e.Text}, "")
		m.By = []string{byDay}
		size := llm.EstimateTokens(m.Content)
		if left -= size; left < 0 {
			break
		}
		list = append(list, m)
		out.Tokens += size
	}
	for _, m := range out.Memories {
		if !slices.ContainsFunc(list, func(o retrieval.Memory) bool { return o.ID == m.ID }) {
			list = append(list, m)
		}
	}
	for len(list) > 0 && out.Tokens > room && !slices.Contains(list[len(list)-1].By, byDay) {
		out.Tokens -= llm.EstimateTokens(list[len(list)-1].Content)
		list = list[:len(list)-1]
	}
	out.Memories = list
}

// tell fills one of prompts/day.<language>.tmpl: "heading" for a model, "answer"
// by rules.
func (d *pastDay) tell(name, language string) (string, error) {
	texts, err := Texts(language)
	if err != nil {
		return "", err
	}
	date := func(t time.Time) string { return t.Format("Monday 2 January 2006") }
	weekday := time.Weekday.String
	if language == "ja" {
		date = func(t time.Time) string {
			return t.Format("2006年1月2日") + "（" + weekdaySigns[t.Weekday()] + "）"
		}
		weekday = func(w time.Weekday) string { return weekdaySigns[w] + "曜" }
	}
	values := map[string]any{"Day": date(d.Day), "Wrong": "", "Is": weekday(d.Day.Weekday()), "Said": d.quotes(), "Any": len(d.said) > 0, "Casual": d.Casual}
	if d.Other {
		values["Wrong"] = weekday(d.Wrong)
	}
	text, err := Render(texts, name, values)
	return strings.TrimSpace(text), err
}

// quotes returns the beginnings of what the user said on the day, the longest
// in their order: greetings tell least. What they asked is there only if they told nothing.
func (d *pastDay) quotes() []string {
	var list, asked []string
	for _, e := range d.said {
		switch text := strings.Join(strings.Fields(e.Text), " "); {
		case e.Role != transcript.RoleUser || utf8.RuneCountInString(text) <= 4:
		case strings.HasSuffix(text, "?"), strings.HasSuffix(text, "？"):
			asked = append(asked, text)
		default:
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		list = asked
	}
	weight := func(s string) int { return min(utf8.RuneCountInString(s), daySaid) }
	byWeight := slices.Clone(list)
	slices.SortStableFunc(byWeight, func(a, b string) int { return weight(b) - weight(a) })
	byWeight = byWeight[:min(len(byWeight), dayQuoted)]
	list = slices.DeleteFunc(list, func(s string) bool { return !slices.Contains(byWeight, s) })
	for i, s := range list {
		if utf8.RuneCountInString(s) > daySaid {
			list[i] = lang.Clip(s, daySaid) + "…"
		}
	}
	return slices.Compact(list)
}

// tellsDay answers in the place of the built-in rules what was said on a day.
type tellsDay struct {
	llm.Model
	text string
}

// Generate answers with the text.
func (m tellsDay) Generate(ctx context.Context, _ llm.Request, stream func(string)) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	if stream != nil {
		stream(m.text)
	}
	return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: m.text}, Finish: llm.FinishStop}, nil
}

// ForDay returns the rules as they answer what was said on a day, if that is
// asked; else the model itself.
func (c *Composer) ForDay(m llm.Model, d *pastDay) llm.Model {
	if d == nil || !m.Info().Rules {
		return m
	}
	if soul, err := c.opt.Dir.ReadText(string(persona.Soul)); err == nil {
		d.Casual = lang.Casual(soul.S)
	}
	text, err := d.tell("answer", c.opt.Persona.Profile().Language)
	if err != nil {
		c.opt.Logger.Error("tell of a day", "error", err)
		return m
	}
	return tellsDay{m, text}
}
