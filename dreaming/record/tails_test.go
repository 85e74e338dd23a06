package record

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
)

// What is told of a long list of which only the end is looked at is what is
// told of the whole of it.
func TestTheEndOfAListIsEnough(t *testing.T) {
	type element struct {
		ID   string `json:"id,omitempty"`
		Text string `json:"text"`
		In   []any  `json:"in,omitempty"`
	}
	r := rand.New(rand.NewPCG(1, 2))
	encode := func(list []element) []byte {
		data, err := json.MarshalIndent(list, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		return append(data, '\n')
	}
	cuts := 0
	for range 500 {
		var list []element
		for i := range 2 + r.IntN(8) {
			e := element{ID: "e" + strconv.Itoa(i), Text: "\n  },\n" + strconv.Itoa(r.IntN(3))}
			if r.IntN(4) == 0 {
				e.In = []any{map[string]int{"a": 1}, map[string]int{"b": 2}}
			}
			if r.IntN(9) == 0 {
				e.ID = ""
			}
			list = append(list, e)
		}
		before := encode(list)
		for range 1 + r.IntN(2) {
			switch i := r.IntN(len(list)); r.IntN(4) {
			case 0:
				list[i].Text += "!"
			case 1:
				list = append(list[:i:i], list[i+1:]...)
			default:
				list = append(list, element{ID: "n" + strconv.Itoa(len(list)), Text: "new"})
			}
			if len(list) == 0 {
				break
			}
		}
		after := encode(list)
		if _, _, cut := tails(before, after); cut {
			cuts++
		}
		got, ok1 := jsonItems("memory/insights.json", before, after)
		want, ok2 := wholeItems("memory/insights.json", before, after)
		if ok1 != ok2 || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\n%s\n%+v\n%+v", before, after, got, want)
		}
	}
	if cuts < 100 {
		t.Errorf("only %d were cut", cuts)
	}
}
