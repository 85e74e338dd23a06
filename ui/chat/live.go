package chat

import (
	"context"
	"errors"
	"strconv"
	"time"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/transcript"
	"yumori/ui/page"
)

// This file is the turn under way, as the conversation shows it.

// waitShown is how long nothing comes before it is said for how long.
const waitShown = 5 * time.Second

// A liveTurn is the turn under way, or the one that ended last.
type liveTurn struct {
	*part
	companion.Turn
	heard time.Time // when it last gave a sign of life
}

// take takes the turn as it stands, for a sign of life.
func (l *liveTurn) take(t companion.Turn) {
	l.Turn, l.heard = t, time.Time{}
	if !t.Running() {
		return // the counting ends by itself
	}
	l.heard = l.Now()
	if !l.Dispatcher.Busy(l.kind("wait")) {
		l.wait()
	}
}

// wait counts the seconds in which nothing comes.
func (l *liveTurn) wait() {
	page.Background(l.Dispatcher, l.kind("wait"), func(ctx context.Context) (struct{}, error) {
		return struct{}{}, l.Dispatcher.Pause(ctx, time.Second)
	}, func(_ struct{}, err error) {
		if err != nil || !l.Running() {
			return
		}
		if l.Now().Sub(l.heard) >= waitShown {
			l.show()
		}
		l.wait()
	})
}

// busy reports whether a turn is under way. One that has told its last word may
// still be writing down what it did: another would cut that off.
func (l *liveTurn) busy() bool { return l.Running() || l.Dispatcher.Busy(l.kind("turn")) }

// silent is for how long the turn under way has given no sign of life.
func (s ChatState) silent() time.Duration {
	if s.heard.IsZero() {
		return 0
	}
	return s.now.Sub(s.heard)
}

// waited is what is being waited for, and for how long where it is long.
func waited(w page.Words, what string, d time.Duration) string {
	if d < waitShown {
		return what
	}
	return what + page.Separator + counted(w, d)
}

// counted is a time that is being counted: 12 s, 1 min 5 s.
func counted(w page.Words, d time.Duration) string {
	seconds := int(d.Seconds())
	if seconds < 60 {
		return w.T("counted.seconds", "s", strconv.Itoa(seconds))
	}
	return w.T("counted.minutes", "m", strconv.Itoa(seconds/60), "s", strconv.Itoa(seconds%60))
}

// isLive reports whether the turn is under way, or has ended but is not in
// the log that is loaded.
func (v *chatViewer) isLive() bool {
	t := v.s.turn
	if t.Running() {
		return true
	}
	return t.Reply.ID != "" && !v.s.log.holds(t.Reply.ID) && v.s.log.holds(t.User.ID)
}

// live adds what is not on disk yet, and what went wrong last.
func (v *chatViewer) live() {
	t := v.s.turn
	if v.s.log.hasNewer {
		return
	}
	if t.Running() {
		v.liveUser()
		v.liveReply()
		return
	}
	v.ended()
}

// liveUser adds the user's message while the log is not read again yet.
func (v *chatViewer) liveUser() {
	u := v.s.turn.User
	if u.ID == "" || v.s.log.holds(u.ID) {
		return
	}
	v.day(u.Time)
	v.end = u.ID
	v.add(RowModel{key: RowKey(u.ID), Kind: rowMessage, message: v.message(line{Entry: transcript.Entry{Message: u}})})
}

func (v *chatViewer) liveReply() {
	t := v.s.turn
	m := MessageModel{name: v.s.who.Name, text: t.Text, streaming: true, foot: v.liveFoot()}
	silent := v.s.silent()
	switch {
	case t.Phase == companion.PhaseActing && len(t.Tools) > 0:
		m.waiting = waited(v.w, toolWord(v.w, t.Tools[len(t.Tools)-1].Name), silent)
	case t.Text == "":
		m.waiting = waited(v.w, v.w.T("chat.thinking"), silent)
	case silent >= waitShown: // it broke off in the middle
		m.foot += page.Separator + v.w.T("chat.silent", "time", counted(v.w, silent))
	}
	v.add(RowModel{key: "live/" + string(t.User.ID), Kind: rowMessage, message: m})
}

// RuledFor says why the built-in rules spoke in place of a model, "" they did
// not.
func RuledFor(w page.Words, n companion.Notice) string {
	switch n.Kind {
	case companion.NoticeFellBack:
		return w.T("foot.fell_back", "model", w.Model(n.From))
	case companion.NoticeSpent:
		return w.T("foot.spent")
	case companion.NoticeSmall:
		return w.T("foot.small", "model", w.Model(n.From))
	}
	return ""
}

func (v *chatViewer) liveFoot() string {
	t := v.s.turn
	switch {
	case RuledFor(v.w, t.Notice) != "":
		return RuledFor(v.w, t.Notice)
	default:
		return v.w.Speaker(t.Speaker)
	}
}

// ended adds the reply that the log does not show yet, and the error of a
// turn that failed.
func (v *chatViewer) ended() {
	t := v.s.turn
	if t.User.ID == "" {
		return
	}
	v.liveUser()
	if t.Reply.ID != "" && !v.s.log.holds(t.Reply.ID) && v.follows(t.User.ID) {
		l := line{Entry: transcript.Entry{Message: t.Reply}, spoken: spokenOf(t.Reply)}
		v.add(RowModel{key: RowKey(t.Reply.ID), Kind: rowMessage, message: v.message(l)})
	}
	if !v.isNewest(t) {
		return
	}
	switch {
	case t.Phase == companion.PhaseFailed && t.Err != nil:
		e := v.w.Explain(t.Err)
		v.add(RowModel{key: "failed/" + string(t.User.ID), Kind: rowTrouble,
			trouble: page.TroubleModel{What: e.What, Next: e.Next, Details: e.Details, Retry: t.User.ID, Models: errors.Is(t.Err, llm.ErrNoModel)}})
	case t.Notice.Kind == companion.NoticeFellBack && errors.Is(t.Notice.Err, llm.ErrNoModel):
		e := v.w.Explain(t.Notice.Err)
		v.add(RowModel{key: "no_model/" + string(t.User.ID), Kind: rowTrouble,
			trouble: page.TroubleModel{What: v.w.T("chat.no_model", "model", v.w.Model(t.Notice.From)), Next: e.Next, Details: e.Details, Models: true}})
	case t.Notice.Kind == companion.NoticeSmall:
		v.add(RowModel{key: "small/" + string(t.User.ID), Kind: rowTrouble, trouble: page.TroubleModel{
			What: v.w.T("chat.small", "model", v.w.Model(t.Notice.From), "n", page.Thousands(t.Notice.Window), "needs", page.Thousands(t.Notice.Needs)),
			Next: v.w.T("chat.small.next"), Models: true,
		}})
	case t.Phase == companion.PhaseInterrupted && t.Reply.ID == "":
		v.add(RowModel{key: "stopped/" + string(t.User.ID), Kind: rowNote, text: v.w.T("chat.stopped")})
	}
}

// follows reports whether the last message row is the user message id.
func (v *chatViewer) follows(id transcript.ID) bool {
	for i := len(v.rows) - 1; i >= 0; i-- {
		if v.rows[i].Kind == rowMessage {
			return v.rows[i].message.Id == id
		}
	}
	return false
}

// isNewest reports whether turn t is the last thing shown.
func (v *chatViewer) isNewest(t companion.Turn) bool {
	return v.follows(t.User.ID) || t.Reply.ID != "" && v.follows(t.Reply.ID)
}
