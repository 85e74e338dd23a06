package persona

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxGreeting bounds a greeting in bytes; a longer line is no phrase.
const maxGreeting = 400

// A greeting is a list item of the soul, "- greeting: words". {user} in it
// stands for the name of the one who is talked with.
var (
	greetingLine = regexp.MustCompile(`(?i)^\s*[-*・+]\s*\**(?:greeting|hello|あいさつ|挨拶)\**\s*[:：]\**\s*(.+)$`)
	userMark     = regexp.MustCompile(`[,、]\s*\{user\}(?:さん|ちゃん|くん|さま|様)?|\{user\}(?:さん|ちゃん|くん|さま|様)?[,、]?\s*`)
)

// A reply is a list item of the soul, "- reply: words": what one may answer to
// a greeting.
var replyLine = regexp.MustCompile(`(?i)^\s*[-*・+]\s*(?:reply|返事)\s*[:：]\s*(.+)$`)

// maxReplies bounds the replies that are suggested, maxReply one, in bytes.
const (
	maxReplies = 3
	maxReply   = 120
)

// A Greeting is what a persona says to somebody it meets.
type Greeting struct {
	Words   string   // "" it has none
	Replies []string // what one may answer, at most three
}

func repliesIn(soul string) []string {
	var list []string
	for line := range strings.Lines(soul) {
		m := replyLine.FindStringSubmatch(strings.TrimSpace(line))
		if m != nil && len(m[1]) <= maxReply && utf8.ValidString(m[1]) && len(list) < maxReplies {
			list = append(list, m[1])
		}
	}
	return list
}

// Greeting returns the first greeting of the soul: with the name of the one who
// is talked with, or without it and its comma where it is not known; and the
// replies that the soul suggests. It is empty if the soul has none, or cannot be
// read.
func (p *Persona) Greeting() Greeting {
	soul, err := p.dir.ReadText(string(Soul))
	if err != nil {
		return Greeting{}
	}
	return Greeting{Words: greetingIn(soul.S, p.Profile()), Replies: repliesIn(soul.S)}
}

func greetingIn(soul string, of Profile) string {
	for line := range strings.Lines(soul) {
		m := greetingLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || len(m[1]) > maxGreeting || !utf8.ValidString(m[1]) {
			continue
		}
		text := strings.Trim(strings.TrimSpace(m[1]), `"“”「」`)
		if of.UserName == "" {
			text = capital(strings.TrimSpace(userMark.ReplaceAllString(text, "")))
		}
		text = strings.NewReplacer("{user}", of.UserName, "{name}", of.Name).Replace(text)
		if text != "" && !strings.ContainsAny(text, "{}<>") {
			return text
		}
	}
	return ""
}

// capital begins a sentence that has lost its first word.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
