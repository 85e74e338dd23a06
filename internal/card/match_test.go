package card

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func lore(t *testing.T, head, entries string) *Book {
	t.Helper()
	b, err := ReadBook([]byte(`{"spec":"lorebook_v3","data":{` + head + `"entries":[` + entries + `]}}`))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func comesUp(b *Book, messages ...string) string {
	var list []string
	for _, e := range b.Active(context.Background(), Scan{Messages: messages}) {
		list = append(list, e.Content)
	}
	return strings.Join(list, "|")
}

func TestEntriesComeUp(t *testing.T) {
	for _, tt := range []struct {
		name, entry, text string
		want              bool
	}{
		{"key", `"keys":["Lamp"]`, "light the lamp", true},
		{"no key", `"keys":["oil"]`, "light the lamp", false},
		{"full width", `"keys":["ＬＡＭＰ"]`, "the lamp", true},
		{"japanese", `"keys":["灯台"]`, "あの灯台へ行こう", true},
		{"case", `"keys":["Lamp"],"case_sensitive":true`, "light the lamp", false},
		{"whole word", `"keys":["amp"],"extensions":{"match_whole_words":true}`, "light the lamp", false},
		{"whole word there", `"keys":["lamp"],"extensions":{"match_whole_words":true}`, "lamps and a lamp.", true},
		{"switched off", `"keys":["lamp"],"enabled":false`, "lamp", false},
		{"constant", `"keys":[],"constant":true`, "nothing", true},
		{"constant off", `"keys":[],"constant":true,"enabled":false`, "nothing", false},
		{"selective", `"keys":["lamp"],"selective":true,"secondary_keys":["oil"]`, "the lamp", false},
		{"selective there", `"keys":["lamp"],"selective":true,"secondary_keys":["oil"]`, "oil for the lamp", true},
		{"secondary without selective", `"keys":["lamp"],"secondary_keys":["oil"]`, "the lamp", true},
		{"pattern", `"keys":["l[au]mp"],"use_regex":true`, "a LUMP", true},
		{"pattern of javascript", `"keys":["/l.mp\\/x/i"]`, "LAMP/x", true},
		{"key empty", `"keys":["", " "]`, "anything", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := comesUp(lore(t, "", `{"content":"C",`+tt.entry+`}`), tt.text) == "C"; got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestDecorators(t *testing.T) {
	for _, tt := range []struct{ content, text, want string }{
		{`@@activate\nC`, "", "C"},
		{`@@dont_activate\nC`, "k", ""},
		{`@@additional_keys x,y\nC`, "k", ""},
		{`@@additional_keys x,y\nC`, "k y", "C"},
		{`@@exclude_keys no\nC`, "k no", ""},
		{`@@nobody_knows 4\n@@@activate\nC`, "", "C"},
		{`@@scan_depth 9\n@@@activate\nC`, "", ""},
		{`@@depth 0\n@@role system\nC`, "k", "C"},
	} {
		if got := comesUp(lore(t, "", `{"keys":["k"],"content":"`+tt.content+`"}`), tt.text); got != tt.want {
			t.Errorf("%s: got %q", tt.content, got)
		}
	}
}

func TestDepthOrderAndBudget(t *testing.T) {
	b := lore(t, `"scan_depth":2,`, `{"keys":["a"],"content":"late","insertion_order":9},{"keys":["a"],"content":"early","insertion_order":1},{"keys":["b"],"content":"deep","extensions":{"scan_depth":5}}`)
	if got := comesUp(b, "a", "b", "x", "y"); got != "deep" {
		t.Errorf("too old: %q", got)
	}
	if got := comesUp(b, "b", "y", "a"); got != "deep|early|late" {
		t.Errorf("order: %q", got)
	}
	words := func(s string) int { return len(strings.Fields(s)) }
	b = lore(t, `"token_budget":3,`, `{"constant":true,"content":"one two","insertion_order":1,"priority":1},{"constant":true,"content":"three four","insertion_order":2,"priority":9},{"constant":true,"content":"five","insertion_order":0,"priority":2}`)
	got := b.Active(t.Context(), Scan{Tokens: words})
	if len(got) != 2 || got[0].Content != "five" || got[1].Content != "three four" {
		t.Errorf("budget: %+v", got)
	}
	if got := b.Active(t.Context(), Scan{Tokens: words, Room: 1}); len(got) != 1 || got[0].Content != "five" {
		t.Errorf("room: %+v", got)
	}
}

func TestEntriesBringUpEntries(t *testing.T) {
	entries := `{"keys":["a"],"content":"about b"},{"keys":["about b"],"content":"about c"}`
	if got := comesUp(lore(t, `"recursive_scanning":true,`, entries), "a"); got != "about b|about c" {
		t.Errorf("recursive: %q", got)
	}
	if got := comesUp(lore(t, "", entries), "a"); got != "about b" {
		t.Errorf("not recursive: %q", got)
	}
}

// TestPatternsThatCannotBeUsed: what Go does not know, what is too large and what
// is one too many stays off and says so.
func TestPatternsThatCannotBeUsed(t *testing.T) {
	for _, key := range []string{`(?=x)k`, `(k)\\1`, `(`, `(((k{100}){100}){100})`, strings.Repeat("k?", maxPattern)} {
		b := lore(t, "", `{"use_regex":true,"keys":["`+key+`"],"content":"C"}`)
		if b.Entries[0].Off == "" || len(b.Flaws) != 1 || comesUp(b, "kk") != "" {
			t.Errorf("%.20s: %+v", key, b.Entries[0])
		}
	}
	var many []string
	for i := range maxPatterns + 1 {
		many = append(many, fmt.Sprintf(`{"use_regex":true,"keys":["k%d"],"content":"C"}`, i))
	}
	b := lore(t, "", strings.Join(many, ","))
	if b.Entries[maxPatterns-1].Off != "" || b.Entries[maxPatterns].Off == "" {
		t.Error("the number of patterns has no bound")
	}
}

func TestNoTimeNoMatch(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := lore(t, "", `{"use_regex":true,"keys":["(a+)+$"],"content":"C"},{"constant":true,"content":"D"}`)
	got := b.Active(ctx, Scan{Messages: []string{strings.Repeat("a", 1<<20)}})
	if !slices.EqualFunc(got, []string{"D"}, func(e Entry, s string) bool { return e.Content == s }) {
		t.Errorf("got %+v", got)
	}
}

func TestBookFileKeepsWhatItDoesNotKnow(t *testing.T) {
	c := mustRead(t, []byte(v3))
	data, err := c.Book.File()
	if err != nil {
		t.Fatal(err)
	}
	b, err := ReadBook(data)
	if err != nil || len(b.Entries) != 2 {
		t.Fatalf("%+v, %v", b, err)
	}
	if back, err := c.Set("character_book", b.Data()); err != nil || back != c {
		t.Errorf("the lore came back as another: %v", err)
	}
}

func FuzzBook(f *testing.F) {
	f.Add([]byte(`{"entries":{"0":{"key":["a"],"content":"b","disable":true}}}`), "a")
	f.Add([]byte(`{"spec":"lorebook_v3","data":{"entries":[{"keys":["/a+/i"],"use_regex":true,"content":"@@activate\nb"}]}}`), "aaa")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		b, err := ReadBook(data)
		if err != nil {
			return
		}
		b.Active(t.Context(), Scan{Messages: []string{text}, Room: 100})
		out, err := b.File()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ReadBook(out); err == nil && len(again.Entries) != len(b.Entries) {
			t.Fatal("another book")
		}
	})
}

func TestBooksAreJoined(t *testing.T) {
	one := lore(t, `"name":"Coast","kept":1,`, `{"keys":["a"],"content":"A","x":9007199254740993}`)
	two := lore(t, "", `{"content":"A","keys":["a"],"x":9007199254740993},{"keys":["b"],"content":"B"}`)
	joined, added, err := one.With(two)
	if err != nil || added != 1 || len(joined.Entries) != 2 || joined.Name != "Coast" || !strings.Contains(string(joined.Data()), `"kept":1`) {
		t.Errorf("%+v, %d, %v", joined, added, err)
	}
	if _, added, err := joined.With(two); err != nil || added != 0 {
		t.Errorf("again: %d, %v", added, err)
	}
}
