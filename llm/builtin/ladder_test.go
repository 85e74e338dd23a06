package builtin

import (
	"strings"
	"testing"

	"yumori/llm"
)

// What a model could do is said once in a week.
func TestModelIsOfferedOnce(t *testing.T) {
	k := newTalk(t, "en")
	offered := func(said string) bool { return strings.Contains(k.say(said), "language model") }
	if !offered("write me a poem about rain") {
		t.Error("not said at all")
	}
	k.now = k.now.AddDate(0, 0, 3)
	if offered("can you translate this for me") || offered("can you recommend a film?") {
		t.Error("said again within the week")
	}
	k.now = k.now.AddDate(0, 0, 6)
	if !offered("sing me a song") {
		t.Error("not said after a week")
	}
}

// The persona asks something of its own at most every fourth reply, and nothing
// where something weighs.
func TestAsksSeldom(t *testing.T) {
	k := newTalk(t, "en")
	k.extra = []llm.Section{{Name: "feeling", Memories: []llm.Memory{{Text: "How did the rehearsal go?"}}}}
	asked := 0
	for i, said := range []string{"hm", "we had soup", "hm", "ok", "i walked home", "hm", "mm", "ok", "hm"} {
		if strings.Contains(k.say(said), "rehearsal") {
			if asked++; i < quietLines {
				t.Errorf("asked in reply %d", i+1)
			}
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times, want once", asked)
	}
	k = newTalk(t, "en")
	k.extra = []llm.Section{{Name: "feeling", Memories: []llm.Memory{{Text: "How did the rehearsal go?"}}}}
	for _, said := range []string{"the bus was late", "we had soup", "my brother died this morning", "he was at work", "they rang me", "hm", "ok", "hm", "ok", "hm", "ok", "hm", "ok", "hm"} {
		if strings.Contains(k.say(said), "rehearsal") {
			t.Errorf("asked behind %q", said)
		}
	}
}

// What is asked of the persona, or wished of it, is answered honestly.
func TestOfItself(t *testing.T) {
	unknown := `(?i)don't know that|you haven't told me|nothing on that|won't guess`
	converse(t, "en", []line{
		{say: "do you get lonely?", want: "rules|running", not: unknown}, {say: "can you recommend a film?", want: "never seen|can't judge", not: unknown},
		{say: "tell me something nice", want: "glad|like|right", not: unknown}, {say: "my gran died last night"}, {say: "you're not very clever are you", want: "fair|rules", not: "weigh"},
		{say: "anyway", want: "here|time", not: "words"},
	})
	converse(t, "ja", []line{{say: "寂しくないの？", want: "動いて|規則"}, {say: "おすすめの映画ある？", want: "観た|話していただいた"}, {say: "何かいいこと言って", not: "わかりません|聞いていない"}})
}
