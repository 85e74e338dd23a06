package speech

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"yumori/internal/lang/plain"
)

// heard is an engine that notes what it is given.
type heard struct {
	list  []string
	stuck bool // it hangs until it is told to be silent
}

func (h *heard) Speak(ctx context.Context, s string, in plain.Language) error {
	h.list = append(h.list, string(in)+": "+s)
	if h.stuck {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

func TestASentenceIsReadOnceItIsComplete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &heard{}
		var g Growing
		end := make(chan error, 1)
		go func() { end <- With(e).Follow(t.Context(), &g) }()
		for _, step := range []struct {
			text string
			want []string
		}{
			{"It is good to h", nil},
			{"It is good to hear you. The ket", []string{"en: It is good to hear you."}},
			{"It is good to hear you. The kettle is on. お茶を", []string{"en: It is good to hear you.", "en: The kettle is on."}},
		} {
			g.Set(step.text)
			if synctest.Wait(); !slices.Equal(e.list, step.want) {
				t.Errorf("of %q it has read %q", step.text, e.list)
			}
		}
		g.End("It is good to hear you. The kettle is on. お茶をいれます。")
		if err := <-end; err != nil || len(e.list) != 3 || e.list[2] != "ja: お茶をいれます。" {
			t.Errorf("in the end %q, %v", e.list, err)
		}
	})
}

func TestItIsSilentAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &heard{stuck: true}
		ctx, stop := context.WithCancel(t.Context())
		end := make(chan error, 1)
		go func() { end <- With(e).Read(ctx, "One. Two. Three.") }()
		synctest.Wait()
		stop()
		if err := <-end; !errors.Is(err, context.Canceled) || len(e.list) != 1 {
			t.Errorf("stopped: %q, %v", e.list, err)
		}
	})
}

func TestWhatIsNotSpoken(t *testing.T) {
	e := &heard{}
	text := "# Tea\n\nSee [the page](https://example.org/a). **Warm** the pot:\n```go\nfmt.Println(1)\n```\nThen _wait_. https://example.org … \n- That is all."
	if err := With(e).Read(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	said := strings.Join(e.list, " ")
	for _, bad := range []string{"http", "Println", "*", "_", "#", "[", "`"} {
		if strings.Contains(said, bad) {
			t.Errorf("%q is read in %q", bad, said)
		}
	}
	for _, good := range []string{"See the page.", "Warm the pot", "Then wait.", "That is all."} {
		if !strings.Contains(said, good) {
			t.Errorf("%q is not read in %q", good, said)
		}
	}
}

func TestJapaneseIsReadInKana(t *testing.T) {
	e := &heard{}
	k := &kana{of: e}
	for _, s := range []struct{ text, want string }{
		{"今日は東京に行きます。", "ja: キョーワトーキョーニイキマス。"},
		{"猫が好き！", "ja: ネコガスキ！"},
		{"１１月20日の3時、一人で十一人と。", "ja: 11ガツハツカノ3ジ、ヒトリデジューイチニント。"},
		{"髙橋さんとAIの彁。", "ja: キョーサントAIノ。"}, // kanji it does not know
	} {
		e.list = nil
		if err := k.Speak(t.Context(), s.text, plain.Japanese); err != nil || e.list[0] != s.want {
			t.Errorf("%s is read %q, %v", s.text, e.list, err)
		}
	}
}

// A long sentence is spoken in pieces, a short one is not touched.
func TestALongSentenceIsCut(t *testing.T) {
	for text, want := range map[string][]int{
		strings.Repeat("word, ", 100):              {299, 299},
		strings.Repeat("長い文、", 100):                {300, 100},
		strings.Repeat("x", 301) + "。":             {300, 2},
		"It is good to hear you, and that is all.": {40},
	} {
		var got []int
		for _, part := range parts(strings.TrimSpace(text)) {
			got = append(got, utf8.RuneCountInString(part))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%.20s… is cut into %v, want %v", text, got, want)
		}
	}
}

// What eSpeak makes of a sentence is played; where nothing plays that is said, as
// eSpeak does not.
func TestWhatESpeakMakesIsPlayed(t *testing.T) {
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		t.Skip("no espeak-ng")
	}
	var out loudspeaker
	if err := New(&out).Read(t.Context(), "Good evening. こんばんは。 -- …"); err != nil {
		t.Fatal(err)
	}
	if len(out.heard) != 2 || out.heard[0].Rate < 16_000 || out.heard[0].Length() < time.Second/2 || out.heard[0].Length() > 2*time.Second {
		t.Errorf("heard %d sounds", len(out.heard))
	}
	if err := New(noPlayer{}).Read(t.Context(), "Good evening."); !errors.Is(err, ErrNoDevice) {
		t.Errorf("without a device: %v", err)
	}
}

// noPlayer is a machine without a sound device.
type noPlayer struct{}

func (noPlayer) Play(context.Context, Sound) error { return ErrNoDevice }

// TestACommandGetsTheTextOnItsInput: a text that looks like an option is none,
// and one that hangs is killed.
func TestACommandGetsTheTextOnItsInput(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	to := filepath.Join(t.TempDir(), "said")
	c := command{name: "sh", args: func(in plain.Language) []string {
		return []string{"-c", `cat > "$0"; echo "$1" >> "$0"`, to, string(in)}
	}}
	if err := c.Speak(t.Context(), "--version", plain.English); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != "--version\nen\n" {
		t.Errorf("it got %q, %v", got, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := (command{name: "sleep", args: func(plain.Language) []string { return []string{"60"} }}).Speak(ctx, "x", plain.English); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if err := (command{name: "false", args: func(plain.Language) []string { return nil }}).Speak(t.Context(), "x", plain.English); err == nil {
		t.Error("a program that fails is taken for one that spoke")
	}
}

// BenchmarkFirstSound is the time from a complete sentence to its sound, which is
// ready to be played. Promised: 400 ms.
func BenchmarkFirstSound(b *testing.B) {
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		b.Skip("no espeak-ng")
	}
	for name, s := range map[string]struct {
		text string
		in   plain.Language
	}{"en": {"It is good to hear you.", plain.English}, "ja": {"今日は東京に行きます。", plain.Japanese}} {
		b.Run(name, func(b *testing.B) {
			k := &kana{of: espeak{&loudspeaker{}}}
			if err := k.Speak(b.Context(), s.text, s.in); err != nil { // the dictionary
				b.Fatal(err)
			}
			for b.Loop() {
				if err := k.Speak(b.Context(), s.text, s.in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
