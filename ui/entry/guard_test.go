package entry

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// A trace is what the toolkit reported, one event a word: "12:N" a key 12 ms
// after the event before it, "12='日" a rune. Recorded on X11 with fcitx5 and
// anthy, times rounded.
func play(t *testing.T, trace string) (did string) {
	t.Helper()
	var g guard
	now := time.Unix(0, 0)
	var out strings.Builder
	perform := func(ps []press) {
		for _, p := range ps {
			out.WriteString("<" + string(p.name) + ">")
		}
	}
	advance := func(d time.Duration) { // as the timer would
		until := now.Add(d)
		for at, ok := g.deadline(); ok && !at.After(until); at, ok = g.deadline() {
			now = at
			perform(g.tick(now))
		}
		now = until
	}
	for _, ev := range strings.Fields(trace) {
		i := strings.IndexAny(ev, ":=")
		d, err := time.ParseDuration(ev[:i] + "ms")
		if err != nil {
			t.Fatal(err)
		}
		advance(d)
		if what := ev[i+1:]; ev[i] == ':' {
			for _, p := range g.key(now, press{name: fyne.KeyName(what)}) {
				perform([]press{p})
			}
		} else {
			r := []rune(what)[0]
			switch what {
			case "sp":
				r = ' '
			case "wide":
				r = '\u3000'
			}
			after := g.rune(now, r)
			out.WriteRune(r)
			perform(after)
		}
	}
	advance(5 * time.Second)
	if _, ok := g.deadline(); ok {
		t.Error("the guard still waits after five seconds")
	}
	return out.String()
}

func TestGuard(t *testing.T) {
	rows := []struct{ name, trace, want string }{
		{"return alone", "0:Return", "<Return>"},
		{"recorded: latin burst, a rune a frame",
			"0:A 0:B 0:C 0:Space 0:D 16:A 0:Return 3:B 0=a 47=b 33=c 33=sp 33=d 33=a 66=b", "abc da<Return>b"},
		{"recorded: held x", "0:X 17=x 634:X 17=x 17:X 17=x 33:X 17=x 200:Return", "xxxx<Return>"},
		{"recorded: nihongo, space, return, return",
			"0:N 50:I 66:H 66:O 50:N 66:G 66:O 366:Space 500:Return 16=日 33=本 0=語 584:Return", "日本語<Return>"},
		{"recorded: at full speed", "0:N 0:I 0:H 0:O 0:N 0:G 0:Space 17:Return 32=日 0=本 0=語", "日本語"},
		{"recorded: a and return at once", "0:A 0:Return 16=あ", "あ"},
		{"recorded: the next word commits the one before",
			"0:N 50:I 50:H 50:O 50:N 50:Space 50:K 16=日 0=本 33:A 50:R 50:A 350:Return 17=か 0=ら 500:Return", "日本から<Return>"},
		{"recorded: turned off in the middle", "0:N 50:E 50:K 50:O 51=ね 0=こ 900:Return", "ねこ<Return>"},
		{"recorded: full-width space", "0:Space 17=wide 5:Return", "\u3000<Return>"},
		{"backspaces while composing", "0:K 50:A 400:BackSpace 400:BackSpace 400:BackSpace", "<BackSpace>"},
		{"arrows while composing", "0:K 50:A 400:Left 50:Right 50:Home 50:Tab", ""},
		{"escape ends a composition", "0:K 50:A 400:Escape 400:BackSpace 10:Return", "<BackSpace><Return>"},
		{"escape twice after space", "0:K 50:A 400:Space 400:Escape 400:BackSpace 100:Escape 100:Escape", "<Escape>"},
		{"return long after escape in a conversion", "0:K 50:A 400:Space 400:Escape 400:Return", "<Return>"},
		{"a return that commits nothing is not lost for ever", "0:K 50:A 400:Return 900:Return", "<Return>"},
		{"a key that types nothing", "0:[ 2000:Return", "<Return>"},
		{"a key that types nothing, then latin", "0:[ 2000:A 17=a 5:Return", "a<Return>"},
		{"shifted sign", "0:1 17=! 5:Return", "!<Return>"},
		{"accented letter", "0:E 17=é 0:Return", "é<Return>"},
		{"pinyin: space takes the first", "0:N 50:I 50:H 50:A 50:O 300:Space 17=你 0=好 500:BackSpace", "你好<BackSpace>"},
		{"pinyin: a digit chooses", "0:N 50:I 300:2 17=泥 500:Return", "泥<Return>"},
		{"pinyin: return commits the letters", "0:N 50:I 50:H 50:A 50:O 300:Return 17=n 0=i 0=h 0=a 0=o 500:Return", "nihao<Return>"},
		{"full-width letters", "0:A 17=ａ 0:Return", "ａ<Return>"},
		{"japanese full stop typed alone", "0:. 17=。 0:Return", "。<Return>"},
		{"keys that never type pass", "0:A 0:F5 17=a", "<F5>a"},
		{"order is kept", "0:A 0:Left 0:B 0:Return 17=a 17=b", "a<Left>b<Return>"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := play(t, row.trace); got != row.want {
				t.Errorf("play(%q) = %q, want %q", row.trace, got, row.want)
			}
		})
	}
}

