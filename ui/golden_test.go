package ui

import (
	"testing"

	"yumori/internal/companion"
	"yumori/internal/models"
	"yumori/internal/transcript"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

func TestGoldenTitle(t *testing.T) {
	uitest.NewApp(t)
	w := uitest.Japanese(t)
	title := newTitleLine(w, titleHooks{Hint: func(widget.Spot) {}})
	title.show(titleView(titleState{page: pageChat, name: "灯子", emotion: "sadness", who: companion.Snapshot{
		Slug: "akari", Speaker: models.Speaker{Rules: true}}}, w))
	uitest.Render(t, "title", title.content, fyne.NewSize(800, 56))
}

func TestGoldenWindow(t *testing.T) {
	s := newStage(t, 0)
	user := transcript.Message{ID: "a", Role: transcript.RoleUser, Text: "Are you there?", Time: uitest.Noon}
	s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseFailed, User: user, Err: uitest.ErrOdd})
	s.win.Canvas().Unfocus()
	uitest.Compare(t, "window", s.win.Canvas())
}
