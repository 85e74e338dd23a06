package statement

import "testing"

// What says too little by itself is given the sentences of its message that say it, and no others.
func TestWith(t *testing.T) {
	for _, c := range []struct{ message, with string }{
		{"calebs on a new inhaler. flovent. two puffs mornin n nite", "calebs on a new inhaler. flovent. two puffs mornin n nite"},
		{"caleb called. said dad i blew a 280 on my peak flow. my truck needs tires", "caleb called. said dad i blew a 280 on my peak flow."},
		{"They're operating on Wednesday and Mum's with her. She's 81 but tough as old boots.", "They're operating on Wednesday and Mum's with her. She's 81 but tough as old boots."},
		{"hi luna. my sister lives in Hull", "hi luna."},
		{"My sister lives in Hull. Do you like cats? She has two.", "My sister lives in Hull."},
		{"My sister lives in Hull. My brother swims. Oh and by the way he's 30", "My sister lives in Hull."},
		{"火曜の17時に病院や、血圧の。山田内科。忘れそうやから覚えといて。", "火曜の17時に病院や、血圧の。山田内科。"},
		{"英語38点だった。終わった😭 親に言えん", "英語38点だった。終わった😭 親に言えん"},

		{"姉は京都に住んでいます。兄が昨日、東京から帰ってきました。", "姉は京都に住んでいます。"},
		{"İİİİİİ, well i like tea. Green tea", "İİİİİİ, well i like tea. Green tea"},
		{"家では母とふたり暮らし。八十一で、去年から物忘れがひどくて。", "家では母とふたり暮らし。八十一で、去年から物忘れがひどくて。"},
		{"今日も忙しかったわ。あと明日は18時から千尋とご飯。", "今日も忙しかったわ。"},
	} {
		if got := Statements(c.message)[0].With; got != c.with {
			t.Errorf("%s: %q", c.message, got)
		}
	}
}

// A pronoun means nobody where two are spoken of of whom one has no name, and never who types.
func TestOfTwo(t *testing.T) {
	for _, c := range []struct {
		message string
		before  []string
		who     Who
	}{
		{"They're operating on Wednesday and Mum's with her, so fingers crossed. She's 81.", nil, Nobody},
		{"My sister lost her keys. She's 81.", nil, Someone},
		{"hes 9. home now w his mom", []string{"hey. marcus here. drive long haul outta amarillo"}, Nobody},
	} {
		list := Statements(c.message, c.before...)
		of := list[len(list)-1]
		if len(c.before) > 0 {
			of = list[0]
		}
		if of.Subject.Who != c.who {
			t.Errorf("%s: %q is of %+v", c.message, of.Plain, of.Subject)
		}
	}
}
