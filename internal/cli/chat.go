package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
)

// maxLine bounds a line of the input; the companion says what is too long for
// a message.
const maxLine = 8 << 20

func chatCommand(s *session) *cobra.Command {
	once := ""
	cmd := &cobra.Command{
		Use:   "chat",
		Short: s.words.text("about_chat"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			s.lasts = true
			return s.withCompanion(ctx, func(h *companion.Home, c *companion.Companion) error {
				if !cmd.Flags().Changed("once") {
					if s.Terminal { // somebody sits there; what is piped in is over soon
						h.Watch()
						h.WatchFiles()
					}
					return chat{s, c}.talk(ctx)
				}
				return chat{s, c}.sayOnce(ctx, once)
			})
		},
	}
	cmd.Flags().StringVar(&once, "once", "", s.words.text("flag_once"))
	return cmd
}

// A chat is what is said to one persona in the terminal.
type chat struct {
	*session
	c *companion.Companion
}

// sayOnce says one thing and prints the reply alone.
func (ch chat) sayOnce(ctx context.Context, text string) error {
	if text == "-" {
		data, err := io.ReadAll(io.LimitReader(ch.In, maxLine))
		if err != nil {
			return fmt.Errorf("read the message: %w", err)
		}
		text = string(data)
	}
	if ch.json {
		return ch.exchange(ctx, text, &jsonPrinter{out: ch.Out, words: ch.words})
	}
	return ch.exchange(ctx, text, &oncePrinter{session: ch.session})
}

// talk reads lines and answers them until the input ends or /quit.
func (ch chat) talk(ctx context.Context) error {
	if sp := ch.c.Snapshot().Speaker; !ch.json {
		if sp.Rules {
			ch.complain(ch.words.text("built_in"))
		} else {
			ch.complain(ch.words.text("speaks", ch.words.model(sp.Label())))
		}
	}
	lines, spoken := readLines(ctx, ch.In), firstWords(ctx, ch.c)
	for {
		ch.prompt()
		var l line
		select {
		case l = <-lines:
		case w := <-spoken:
			ch.firstWord(w)
			continue
		case <-ctx.Done():
			return nil
		}
		if l.err != nil {
			if errors.Is(l.err, io.EOF) {
				return nil
			}
			return fmt.Errorf("read the input: %w", l.err)
		}
		if err := ch.turn(ctx, l.text); err != nil {
			if errors.Is(err, errQuit) {
				return nil
			}
			if ctx.Err() != nil {
				return nil
			}
			ch.fail(err)
		}
	}
}

// turn answers one line: a slash command, nothing, or something said.
func (ch chat) turn(ctx context.Context, text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case strings.HasPrefix(text, "/"):
		return ch.slash(ctx, text)
	case ch.json:
		return ch.exchange(ctx, text, &jsonPrinter{out: ch.Out, words: ch.words})
	}
	return ch.exchange(ctx, text, &streamPrinter{session: ch.session, name: ch.c.Snapshot().Name})
}

// fail tells of an error without ending the conversation.
func (ch chat) fail(err error) {
	if errors.Is(err, errFailed) {
		return
	}
	if ch.json {
		p := &jsonPrinter{out: ch.Out, words: ch.words}
		p.failed(err)
		return
	}
	ch.complain(ch.words.explain(err))
}

func (ch chat) prompt() {
	if ch.Terminal && !ch.json {
		fmt.Fprint(ch.Out, ch.words.text("prompt"))
	}
}

// A printer shows a turn as it goes.
type printer interface {
	show(companion.Turn)             // each time it changed; the last one too
	end(companion.Turn, error) error // once, after the last show
}

// exchange says text and lets p show what comes of it.
func (ch chat) exchange(ctx context.Context, text string, p printer) error {
	type result struct {
		turn companion.Turn
		err  error
	}
	done := make(chan result, 1)
	listen, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	events := ch.c.Subscribe(listen)
	go func() {
		t, err := ch.c.Say(ctx, companion.Utterance{Text: text})
		done <- result{t, err}
		stop()
	}()
	for e := range events {
		if t, ok := e.State.(companion.Turn); ok && e.Topic == companion.TopicTurn {
			p.show(t)
		}
	}
	r := <-done
	ch.tellTroubles(ch.c)
	p.show(r.turn)
	return p.end(r.turn, r.err)
}

// A line is one line of the input, or what ended it.
type line struct {
	text string
	err  error
}

// readLines reads r line by line on its own, so that a waiting read does not
// hold up the end of the program.
func readLines(ctx context.Context, r io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		in := bufio.NewReader(r)
		for {
			text, err := readLine(in)
			if text != "" || err == nil {
				select {
				case lines <- line{text: text}:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				select {
				case lines <- line{err: err}:
				case <-ctx.Done():
				}
				return
			}
		}
	}()
	return lines
}

// readLine reads up to a line break. Of a line over maxLine it keeps that
// much, which is over what a message may hold, so that the answer is a
// sentence about the length.
func readLine(in *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, err := in.ReadSlice('\n')
		if b.Len() < maxLine {
			b.Write(part)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		return strings.TrimRight(b.String(), "\r\n"), err
	}
}
