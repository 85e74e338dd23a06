package rag

import (
	"context"
	"slices"
	"strings"
	"testing"

	"yumori/internal/memory"
	"yumori/rag/latent"
)

// exchange is what the user and a persona said in turn, the user first.
func exchange(session string, said ...string) []Document {
	var docs []Document
	for i, text := range said {
		docs = append(docs, Document{
			ID: session + "-" + string(rune('a'+i)), Type: TypeMessage, Source: memory.ParsePlace("log"), Session: session,
			Speaker: []string{"Ewa", "Yumi"}[i%2], ByUser: i%2 == 0, Text: text,
		})
	}
	return docs
}

// told returns a fixture that knows these exchanges.
func told(t *testing.T, exchanges ...[]Document) *fixture {
	t.Helper()
	f := newFixture(t)
	f.write("log", "x")
	var s talk
	for _, e := range exchanges {
		s.docs = append(s.docs, e...)
	}
	if _, err := f.x.Sync(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	return f
}

// order returns the ids of what a question finds, those with a prefix.
func (f *fixture) order(text, prefix string) string {
	var out []string
	for _, id := range strings.Fields(f.ids(Query{Text: text})) {
		if strings.HasPrefix(id, prefix) {
			out = append(out, id)
		}
	}
	return strings.Join(out, " ")
}

const ramble = " There is much that could be said of this, and of what follows from it, and one may well begin with whatever comes first." +
	" It is a good idea to take small steps, to keep a list, to look at it now and then, and to be patient on days that go badly."

func TestLongReplyThatRepeatsIsBelowItsUser(t *testing.T) {
	said := "I planted three cherry trees behind the barn."
	reply := "Cherry trees behind the barn! So, you planted cherry trees, three cherry trees, behind the barn." + strings.Repeat(ramble, 6)
	f := told(t, exchange("s", said, reply))
	if got := f.order("cherry trees behind the barn", "s"); got != "s-a s-b" {
		t.Errorf("order %s", got)
	}
	if h := f.hit(Query{Text: "cherry barn"}, "s-b"); h.Features.Repeats != h.Features.Text || h.Features.Long < 1 {
		t.Errorf("the reply has %+v", h.Features)
	}
	if h := f.hit(Query{Text: "cherry barn"}, "s-a"); h.Features.Repeats != 0 || h.Features.Long != 0 {
		t.Errorf("what the user said has %+v", h.Features)
	}
}

func TestLongerOfTwoRepliesIsBelow(t *testing.T) {
	words := "The lighthouse keeper painted whales on the wall."
	f := told(t, exchange("short", "What is new?", words), exchange("long", "What is new?", words+strings.Repeat(ramble, 12)))
	if got := f.ids(Query{Text: "lighthouse keeper whales wall"}); strings.Index(got, "long-b") < strings.Index(got, "short-b") {
		t.Errorf("order %s", got)
	}
}

func TestQuestionIsBelowStatement(t *testing.T) {
	f := told(t,
		exchange("s", "Tomek told me that he keeps bees on the roof of the old school now, and that the honey sells well.", "How nice."),
		exchange("q", "What do you know about Tomek?", "Nothing yet."),
		exchange("j", "昨日、智美がパン屋をやめて灯台の管理人になったと話していた。", "そうなんだ。"),
		exchange("k", "智美のことを何か知っていますか", "まだ何も。"))
	for _, tt := range []struct{ ask, said, asked string }{{"What about Tomek?", "s-a", "q-a"}, {"智美はどうしてる？", "j-a", "k-a"}} {
		got := f.ids(Query{Text: tt.ask})
		if s, q := strings.Index(got, tt.said), strings.Index(got, tt.asked); s < 0 || q < s {
			t.Errorf("%s: order %s", tt.ask, got)
		}
		if a := f.hit(Query{Text: tt.ask}, tt.asked).Features.Asks; a != 1 {
			t.Errorf("%s: the question asks by %v", tt.ask, a)
		}
	}
	f.x.snapshot() // what is stored says the same
	f.open()
	if a := f.hit(Query{Text: "What about Tomek?"}, "q-a").Features.Asks; a != 1 {
		t.Errorf("opened again, the question asks by %v", a)
	}
}

func TestNeighbourLendsItsFirstChunk(t *testing.T) {
	f := told(t, exchange("s", "The kettle sings.", "It does."+strings.Repeat(ramble, 6)+" Zanzibar.", "Yes, every morning."))
	read := f.x.corpus.cols.reader(0)
	has := func(bag latent.Bag, word string) bool {
		at, _ := slices.BinarySearch(bag.Terms, termHash(word))
		return at < len(bag.Terms) && bag.Terms[at] == termHash(word)
	}
	for n, want := range []bool{false, true, false} {
		if got := has(read.windowBag(int32(n)), "zanzibar"); got != want {
			t.Errorf("message %d: the end of the reply is in its window: %v", n, got)
		}
	}
}

func TestAnswerStandsForItsQuestion(t *testing.T) {
	f := told(t,
		exchange("asked", "Where did Mila put the telescope?", "Under the stairs."),
		exchange("said", "So Mila has the telescope now.", "Good for her."))
	if h := f.hit(Query{Text: "Mila's telescope"}, "asked-b"); h.Features.Answers != h.Features.Previous || h.Features.Answers == 0 {
		t.Errorf("an answer has %+v", h.Features)
	}
	if h := f.hit(Query{Text: "Mila's telescope"}, "said-b"); h.Features.Answers != 0 || h.Features.Previous == 0 {
		t.Errorf("a remark has %+v", h.Features)
	}
}

func TestLongTextCoversByAllItsParts(t *testing.T) {
	long := "The telescope came in a crate." + strings.Repeat(ramble, 6) + " Mila keeps it."
	f := told(t, exchange("own", long, "I see."), exchange("reply", "What is new?", long))
	own, reply := f.hit(Query{Text: "Mila's telescope"}, "own-a"), f.hit(Query{Text: "Mila's telescope"}, "reply-b")
	if own.Features.Cover < 0.99 || reply.Features.Cover > 0.9 {
		t.Errorf("what the user said covers %.2f, a reply %.2f", own.Features.Cover, reply.Features.Cover)
	}
}
