package speech

import (
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"yumori/internal/lang/plain"
)

// TestWhatSpeaksOnASystem: macOS and Windows are not here to speak, but what they
// are asked is.
func TestWhatSpeaksOnASystem(t *testing.T) {
	only := func(there ...string) func(string) (string, error) {
		return func(name string) (string, error) {
			if slices.Contains(there, name) {
				return "/usr/bin/" + name, nil
			}
			return "", exec.ErrNotFound
		}
	}
	for _, row := range []struct {
		goos   string
		look   func(string) (string, error)
		en, ja string
	}{
		{"darwin", only(), "say -v Samantha -f -", "say -v Kyoko -f -"},
		{"linux", only("spd-say"), "spd-say -w -l en -e", "spd-say -w -l ja -e"},
		{"windows", only(), "powershell -NoProfile -NonInteractive -Command " + strings.Replace(script, "LANG", "en", 1), "powershell -NoProfile -NonInteractive -Command " + strings.Replace(script, "LANG", "ja", 1)},
	} {
		e, err := system(row.goos, row.look, noPlayer{})
		if k, ok := e.(*kana); ok {
			e = k.of
		}
		c, ok := e.(command)
		if err != nil || !ok {
			t.Errorf("%s: %T, %v", row.goos, e, err)
			continue
		}
		for in, want := range map[plain.Language]string{plain.English: row.en, plain.Japanese: row.ja} {
			if got := c.name + " " + strings.Join(c.args(in), " "); got != want {
				t.Errorf("%s, %s: %s\nwant %s", row.goos, in, got, want)
			}
		}
	}
	e, err := system("linux", only("espeak-ng", "spd-say"), noPlayer{})
	if k, ok := e.(*kana); err != nil || !ok || k.of != (espeak{noPlayer{}}) {
		t.Errorf("with both: %T, %v", e, err)
	}
	if _, err := system("linux", only(), noPlayer{}); !errors.Is(err, ErrNoVoice) {
		t.Errorf("with none: %v", err)
	}
}

// script is what PowerShell is asked, LANG the language.
const script = `Add-Type -AssemblyName System.Speech; ` +
	`$s = New-Object System.Speech.Synthesis.SpeechSynthesizer; ` +
	`$v = $s.GetInstalledVoices() | Where-Object { $_.Enabled -and $_.VoiceInfo.Culture.TwoLetterISOLanguageName -eq 'LANG' } | Select-Object -First 1; ` +
	`if ($v) { $s.SelectVoice($v.VoiceInfo.Name) }; ` +
	`$s.Speak((New-Object System.IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)).ReadToEnd())`

// TestTheLineOfWindowsIsWhole: PowerShell gets it as one argument, in which Windows
// would take a double quote away.
func TestTheLineOfWindowsIsWhole(t *testing.T) {
	for _, in := range []plain.Language{plain.English, plain.Japanese} {
		line := sapi(in)[3]
		if strings.ContainsAny(line, "\"\n") || strings.Count(line, "(") != strings.Count(line, ")") || strings.Count(line, "{") != strings.Count(line, "}") || strings.Count(line, "'")%2 != 0 {
			t.Errorf("%s: %s", in, line)
		}
	}
}
