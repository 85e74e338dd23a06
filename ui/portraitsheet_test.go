package ui

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"yumori/ui/prose"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A given is a file that was picked.
type given struct{ io.Reader }

func (given) Close() error  { return nil }
func (given) URI() fyne.URI { return nil }

// TestAPictureOfOnesOwn gives a persona a picture from its menu: what is no picture
// changes nothing and is told of on the sheet, one that is takes the place of the
// drawn face, which can be had back.
func TestAPictureOfOnesOwn(t *testing.T) {
	s := newStage(t, 2)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewNRGBA(image.Rect(0, 0, 30, 30))); err != nil {
		t.Fatal(err)
	}
	pick := func(data []byte) {
		t.Helper()
		s.calls.Picture = func(picked func(fyne.URIReadCloser)) { picked(given{bytes.NewReader(data)}) }
		askPortrait(s.shell)
		s.bench.Settle()
		uitest.TapButton(t, s.sheets.Open(), s.words.T("portrait.choose"))
		s.bench.Settle()
	}
	pick(picture.Bytes()[:40]) // cut off
	if s.companion.Picture != nil || s.sheets.Open() == nil {
		t.Error("half a picture was taken")
	}
	told := false
	for _, o := range test.LaidOutObjects(s.sheets.Open()) {
		p, ok := o.(*prose.Text)
		told = told || ok && p.Visible() && p.Source() == s.words.T("error.picture")+" "+s.words.T("error.picture.next")
	}
	if !told {
		t.Error("the sheet does not say what is wrong")
	}
	pick(picture.Bytes())
	if !bytes.Equal(s.companion.Picture, picture.Bytes()) || s.sheets.Open() != nil {
		t.Error("the picture was not taken")
	}
	if s.ChatPage() == nil || s.page != pageChat {
		t.Error("the conversation was left")
	}
	askPortrait(s.shell)
	s.bench.Settle()
	uitest.TapButton(t, s.sheets.Open(), s.words.T("portrait.drawn"))
	s.bench.Settle()
	if s.companion.Picture != nil || s.sheets.Open() != nil {
		t.Error("the drawn face did not come back")
	}
}

// TestTheTourNamesEveryPlace has a line for each place of the rail.
func TestTheTourNamesEveryPlace(t *testing.T) {
	s := newStage(t, 2)
	s.tour()
	shown := map[string]bool{}
	for _, o := range test.LaidOutObjects(s.sheets.Open()) {
		if p, ok := o.(*prose.Text); ok {
			shown[p.Source()] = true
		}
	}
	for _, p := range places(s.words) {
		if p.tour == "" || !shown[p.tour] {
			t.Errorf("%s is not told of", p.word)
		}
	}
}

// TestThePicturePickerListsPictures lists what can be shown, and folders, only.
func TestThePicturePickerListsPictures(t *testing.T) {
	s := newStage(t, 2)
	dir := t.TempDir()
	files := map[string]bool{"a.png": true, "B.JPG": true, "c.webp": true, "notes.txt": false, "old.pdf": false, "drawing.svg": false}
	for name := range files {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", dir) // where a picker begins
	s.pickPicture(func(fyne.URIReadCloser) {})
	s.bench.Settle()
	s.win.Canvas().Capture()
	listed := map[string]bool{}
	for _, o := range test.LaidOutObjects(s.win.Canvas().Overlays().Top()) {
		if l, ok := o.(*fynewidget.Label); ok {
			listed[l.Text] = true
		}
	}
	for name, want := range files {
		if listed[name] != want {
			t.Errorf("%s is listed: %v", name, listed[name])
		}
	}
}
