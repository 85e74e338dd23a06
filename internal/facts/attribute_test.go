package facts

import "testing"

func TestAttributed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ who, said, want string }{
		{"Ken", "I bought a kayak on Saturday, a red one", "Ken bought a kayak on Saturday, a red one"},
		{"", "I bought a kayak", "The user bought a kayak"},
		{"Ken", "I'm a nurse in Leeds", "Ken is a nurse in Leeds"},
		{"Ken", "I'm Ken, I work as a nurse", "Ken: “I'm Ken, I work as a nurse”"},
		{"Ken", "I work as a nurse", "Ken works as a nurse"},
		{"Ken", "I study law and work nights", "Ken: “I study law and work nights”"},
		{"Ken", "I study law and biology", "Ken studies law and biology"},
		{"Ken", "I really hate swimming pools", "Ken really hates swimming pools"},
		{"Ken", "I don't like swimming pools", "Ken doesn't like swimming pools"},
		{"Ken", "I was nine, with my dad on Loch Lomond", "Ken: “I was nine, with my dad on Loch Lomond”"},
		{"Ken", "My sister Mika moved to Oslo", "Ken's sister Mika moved to Oslo"},
		{"Ken", "My sister and I moved to Oslo", "Ken: “My sister and I moved to Oslo”"},
		{"Ken", "My job is here", "Ken's job is here"},
		{"", "My job is here", "The user's job is here"},
		{"Ken", "Julia and I are thinking about moving", "Ken: “Julia and I are thinking about moving”"},
		{"Ken", "Julia is ill", "Julia is ill"},
		{"Ken", "Mrs. Hughes was rude", "Mrs. Hughes was rude"},
		{"Ken", "Did the laundry, watched football", "Ken: “Did the laundry, watched football”"},
		{"Ken", "Bought a kayak", "Ken: “Bought a kayak”"},
		{"Ken", "I need a new coat", "Ken needs a new coat"},
		{"Ken", "I feed the ducks", "Ken: “I feed the ducks”"},
		{"Ken", "I used to live in Kyoto", "Ken used to live in Kyoto"},
		{"Ken", "I used a hammer", "Ken used a hammer"},
		{"Ken", "I read every night", "Ken: “I read every night”"},
		{"Ken", "I will never tell you", "Ken: “I will never tell you”"},
		{"Ken", "I have a cat", "Ken has a cat"},
		{"Ken", "I've never been to Rome", "Ken has never been to Rome"},
		{"Ken", `I told her "no"`, "Ken: “I told her 'no'”"},
		{"Ken", "We looked at a house", "Ken: “We looked at a house”"},
		{"Ken", "Ken: “We looked at a house”", "Ken: “We looked at a house”"},
		{"健太", "土曜日に赤いカヤックを買ったんだ", "健太「土曜日に赤いカヤックを買ったんだ」"},
		{"", "カヤックを買った。", "ユーザー「カヤックを買った」"},
		{"健太", "僕は仙台の生まれです", "健太は仙台の生まれです"},
		{"", "名前は健太です", "ユーザーの名前は健太です"},
		{"健太", "誕生日は五月三日です。", "健太の誕生日は五月三日です。"},
		{"健太", "名前は君がつけて", "健太「名前は君がつけて」"},
		{"健太", "私の母は石巻の生まれです", "健太の母は石巻の生まれです"},
		{"健太", "僕は僕の部屋にいた", "健太「僕は僕の部屋にいた」"},
		{"健太", "父は「カワウソ」と呼んでた", "健太「父は『カワウソ』と呼んでた」"},
		{"健太", "健太「カヤックを買った」", "健太「カヤックを買った」"},
		{"Ken", "", ""},
	} {
		if got := Attributed(c.said, c.who); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.said, c.who, got, c.want)
		}
		if again := Attributed(Attributed(c.said, c.who), c.who); again != c.want {
			t.Errorf("%q of %q, again: %q, want %q", c.said, c.who, again, c.want)
		}
	}
}

func TestFirstPerson(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"I bought a kayak": true, "On Saturday my boat sank": true, "Ken bought a kayak": false, "Ken: “I bought a kayak”": false,
		"私は看護師です": true, "健太「私は看護師です」": false, "健太は看護師です": false, "IBM is large": false,
	} {
		if got := FirstPerson(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
