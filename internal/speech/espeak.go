package speech

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"

	"yumori/internal/lang/plain"
)

// An espeak has eSpeak make the sound of a sentence and plays it. eSpeak could play
// it, too; but where there is no device it says that all went well, and how loud it
// is nobody knows.
type espeak struct{ player Player }

// Speak makes the sound and plays it. See Engine.
func (e espeak) Speak(ctx context.Context, sentence string, in plain.Language) error {
	cmd := exec.CommandContext(ctx, "espeak-ng", "-v", string(in), "--stdin", "--stdout")
	cmd.Stdin = strings.NewReader(sentence + "\n")
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("espeak-ng: %w", err)
	}
	if out.Len() == 0 {
		return nil // there is nothing in it that has a sound
	}
	sound, err := ReadWAV(out.Bytes())
	if err != nil {
		return fmt.Errorf("espeak-ng: %w", err)
	}
	return e.player.Play(ctx, sound) //nolint:wrapcheck // it says what it could not do
}
