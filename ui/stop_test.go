package ui

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

func TestStoppingIsTakenFromTheToolkit(t *testing.T) {
	life := test.NewTempApp(t).Lifecycle()
	toolkit, ok := life.(stopping)
	if !ok {
		t.Fatal("the toolkit's life cycle has changed: does takeStop still keep it from hanging?")
	}
	done := 0
	toolkit.SetOnStoppedHookExecuted(func() { done++ })
	stop := takeStop(life)
	if toolkit.OnStopped() != nil {
		t.Error("the toolkit still queues something for a loop that has ended")
	}
	if stop(); done != 1 {
		t.Errorf("what it does at its end is done %d times", done)
	}
}
