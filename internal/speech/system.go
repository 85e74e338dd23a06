package speech

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"yumori/internal/lang/plain"
)

// system is what speaks on a system, where look finds a program in the PATH.
func system(goos string, look func(string) (string, error), p Player) (Engine, error) {
	switch goos {
	case "darwin":
		return command{name: "say", args: say}, nil
	case "windows":
		return command{name: "powershell", args: sapi}, nil
	}
	if _, err := look("espeak-ng"); err == nil {
		return &kana{of: espeak{p}}, nil
	}
	if _, err := look("spd-say"); err == nil {
		return &kana{of: command{name: "spd-say", args: dispatcher, hush: []string{"-S"}}}, nil
	}
	return nil, ErrNoVoice
}

// say are the arguments with which say of macOS speaks what comes on standard
// input. The voices are those that come with the system.
func say(in plain.Language) []string {
	voice := "Samantha"
	if in == plain.Japanese {
		voice = "Kyoko"
	}
	return []string{"-v", voice, "-f", "-"}
}

// dispatcher are the arguments with which spd-say speaks what comes on standard
// input, and waits until it has been heard.
func dispatcher(in plain.Language) []string { return []string{"-w", "-l", string(in), "-e"} }

// sapi are the arguments with which PowerShell has Windows speak what comes on
// standard input, with a voice of the language if one is installed, else with the
// system's. A single line: nothing of it is quoted with a double quote, which the
// command line of Windows would take away.
func sapi(in plain.Language) []string {
	script := `Add-Type -AssemblyName System.Speech; ` +
		`$s = New-Object System.Speech.Synthesis.SpeechSynthesizer; ` +
		`$v = $s.GetInstalledVoices() | Where-Object { $_.Enabled -and $_.VoiceInfo.Culture.TwoLetterISOLanguageName -eq '` + string(in) + `' } | Select-Object -First 1; ` +
		`if ($v) { $s.SelectVoice($v.VoiceInfo.Name) }; ` +
		`$s.Speak((New-Object System.IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)).ReadToEnd())`
	return []string{"-NoProfile", "-NonInteractive", "-Command", script}
}

// A command is a program that speaks what it gets on standard input, where no
// text is taken for an option.
type command struct {
	name string
	args func(plain.Language) []string
	hush []string // makes it silent where killing it does not; nil it does
}

// Speak runs the program. See Engine.
func (c command) Speak(ctx context.Context, sentence string, in plain.Language) error {
	cmd := exec.CommandContext(ctx, c.name, c.args(in)...)
	cmd.Stdin = strings.NewReader(sentence + "\n")
	unseen(cmd)
	err := cmd.Run()
	if ctx.Err() != nil {
		if c.hush != nil {
			_ = exec.Command(c.name, c.hush...).Run() //nolint:noctx // ctx has ended, and this is short
		}
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}
