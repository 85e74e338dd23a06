package companion

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/entity"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/retrieval"
	"yumori/retrieval/background"
)

// TestTakenBackWhenItWasArchived has a message filed away while it is taken
// back: given back, it is found, without the index being made anew.
func TestTakenBackWhenItWasArchived(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := remembering(t, dir, september, &ears{})
	c := luna(t, h)
	said := talk(t, c, "The lighthouse password is XYZZY.")
	talk(t, c, "The ferry is late.")
	if _, err := c.Conversation.Retract(said.User.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = remembering(t, dir, september.AddDate(0, 2, 0), &ears{})
	defer h.Close()
	c = luna(t, h)
	c.work.Wait() // it is archived
	const asked = `What is the lighthouse "password"?`
	if got, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: asked, Items: 50}); err != nil || recalls(&got, "XYZZY") {
		t.Errorf("taken back: %+v %v", got.Memories, err)
	}
	if turn := talk(t, c, asked); recalls(turn.Recalled, "is XYZZY") {
		t.Errorf("taken back, in a turn: %+v", turn.Recalled.Memories)
	}
	if err := c.Conversation.Restore(said.User.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: "lighthouse password"}); err != nil || !recalls(&got, "is XYZZY") {
		t.Errorf("given back: %+v %v", got.Memories, err)
	}
}

// lifetime is what somebody says in a season, some of it of weight.
var lifetime = []string{
	"My sister Mika plays the cello in Osaka.", "I like the smell of rain on the harbour.", "I was so sad when our dog Rex died.",
	"We walked to the lighthouse and saw a heron.", "I started a new job at the ferry office.", "My favourite tea is hojicha.",
	"Tomek visited me and we cooked pierogi.", "I passed the exam and I was happy all day.", "The ferry was late because of the fog.",
	"I am learning to play the piano.", "My brother Jun moved to Sapporo.", "We planted tomatoes behind the house.",
}

// live talks and dreams, a day after the other, takes one message back and
// returns its id.
func live(t *testing.T, dir string, days int) (taken transcript.ID) {
	t.Helper()
	for day := range days {
		h := remembering(t, dir, september.AddDate(0, 0, 5*day), nil)
		c := luna(t, h)
		c.work.Wait()
		for i := range 4 {
			turn := talk(t, c, fmt.Sprintf("%s It was day %d.", lifetime[(day*5+i)%len(lifetime)], day))
			if day == 1 && i == 2 {
				taken = turn.User.ID
			}
		}
		if _, err := c.Dreams.Dream(t.Context(), dreaming.Request{By: dreaming.ByRules}); err != nil {
			t.Fatal(err)
		}
		if day == 7 { // known from now on only
			_, err := c.mind.Pages.Write("Mika", entity.Note{Text: "Alex's sister."}, store.Cause{Kind: store.CauseUser})
			must(t, err)
		}
		if day == 3 {
			if _, err := c.Conversation.Retract(taken); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return taken
}

// answers opens the home at a time and asks, of the memory and as a turn does.
func answers(t *testing.T, dir string, at time.Time) []string {
	t.Helper()
	h := remembering(t, dir, at, nil)
	defer h.Close()
	c := luna(t, h)
	c.work.Wait()
	must(t, c.Memories.Request(background.Changes).Wait(t.Context()))
	c.Memories.Settle(t.Context())
	var out []string
	for _, text := range []string{
		"What does my sister play?", "What do you know about Tomek?", "When did I pass the exam?", "What did we see at the lighthouse?",
		"Which tea do I like?", "When was I sad?", "What happened in October?", "What did you say about the ferry?",
	} {
		found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: text, Items: 12})
		must(t, err)
		named, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: text, Entities: []string{"Mika"}})
		must(t, err)
		turn := c.Memories.ForTurn(t.Context(), retrieval.Turn{Text: text, Tokens: retrieval.MostTokens})
		for _, r := range []retrieval.Recollection{found, turn, named} {
			r.Millis = 0
			data, err := json.MarshalIndent(r.Memories, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, text+"\n"+strings.Join(r.Notes, "\n")+string(data))
		}
	}
	return out
}

// TestIndexDeletedAnswersAreTheSame deletes what is derived from the files of a
// life of some months: every question brings back the same memories in the
// same order with the same numbers.
func TestIndexDeletedAnswersAreTheSame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	taken := live(t, dir, 9)
	later := september.AddDate(0, 0, 61)
	forget := func() {
		if err := os.RemoveAll(filepath.Join(dir, "personas", "luna", ".index")); err != nil {
			t.Fatal(err)
		}
	}
	before := answers(t, dir, later)
	forget()
	sameAnswers(t, "deleted", answers(t, dir, later), before)

	h := remembering(t, dir, later, nil)
	if err := luna(t, h).Conversation.Restore(taken); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	before = answers(t, dir, later)
	forget()
	sameAnswers(t, "given back, deleted", answers(t, dir, later), before)
}

func sameAnswers(t *testing.T, when string, got, want []string) {
	t.Helper()
	for i, w := range want {
		if got[i] == w {
			continue
		}
		a, b := strings.Split(got[i], "\n"), strings.Split(w, "\n")
		n := 0
		for n < min(len(a), len(b)) && a[n] == b[n] {
			n++
		}
		show := func(list []string) string {
			return strings.Join(slices.Clone(list[max(0, n-12):min(len(list), n+6)]), "\n")
		}
		t.Errorf("%s: %s\nis\n%s\nwas\n%s", when, a[0], show(a), show(b))
	}
}
