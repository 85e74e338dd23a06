package chat

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/ui/uitest"
)

func pngOf(t *testing.T, w, h int) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		for y := range h {
			m.SetNRGBA(x, y, color.NRGBA{R: 200, G: 100, B: 50, A: 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPreview(t *testing.T) {
	huge := pngOf(t, 1, 1)
	copy(huge[16:24], []byte{0, 0, 0x3e, 0x80, 0, 0, 0x3e, 0x80}) // claims 16000 by 16000
	for _, tt := range []struct {
		name string
		data []byte
		want image.Point // zero: refused
	}{
		{"small", pngOf(t, 30, 20), image.Pt(30, 20)},
		{"large", pngOf(t, 1300, 650), image.Pt(433, 216)},
		{"a line", pngOf(t, 5000, 1), image.Pt(625, 1)},
		{"claims too much", huge, image.Point{}},
		{"garbage", []byte("GIF89a and nothing more"), image.Point{}},
		{"empty", nil, image.Point{}},
	} {
		m, err := preview(tt.data)
		if (err != nil) != (tt.want == image.Point{}) {
			t.Errorf("%s: error %v", tt.name, err)
			continue
		}
		if err == nil && m.Bounds().Size() != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, m.Bounds().Size(), tt.want)
		}
	}
	m, _ := preview(pngOf(t, 1300, 650))
	if r, g, b, _ := m.At(5, 5).RGBA(); r>>8 != 200 || g>>8 != 100 || b>>8 != 50 {
		t.Errorf("the colour became %d %d %d", r>>8, g>>8, b>>8)
	}
}

func TestPictureInABubble(t *testing.T) {
	s := newStage(t, 0)
	s.companion.Files = map[string][]byte{"a.png": pngOf(t, 40, 30)}
	user := transcript.Message{ID: "x", Role: transcript.RoleUser, Time: uitest.Noon, Attachments: []transcript.Attachment{
		{Name: "a.png", MIME: "image/png", Path: "a.png"}, {Name: "b.png", MIME: "image/png", Path: "gone.png"}, {Name: "c.txt", MIME: "text/plain"},
	}}
	s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseSaved, User: user})
	s.bench.Settle()
	row := s.ChatPage().Transcript.Column.Shown("m/x").(*MessageRow)
	if len(row.files) != 3 {
		t.Fatalf("%d attachments are shown", len(row.files))
	}
	if row.files[0].(*picture).image.Resource != nil {
		t.Error("the picture is not shown")
	}
	if row.files[1].(*picture).image.Resource == nil {
		t.Error("in place of a picture that is gone there is nothing")
	}
}
