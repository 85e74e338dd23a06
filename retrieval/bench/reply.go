package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"yumori/internal/evalset"
	"yumori/retrieval"
)

// A Reply is one line of what Replies writes.
type Reply struct {
	ID    string  `json:"qid"`
	Reply string  `json:"reply"`
	MS    float64 `json:"ms"` // milliseconds of recall and reply
}

// An Asked is a question with what a turn would recall for it.
type Asked struct {
	Text     string
	Now      time.Time // when it is asked
	User     string    // the speaker who asks, as the recalled texts name them
	Recalled retrieval.Result
}

// A Mind replies to a question from what was recalled.
type Mind func(ctx context.Context, a Asked) (string, error)

// Replies has every question of the folder dir answered by mind, from what
// the same recall as a turn's brings up, and writes the replies to out, a
// line each, in the questions' order. It works in a temporary directory.
func Replies(ctx context.Context, dir string, out io.Writer, mind Mind) error {
	set, err := evalset.Read(dir)
	if err != nil {
		return fmt.Errorf("evaluate: %w", err)
	}
	enc := json.NewEncoder(out)
	return each(ctx, set, func(q evalset.Question, g *group) error {
		begin := time.Now()
		a := Asked{Text: q.Query, Now: moment(q.Date), User: string(evalset.User)}
		if g != nil {
			rq := g.query(q)
			found, err := g.recall(ctx, rq)
			if err != nil {
				return err
			}
			a.Now, a.Recalled = rq.Ask.Now, found
		}
		text, err := mind(ctx, a)
		if err != nil {
			return err
		}
		return write(enc, Reply{ID: q.ID, Reply: text, MS: float64(time.Since(begin).Microseconds()) / 1000})
	})
}
