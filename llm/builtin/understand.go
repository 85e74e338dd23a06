package builtin

import "slices"

import "strings"

// maxActs bounds the acts of one message.
const maxActs = 40

// understand takes the message apart into acts.
func (s *scene) understand() []act {
	if s.empty {
		return nil
	}
	var acts []act
	for _, sen := range sentences(ownWords(s.said)) {
		if len(acts) >= maxActs {
			break
		}
		if languageOf(sen.text, s.lang) == japanese {
			acts = append(acts, s.understandJapanese(sen)...)
		} else {
			acts = append(acts, s.understandEnglish(sen)...)
		}
	}
	for _, a := range acts {
		if a.kind == kindName {
			s.newName = a.name
			s.user, s.former = a.name, nil
		}
	}
	if has(acts, kindName) { // "what will you call me? Yuki is fine" has its answer
		acts = slices.DeleteFunc(acts, func(a act) bool {
			return a.kind == kindAsk && howCalledJa.MatchString(a.text) || a.kind == kindWrongName
		})
	}
	return acts
}

// has reports whether one of the acts is of a kind.
func has(acts []act, k kind) bool {
	for _, a := range acts {
		if a.kind == k {
			return true
		}
	}
	return false
}

// subjectName is how the user is called in what is written down.
func (s *scene) subjectName() string {
	if s.newName != "" {
		return s.newName
	}
	if s.user != "" {
		return s.user
	}
	return unnamed
}

// isPersona reports whether word is the persona's name.
func (s *scene) isPersona(word string) bool {
	return strings.EqualFold(strings.TrimSpace(word), s.persona)
}
