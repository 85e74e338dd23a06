package e2e

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A screen is what is on a display: its points, row by row, in points bytes
// each.
type screen struct {
	width, height, row, point int
	pix                       []byte
}

// screen is what is on the screen. Xvfb keeps it in a file, as xwd would write
// it: to look takes no program, and nothing of the processor's time.
func (d *desktop) screen() *screen {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.frames, "Xvfb_screen0"))
	if err != nil {
		d.t.Fatal(err)
	}
	word := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	const headerWords, colour = 25, 12
	if len(data) < 4*headerWords {
		d.t.Fatal("Xvfb's screen has no header")
	}
	s := &screen{width: word(4), height: word(5), point: word(11) / 8, row: word(12)}
	begin := word(0) + colour*word(19)
	if s.point != 4 || len(data) < begin+s.row*s.height {
		d.t.Fatalf("%d bytes of a screen of %d by %d, %d bytes each", len(data), s.width, s.height, s.point)
	}
	s.pix = data[begin:]
	return s
}

// line is a piece of a row.
func (s *screen) line(y, from, to int) []byte {
	return s.pix[y*s.row+from*s.point : y*s.row+to*s.point]
}

// changed counts the points of a part of the screen that are not what they
// were.
func changed(was, is *screen, part image.Rectangle) int {
	part = part.Intersect(image.Rect(0, 0, is.width, is.height))
	n := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		a, b := was.line(y, part.Min.X, part.Max.X), is.line(y, part.Min.X, part.Max.X)
		if bytes.Equal(a, b) {
			continue
		}
		for i := 0; i < len(a); i += is.point {
			if !bytes.Equal(a[i:i+is.point], b[i:i+is.point]) {
				n++
			}
		}
	}
	return n
}

// colours counts the colours on the screen.
func (s *screen) colours() int {
	seen := map[uint32]bool{}
	for y := range s.height {
		line := s.line(y, 0, s.width)
		for i := 0; i < len(line); i += s.point {
			if i == 0 || !bytes.Equal(line[i:i+s.point], line[i-s.point:i]) {
				seen[binary.LittleEndian.Uint32(line[i:])] = true
			}
		}
	}
	return len(seen)
}

// picture keeps a picture of the screen where YUMORI_SHOTS wants one.
func (d *desktop) picture(name string) {
	d.t.Helper()
	dir := os.Getenv("YUMORI_SHOTS")
	if dir == "" {
		return
	}
	d.shot++
	s := d.screen()
	img := image.NewNRGBA(image.Rect(0, 0, s.width, s.height))
	for y := range s.height {
		line := s.line(y, 0, s.width)
		for x := range s.width {
			img.SetNRGBA(x, y, color.NRGBA{line[x*s.point+2], line[x*s.point+1], line[x*s.point], 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		d.t.Fatal(err)
	}
	file := filepath.Join(dir, fmt.Sprintf("%s-%02d-%s.png", strings.ReplaceAll(d.t.Name(), "/", "-"), d.shot, name))
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// redrawn waits until a part of the screen has changed and stays, and keeps a
// picture.
func (d *desktop) redrawn(name string, was *screen, part image.Rectangle) {
	d.t.Helper()
	d.until(name+" on the screen", func() bool { return changed(was, d.screen(), part) > 40 })
	d.still(part)
	d.picture(name)
}

// drawn waits until the screen stays, and keeps a picture.
func (d *desktop) drawn(name string) {
	d.t.Helper()
	d.still(anyPart)
	d.picture(name)
}

// caret is how many points may change on a screen that stays: where one types,
// something blinks.
const caret = 200

// still waits until a part of the screen stays as it is.
func (d *desktop) still(part image.Rectangle) {
	d.t.Helper()
	was, since := d.screen(), time.Now()
	d.until("a screen that stays", func() bool {
		is := d.screen()
		if changed(was, is, part) > caret {
			was, since = is, time.Now()
		}
		return time.Since(since) > stays
	})
}
