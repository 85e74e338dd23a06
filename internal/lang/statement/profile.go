package statement

import (
	"slices"
	"strings"
	"unicode"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

// maxEntries is of how many entries a list that somebody gives of themselves is read.
const maxEntries = 12

// ownListJa is ownList of a Japanese text, which has no name and begins with a thing of its
// speaker, 23歳会社員、横浜在住、趣味は釣り: most of its entries are of a known kind.
func ownListJa(text string) []Telling {
	var list []Telling
	known, parts := 0, lang.JapaneseSet.Expr("list-mark").Split(text, -1)
	if len(parts) < 2 {
		return nil
	}
	for _, part := range parts {
		told := profileJa(part)
		if told == nil {
			told = introPartJa(part)
		}
		if len(told) > 0 && told[0].Topic != "" {
			known++
		}
		list = append(list, told...)
	}
	if known < 2 || 2*known <= len(parts) || profileJa(parts[0]) == nil {
		return nil
	}
	return list
}

// ownList returns what an English text tells that is a list of who its speaker is, in
// any order and with or without commas: "im priyanka 24 software tester hyderabad". It
// is nil unless the speaker's name stands in it, or at least two other things of them
// and nothing else. A name alone, without "I'm" or "here", counts only where others
// could not be meant, at the beginning of a talk.
func (t *talk) ownList(text string) []Telling {
	list, unread := t.readList(lang.EnglishSet.Cut("greeting", text))
	known, named := 0, false
	for _, told := range list {
		named = named || told.About == "name" && told.Topic != TopicPerson
		if told.Topic != "" {
			known++
		}
	}
	switch {
	case named && asksNameOfOther(t.lastLine), unread > known:
		return nil
	case !named && (!t.early || known < 2 || list[0].Topic == ""): // "married to greg, 27 years in march"
		return nil
	}
	return list
}

// entries is ownList of what can only be of its speaker, who gave their name just before.
func (t *talk) entries(text string) []Telling {
	list, unread := t.readList(text)
	if unread > 0 {
		return nil
	}
	return list
}

// readList takes a list that somebody gives of themselves apart; unread says how many
// of its entries are of no known kind.
func (t *talk) readList(rest string) (list []Telling, unread int) {
	for range maxEntries {
		if rest = listMark.ReplaceAllString(rest, ""); rest == "" {
			break
		}
		m := lang.EnglishSet.FindThat("profile", rest, func(m map[string]string) bool { return t.isEntry(m, list) })
		if m == nil {
			entry, behind, _ := strings.Cut(rest, ",")
			if rest = behind; len(list) > 0 && lang.EnglishSet.Has("learns", list[len(list)-1].Text) {
				list[len(list)-1].Text += ", " + strings.TrimSpace(entry) // what else they study
				continue
			}
			list = append(list, Telling{Text: lang.Capitalised(strings.TrimSpace(entry))})
			unread++
			continue
		}
		rest = m["rest"]
		if m["with"] != "" {
			list[len(list)-1].Text += " with " + m["with"]
			continue
		}
		list = append(list, entryTold(m))
	}
	if rest != "" {
		unread = maxEntries
	}
	return list, unread
}

// listMark is what stands between the entries of such a list.
var listMark = pattern.New(`(?i)^(?:[\s,;:.–—-]|(?:and|but|so) )+`)

// isEntry reports whether what was found at the beginning of a text is what it is taken
// for: a known name or one with a capital or an age behind it, a place, work that is not that of another.
func (t *talk) isEntry(m map[string]string, before []Telling) bool {
	switch {
	case m["name"] != "":
		return t.isOwnName(m, before)
	case m["bare"] != "":
		aged := lang.EnglishSet.Has("aged-behind", m["rest"]) && !isNoName(lang.EnglishSet, m["bare"]) && !lang.IsPlaceName(m["bare"])
		return len(before) == 0 && t.first && (aged || lang.IsGivenName(m["bare"]))
	case m["work"] != "":
		text := strings.TrimSpace(m["work"] + m["rest"])
		return !lang.EnglishSet.Has("others-work", text) && (len(before) > 0 || !lang.EnglishSet.Has("visited", text))
	case m["with"] != "":
		return len(before) > 0 && before[len(before)-1].Topic == TopicHome
	}
	return isPlaceEntry(m, before)
}

// isOwnName is isEntry of a name behind "my name is" or "I'm"; a capital behind the
// latter alone, at the beginning, is not enough: "I'm Welsh".
func (t *talk) isOwnName(m map[string]string, before []Telling) bool {
	switch {
	case isNoName(lang.EnglishSet, m["name"]):
		return false
	case lang.EnglishSet.Has("gives-name", m["lead"]):
		return true
	case m["here"] != "" && !t.first:
		return false
	case len(before) == 0 && lang.EnglishSet.Has("behind-name", m["rest"]):
		return true
	}
	alone := len(before) == 0 && strings.Trim(m["rest"], " .!") == ""
	return lang.IsGivenName(lastWord(m["name"])) || alone && t.early && lang.EnglishSet.Has("early-name", m["name"]) || !alone && isProper(m["name"])
}

// isPlaceEntry is isEntry of a place; behind another entry nearly all that somebody is
// from is one.
func isPlaceEntry(m map[string]string, before []Telling) bool {
	switch {
	case m["home"] != "":
		return (isProper(m["place"]) || lang.IsPlaceName(m["place"])) && !lang.EnglishSet.Has("a-month", m["place"])
	case m["place"] != "":
		return lang.IsPlaceName(m["place"]) && !lang.IsGivenName(m["place"])
	case m["from"] != "":
		return isProper(m["from"]) || lang.IsPlaceName(m["from"]) || len(before) > 0 && !lang.EnglishSet.Has("from-nowhere", m["from"])
	}
	return true
}

func isProper(text string) bool { return unicode.IsUpper([]rune(text)[0]) }

// entryTold is what one entry tells.
func entryTold(m map[string]string) Telling {
	text := ""
	switch {
	case m["name"]+m["bare"] != "":
		name := properly(m["name"] + m["bare"])
		return Telling{Text: "My name is " + name, Topic: TopicName, About: "name", Value: name}
	case m["age"] != "":
		text = "I'm " + m["age"] + " years old"
	case m["work"] != "":
		text = "I'm " + articleFor(m["work"]) + m["work"]
	case m["field"] != "":
		text = "I work in " + m["field"]
	case m["place"] != "":
		text = "I live in " + properly(m["place"])
	case m["from"] != "":
		text = "I'm from " + properly(m["from"])
	case m["doing"] != "":
		text = "I'm " + m["doing"]
	case m["have"] != "":
		text = "I have " + strings.ToLower(m["have"])
	case m["state"] != "":
		text = "I'm " + m["state"]
	default:
		text = lang.Capitalised(lowerI.ReplaceAllString(m["clause"], "I$1"))
	}
	told := Telling{Text: text}
	told.Topic, told.About, told.Value = topicOf(lang.Sentence{Text: text}, text)
	if m["state"] != "" || slices.Contains(bereaved, m["work"]) {
		told.Topic, told.About = TopicLife, ""
	}
	return told
}

func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// bereaved are those among the words for work that say what somebody lives as.
var bereaved = []string{"widow", "widower", "pensioner", "retiree"}