// Whatever is typed without an input method comes out whole and in order,
// however late the runes are.
func TestGuardLosesNothing(t *testing.T) {
	typed := []string{"A", "B", "Return", "C", "BackSpace", "Space", "Left", "1", "Return", "D", "Escape", "E"}
	want := slices.Clone(typed)
	for lag := range 6 { // runes lag that many keys behind
		var g guard
		now := time.Unix(0, 0)
		var got, due []string
		type typedKey = string
		perform := func(ps []press) {
			for _, p := range ps {
				got = append(got, string(p.name))
			}
		}
		answer := func() {
			k := due[0]
			due = due[1:]
			r := ' '
			if k != "Space" {
				r = rune(strings.ToLower(k)[0])
			}
			after := g.rune(now, r)
			got = append(got, k)
			perform(after)
		}
		for _, k := range typed {
			now = now.Add(5 * time.Millisecond)
			p := press{name: fyne.KeyName(typedKey(k))}
			perform(g.key(now, p))
			if p.types() {
				due = append(due, k)
			}
			if len(due) > lag {
				answer()
			}
		}
		for len(due) > 0 {
			now = now.Add(33 * time.Millisecond)
			answer()
		}
		if !slices.Equal(got, want) {
			t.Errorf("lag %d: %v, want %v", lag, got, want)
		}
	}
}

func TestHasInputMethod(t *testing.T) {
	rows := []struct {
		goos, xmodifiers string
		want             bool
	}{
		{"linux", "", false},
		{"linux", "@im=fcitx", true},
		{"linux", "@im=ibus", true},
		{"linux", "@im=none", false},
		{"linux", "@im=local", false},
		{"linux", "@im=", false},
		{"freebsd", "@im=SCIM", true},
		{"darwin", "", true},
		{"windows", "@im=fcitx", false},
	}
	for _, row := range rows {
		if got := hasInputMethod(row.goos, row.xmodifiers); got != row.want {
			t.Errorf("hasInputMethod(%q, %q) = %v, want %v", row.goos, row.xmodifiers, got, row.want)
		}
	}
}

// FuzzGuard: no events make it panic, lose a rune's press for ever or wait
// without end.
func FuzzGuard(f *testing.F) {
	f.Add([]byte("N.I.H.O. .\r日本\r"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var g guard
		now := time.Unix(0, 0)
		names := []fyne.KeyName{"A", "B", fyne.KeySpace, fyne.KeyReturn, fyne.KeyBackspace, fyne.KeyEscape, fyne.KeyLeft, "1"}
		pressed, done := 0, 0
		for _, b := range data {
			now = now.Add(time.Duration(b>>4) * 20 * time.Millisecond)
			switch b & 15 {
			case 8, 9:
				done += len(g.rune(now, 'a'))
			case 10, 11:
				done += len(g.rune(now, '日'))
			case 12:
				done += len(g.tick(now))
			default:
				p := press{name: names[b&7]}
				if p.guarded() {
					pressed++
				}
				done += len(g.key(now, p))
			}
		}
		for at, ok := g.deadline(); ok; at, ok = g.deadline() {
			if at.Before(now) {
				at = now
			}
			now = at
			done += len(g.tick(now))
		}
		if done > pressed {
			t.Errorf("%d presses performed, %d made", done, pressed)
		}
		now = now.Add(time.Minute)
		if g.eaten == 0 && len(g.key(now, press{name: fyne.KeyReturn})) != 1 {
			t.Error("a Return at rest was held back")
		}
	})
}
