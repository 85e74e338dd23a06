package statement

import "testing"

// TestWhatATellingPutsInThePast has a denial end what it denies and nothing
// else, and one who was taken for another take their place.
func TestWhatATellingPutsInThePast(t *testing.T) {
	for _, c := range []struct {
		told, held string
		want       bool
	}{
		{"I don't live in Sligo any more.", "Ken lives in Sligo", true},
		{"I don't live in Sligo any more.", "Ken lives in Hull", false},
		{"I no longer live in Sligo.", "Ken lives in Sligo", true},
		{"I live in Hull.", "Ken lives in Sligo", true},
		{"I live in Sligo.", "Ken lives in Sligo", false},
		{"I live in Hull.", "Ken doesn't live in Sligo any more", false},
		{"It was not my uncle who fainted, it was the neighbour.", "Ken's uncle fainted", true},
		{"It was not my uncle who fainted, it was the neighbour.", "Ken's uncle called", false},
		{"Brigid doesn't live in Cork any more.", "Ken's cousin Brigid lives in Cork", true},
		{"Brigid doesn't live in Cork any more.", "Ken lives in Cork", false},
		{"Brigid lives in Galway now.", "Ken's cousin Brigid lives in Cork", true},
		{"Brigid no longer plays the harp.", "Ken's cousin Brigid plays the harp", true},
		{"Brigid doesn't play the harp any more.", "Ken's sister Ada plays the harp", false},
		{"I don't live in Cork any more.", "Ken's cousin Brigid lives in Cork", false},
		{"I live in Hull.", "Ken's cousin Brigid lives in Cork", false},
		{"みゆきはもう奈良に住んでいない。", "Ken「友達のみゆきは奈良に住んでいる」", true},
		{"みゆきはもう奈良に住んでいない。", "Ken「奈良に住んでいる」", false},
		{"みゆきは今は岡山に住んでる。", "Ken「友達のみゆきは奈良に住んでいる」", true},
		{"小倉に住んでる。", "Ken「友達のみゆきは奈良に住んでいる」", false},
		{"みゆきはもうピアノを習っていない。", "Ken「友達のみゆきはピアノを習っている」", true},
		{"もう長崎には住んでいません。", "Ken「長崎に住んでいます」", true},
		{"Brigid doesn't live in Cork any more.", "Ken's cousin Brigid lives in Cork", true},
		{"Brigid doesn't live in Cork any more.", "Ken lives in Cork", false},
		{"Brigid lives in Galway now.", "Ken's cousin Brigid lives in Cork", true},
		{"Brigid no longer plays the harp.", "Ken's cousin Brigid plays the harp", true},
		{"Brigid doesn't play the harp any more.", "Ken's sister Ada plays the harp", false},
		{"I don't live in Cork any more.", "Ken's cousin Brigid lives in Cork", false},
		{"I live in Hull.", "Ken's cousin Brigid lives in Cork", false},
		{"みゆきはもう奈良に住んでいない。", "Ken「友達のみゆきは奈良に住んでいる」", true},
		{"みゆきはもう奈良に住んでいない。", "Ken「奈良に住んでいる」", false},
		{"みゆきは今は岡山に住んでる。", "Ken「友達のみゆきは奈良に住んでいる」", true},
		{"小倉に住んでる。", "Ken「友達のみゆきは奈良に住んでいる」", false},
		{"みゆきはもうピアノを習っていない。", "Ken「友達のみゆきはピアノを習っている」", true},
		{"もう長崎には住んでいません。", "Ken「熊本に住んでいます」", false},
		{"違った、倒れたのは祖父じゃなくて大家さんだった。", "Ken「先週、祖父が倒れた」", true},
		{"祖父じゃなくて伯父が倒れたんだ。", "Ken「祖父が倒れた」", true},
		{"祖父じゃなくて伯父が倒れたんだ。", "Ken「祖父が来た」", false},
		{"父の誕生日は6月1日なんだ。", "Ken「母の誕生日は5月3日」", false},
		{"おじいちゃんの誕生日は6月1日。", "Ken「おばあちゃんの誕生日は5月3日」", false},
		{"母の誕生日は5月4日だった。", "Ken「母の誕生日は5月3日」", true},
	} {
		got := false
		for _, st := range Statements(c.told) {
			for _, tell := range st.Tells {
				got = got || tell.Replaces(c.held, "Ken")
			}
		}
		if got != c.want {
			t.Errorf("%q puts %q in the past: %v", c.told, c.held, got)
		}
	}
}

// TestStanding has a move and new work told as they hold from then on.
func TestStanding(t *testing.T) {
	for said, want := range map[string]string{
		"I moved to Exeter last week": "I live in Exeter", "we've just moved to new delhi": "I live in New Delhi",
		"I've started as a vet nurse": "I work as a vet nurse", "I moved the sofa": "", "I live in Exeter": "",
		"先週、熊本に引っ越したよ": "熊本に住んでいる", "動物病院で働き始めた": "動物病院で働いている", "熊本に行った": "",
	} {
		if got, _ := (Telling{Text: said}).Standing(); got != want {
			t.Errorf("%q stands as %q, want %q", said, got, want)
		}
	}
}

// TestOfAnother tells what is held of others from what is of the one who told it.
func TestOfAnother(t *testing.T) {
	for held, want := range map[string]bool{
		"Ken's cousin Ada lives in Cork": true, "Ken lives in Cork": false, "Ken works at a mill": false,
		"Ken「友達のみゆきは奈良に住んでいる」": true, "Ken「奈良に住んでいる」": false,
	} {
		if got := OfAnother(held, "Ken"); got != want {
			t.Errorf("%q is of another: %v", held, got)
		}
	}
}
