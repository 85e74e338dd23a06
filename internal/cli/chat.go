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

func (s *session) chatCommand() *cobra.Command {
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
					return s.talk(ctx, c)
				}
				return s.sayOnce(ctx, c, once)
			})
		},
	}
	cmd.Flags().StringVar(&once, "once", "", s.words.text("flag_once"))
	return cmd
}

// sayOnce says one thing and prints the reply alone.
func (s *session) sayOnce(ctx context.Context, c *companion.Companion, text string) error {
	if text == "-" {
		data, err := io.ReadAll(io.LimitReader(s.In, maxLine))
		if err != nil {
			return fmt.Errorf("read the message: %w", err)
		}
		text = string(data)
	}
	if s.json {
		return s.exchange(ctx, c, text, &jsonPrinter{out: s.Out, words: s.words})
	}
	return s.exchange(ctx, c, text, &oncePrinter{session: s})
}

// talk reads lines and answers them until the input ends or /quit.
func (s *session) talk(ctx context.Context, c *companion.Companion) error {
	if sp := c.Snapshot().Speaker; !s.json {
		if sp.Rules {
			s.complain(s.words.text("built_in"))
		} else {
			s.complain(s.words.text("speaks", sp.Label()))
		}
	}
	lines, spoken := readLines(ctx, s.In), firstWords(ctx, c)
	for {
		s.prompt()
		var l line
		select {
		case l = <-lines:
		case w := <-spoken:
			s.firstWord(c, w)
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
		if err := s.turn(ctx, c, l.text); err != nil {
			if errors.Is(err, errQuit) {
				return nil
			}
			if ctx.Err() != nil {
				return nil
			}
			s.fail(err)
		}
	}
}

// turn answers one line: a slash command, nothing, or something said.
func (s *session) turn(ctx context.Context, c *companion.Companion, text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case strings.HasPrefix(text, "/"):
		return s.slash(ctx, c, text)
	case s.json:
		return s.exchange(ctx, c, text, &jsonPrinter{out: s.Out, words: s.words})
	}
	return s.exchange(ctx, c, text, &streamPrinter{session: s, name: c.Snapshot().Name})
}

// fail tells of an error without ending the conversation.
func (s *session) fail(err error) {
	if errors.Is(err, errFailed) {
		return
	}
	if s.json {
		p := &jsonPrinter{out: s.Out, words: s.words}
		p.failed(err)
		return
	}
	s.complain(s.words.explain(err))
}

func (s *session) prompt() {
	if s.Terminal && !s.json {
		fmt.Fprint(s.Out, s.words.text("prompt"))
	}
}

// A printer shows a turn as it goes.
type printer interface {
	show(companion.Turn)             // each time it changed; the last one too
	end(companion.Turn, error) error // once, after the last show
}

// exchange says text and lets p show what comes of it.
func (s *session) exchange(ctx context.Context, c *companion.Companion, text string, p printer) error {
	type result struct {
		turn companion.Turn
		err  error
	}
	done := make(chan result, 1)
	listen, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	events := c.Subscribe(listen)
	go func() {
		t, err := c.Say(ctx, companion.Utterance{Text: text})
		done <- result{t, err}
		stop()
	}()
	for e := range events {
		if t, ok := e.State.(companion.Turn); ok && e.Topic == companion.TopicTurn {
			p.show(t)
		}
	}
	r := <-done
	s.tellTroubles(c)
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
