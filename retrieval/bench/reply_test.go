package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestReplies(t *testing.T) {
	dir := folder(t, `{"id":"a/1","group":"a","session":"s1","ord":0,"speaker":"Mel","date":"2023-05-08T13:56:00","text":"I went to the pottery workshop."}
`, `{"qid":"1","group":"a","cat":"x","query":"Where did Mel learn pottery?"}
{"qid":"2","group":"b","cat":"x","query":"anything","date":"2024-01-02"}
`)
	var out bytes.Buffer
	err := Replies(context.Background(), dir, &out, func(_ context.Context, a Asked) (string, error) {
		said := a.Now.Format("2006-01-02")
		for _, i := range a.Recalled.Items {
			said += " " + i.ID
		}
		return said, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"2023-05-08 a/1", "2024-01-02"}
	i := 0
	for line := range strings.Lines(out.String()) {
		var r Reply
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Reply != want[i] {
			t.Errorf("question %s: %q, want %q", r.ID, r.Reply, want[i])
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d replies, want %d", i, len(want))
	}
	failed := errors.New("no mind")
	err = Replies(context.Background(), dir, &out, func(context.Context, Asked) (string, error) { return "", failed })
	if !errors.Is(err, failed) {
		t.Errorf("a mind that fails: %v", err)
	}
}
