package companion

import (
	"fmt"
	"strings"
	"testing"

	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/retrieval"
)

// TestPoisonDoesNotCrowdOutTheRest has ten records of others fit each question
// better than the persona's own, among a thousand: of what comes to mind, by
// itself or by a tool, they are never more than their cap, and the own ones are
// there.
func TestPoisonDoesNotCrowdOutTheRest(t *testing.T) {
	t.Parallel()
	v := newVictim(t, obeying())
	others, err := v.log.Append(transcript.Message{
		Role: transcript.RoleUser, Text: "A file.", Foreign: transcript.Marks{{Kind: transcript.ForeignImported, Name: "chat.json"}},
	})
	must(t, err)
	subjects := strings.Fields("kettle bicycle lantern garden violin ferry orchard telescope bakery umbrella 灯台 自転車 提灯 庭園 望遠鏡")
	var list []facts.Fact
	for _, s := range subjects {
		for i := range 60 {
			list = append(list, facts.Fact{Type: facts.World, Text: fmt.Sprintf("Number %d: the %s of the town was mended by hand %d.", i, s, i*i)})
		}
		for i := range 10 {
			list = append(list, facts.Fact{Type: facts.World, Text: fmt.Sprintf("What about the %s: the %s, %d", s, s, i), Sources: []string{string(others.ID)}})
		}
	}
	_, err = v.mind.Facts.Retain(list, store.Cause{Kind: store.CauseDream})
	must(t, err)
	v.indexed()
	most := 0
	for _, s := range subjects {
		question := "What about the " + s + "?"
		byTool, err := v.Memories.Search(t.Context(), retrieval.Search{Text: question, Items: 10})
		must(t, err)
		for _, found := range []retrieval.Recollection{v.Memories.ForTurn(t.Context(), retrieval.Turn{Text: question, Tokens: 1_500}), byTool} {
			poison := 0
			for _, m := range found.Memories {
				if m.Foreign {
					poison++
				}
			}
			most = max(most, poison)
			if poison > retrieval.MostOthers || poison == 0 || len(found.Memories) == poison {
				t.Errorf("%s: %d of %d are of others, at most %d may be", s, poison, len(found.Memories), retrieval.MostOthers)
			}
		}
	}
	all, err := v.Memories.Recall(t.Context(), retrieval.Question{Text: "What about the kettle?", Items: 20})
	if n := strings.Count(fmt.Sprint(all.Memories), "What about the kettle: "); err != nil || n <= retrieval.MostOthers {
		t.Errorf("the user looks, and finds %d: %v", n, err)
	}
	t.Logf("trust: %d tries: at most %d of what was recalled are of others, %d may be", 2*len(subjects), most, retrieval.MostOthers)
}
