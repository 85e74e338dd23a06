package statement

import "testing"

func TestStatements(t *testing.T) {
	for _, c := range []struct {
		text   string
		before []string
		want   Mode
		who    Subject
	}{
		{"im sam, 29, teacher in york", nil, Asserted, Subject{Who: Speaker}},
		{"can you remember that for me pls", nil, Request, Subject{}},
		{"if i won the lottery i'd buy a boat", nil, Supposed, Subject{}},
		{"my dog ate the cheese. jk", nil, Joke, Subject{Someone, "my dog"}},
		{"his wife dina teaches maths", []string{"my brother callum is a roofer"}, Asserted, Subject{Someone, "Dina"}},
		{"she sings", []string{"my mum and my aunt came"}, Asserted, Subject{}},
		{"卵はもう食べていいって言われた", nil, Asserted, Subject{Who: Speaker}},
		{"好きな色は緑なんだ", nil, Asserted, Subject{Who: Speaker}},
	} {
		list := Statements(c.text, c.before...)
		if len(list) == 0 {
			t.Fatalf("%q: nothing", c.text)
		}
		if got := list[0]; got.Mode != c.want || c.want != Request && c.want != Supposed && got.Subject != c.who {
			t.Errorf("%q: mode %v of %v, want %v of %v", c.text, got.Mode, got.Subject, c.want, c.who)
		}
	}
}

// TestNameGiven reads the answers to "what shall I call you?".
func TestNameGiven(t *testing.T) {
	for answer, want := range map[string]string{
		"Torben": "Torben", "call me torben, please": "Torben", "just Torben": "Torben", "はるです": "はる", "えっと、遥でいいよ": "遥", "あおいです": "あおい",
		"i'm tired": "", "why do you ask?": "", "Nothing much today": "", "うれしいです": "", "そうですよ": "", "秘密だよ": "", "疲れた": "", "": "",
	} {
		if got := NameGiven(answer); got != want {
			t.Errorf("%q: %q, want %q", answer, got, want)
		}
	}
}

// A line that begins by taking back the one before it is meant itself; one that speaks of
// joking or of keeping takes nothing back.
func TestTakesBack(t *testing.T) {
	for _, text := range []string{"jk", "lol just kidding", "jk lol. i'm a plumber in Derby", "don't write that down please", "嘘w 普通の高2です", "すまん、これは人の話やし覚えんといてな"} {
		if !TakesBack(text) {
			t.Errorf("%q takes nothing back", text)
		}
	}
	for _, text := range []string{"", "i'm joking around with the kids", "嘘つきは嫌い", "これは覚えないでほしいんだけど、三月に別れる", "i own three castles, just kidding"} {
		if TakesBack(text) {
			t.Errorf("%q takes something back", text)
		}
	}
	for _, st := range Statements("jk lol. i'm a plumber in Derby", "i'm the queen of sheba") {
		if st.Plain == "I'm a plumber in Derby" && st.Mode != Asserted {
			t.Errorf("what follows is meant: %+v", st)
		}
	}
}

// A request that something not be kept is of the line before it, unless nothing stands
// there; one that nobody else be told withholds nothing.
func TestOfWhatIsWithheld(t *testing.T) {
	for _, text := range []string{"don't remember that", "please don't keep that", "you needn't remember that", "that's off the record", "覚えなくていいよ", "今のは覚えないで"} {
		if !TakesBack(text) || Hushes(text) {
			t.Errorf("%q does not take back the line before it", text)
		}
	}
	for _, text := range []string{"keep this between us", "don't tell Dani.", "これ、内緒だよ？", "これここだけの話ね"} {
		if !Hushes(text) || TakesBack(text) {
			t.Errorf("%q asks for more than that nobody be told", text)
		}
	}
	const secret = "my boss is sleeping with the accountant"
	if !Withholds(secret, "off the record") || Withholds("who is my boss sleeping with?", "off the record") || Withholds(secret, "hello", "that's off the record") {
		t.Error("what comes after \"off the record\" is withheld at the beginning, and no question is")
	}
}
