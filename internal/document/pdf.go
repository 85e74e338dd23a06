package document

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// readPDF reads a PDF in processes of their own.
func (r Reader) readPDF(ctx context.Context, f *os.File, progress func(Progress)) (Text, error) {
	info, err := f.Stat()
	if err != nil {
		return Text{}, fmt.Errorf("read document: %w", err)
	}
	if _, ok, err := find(f, 0, min(info.Size(), headRoom), "%PDF-"); err != nil {
		return Text{}, fmt.Errorf("read document: %w", err)
	} else if !ok {
		return Text{}, &Problem{Reason: NotPDF}
	}
	own := r.attempt(ctx, job{task: "pdf", file: f, progress: progress})
	if ctx.Err() != nil {
		return Text{}, ctx.Err()
	}
	if own.perfect() {
		return own.text("pdf")
	}
	tool := r.Pdftotext
	if tool == "" {
		tool, _ = exec.LookPath("pdftotext") // without it, what there is has to do
	}
	if tool == "" || tool == "none" {
		return own.text("pdf")
	}
	other := r.attempt(ctx, job{task: tool, file: f})
	if ctx.Err() != nil {
		return Text{}, ctx.Err()
	}
	if other.worth() > own.worth() {
		return other.text("pdftotext")
	}
	return own.text("pdf")
}

// HasPdftotext reports whether the program is there that reads what is
// otherwise not to be read.
func (r Reader) HasPdftotext() bool {
	if r.Pdftotext != "" {
		return r.Pdftotext != "none"
	}
	_, err := exec.LookPath("pdftotext")
	return err == nil
}

// pdftotextArgs are the arguments that make it read its standard input.
func pdftotextArgs(program string) []string {
	return []string{program, "-enc", "UTF-8", "-eol", "unix", "-", "-"}
}

// A job is what a process is started for.
type job struct {
	task     string // "pdf", or the path of pdftotext
	file     *os.File
	progress func(Progress)
}

// An attempt is what a process made of a document.
type attempt struct {
	pages   []Page // with the text as it came
	of      int
	broken  int // pages
	cut     bool
	problem *Problem
}

// attempt runs one process.
func (r Reader) attempt(ctx context.Context, j job) attempt {
	program := r.Program
	if program == "" {
		p, err := os.Executable()
		if err != nil {
			return attempt{problem: &Problem{Reason: Damaged, Err: fmt.Errorf("find own program: %w", err)}}
		}
		program = p
	}
	whole, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	w := &watch{end: cancel, silence: r.Silence}
	if w.silence == 0 {
		w.silence = maxSilence
	}
	cmd := exec.CommandContext(whole, program)
	cmd.Env = environment(j.task, r.Memory)
	cmd.Dir = os.TempDir()
	cmd.Stdin = j.file
	cmd.WaitDelay = 2 * time.Second
	said := &limited{left: 2000}
	cmd.Stderr = said
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return attempt{problem: &Problem{Reason: Damaged, Err: err}}
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return attempt{problem: &Problem{Reason: Damaged, Err: fmt.Errorf("start reading process: %w", err)}}
	}
	w.start()
	a := attempt{}
	if j.task == "pdf" {
		a.follow(out, w, j.progress)
	} else {
		a.split(out)
	}
	if a.cut {
		cancel()
	}
	err = cmd.Wait()
	w.stop()
	a.finish(err, said.String(), w)
	return a
}

// environment is all that a reading process learns: none of our keys.
func environment(task string, memory uint64) []string {
	env := []string{childEnv + "=" + task}
	if memory > 0 {
		env = append(env, memoryEnv+"="+strconv.FormatUint(memory, 10))
	}
	// Windows does without none of these; GORACE tells a build with the race
	// detector what make test told us.
	for _, name := range []string{"SystemRoot", "TMPDIR", "TEMP", "TMP", "GORACE"} {
		if v := os.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// A watch ends a process that makes no progress.
type watch struct {
	end     context.CancelFunc
	silence time.Duration

	mu    sync.Mutex // guards what follows
	timer *time.Timer
	ended bool
}

func (w *watch) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(w.silence, func() {
		w.mu.Lock()
		w.ended = true
		w.mu.Unlock()
		w.end()
	})
}

func (w *watch) alive() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Reset(w.silence)
}

func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
}

func (w *watch) barked() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ended
}

// follow reads the reports of our own reading process.
func (a *attempt) follow(out io.Reader, w *watch, progress func(Progress)) {
	in := bufio.NewScanner(out)
	in.Buffer(make([]byte, 64<<10), 8*maxPageText)
	size := 0
	for in.Scan() {
		var line report
		if err := json.Unmarshal(in.Bytes(), &line); err != nil {
			a.problem = &Problem{Reason: Damaged, Err: fmt.Errorf("read report: %w", err)}
			break
		}
		w.alive()
		switch {
		case line.Problem != "":
			a.problem = &Problem{Reason: line.Problem, Err: errors.New(line.Why)}
		case line.Of > 0:
			a.of = min(line.Of, maxPages)
		case line.Page > 0 && len(a.pages) < maxPages:
			if line.Broken {
				a.broken++
			}
			if size += len(line.Text); size > MaxText {
				a.cut = true
				return
			}
			a.pages = append(a.pages, Page{Number: line.Page, Text: line.Text})
		}
		if progress != nil {
			progress(Progress{Page: len(a.pages), Of: a.of})
		}
	}
}

// split reads the text of pdftotext: pages end with a form feed.
func (a *attempt) split(out io.Reader) {
	data, err := io.ReadAll(io.LimitReader(out, MaxText+1))
	if err != nil {
		a.problem = &Problem{Reason: Damaged, Err: err}
	}
	a.cut = len(data) > MaxText
	data = bytes.TrimSuffix(data[:min(len(data), MaxText)], []byte("\f"))
	if len(data) == 0 {
		return
	}
	for i, page := range strings.Split(strings.ToValidUTF8(string(data), unknown), "\f") {
		a.pages = append(a.pages, Page{Number: i + 1, Text: unwrap(page)})
	}
	a.of = len(a.pages)
}

// finish takes how the process ended.
func (a *attempt) finish(err error, said string, w *watch) {
	switch {
	case a.cut || err == nil:
		return
	case a.problem != nil && a.problem.Reason == Encrypted:
		return
	case w.barked() || errors.Is(err, context.DeadlineExceeded):
		a.problem = &Problem{Reason: TooSlow, Err: err}
	case strings.Contains(said, "ncorrect password"):
		a.problem = &Problem{Reason: Encrypted, Err: errors.New(firstLine(said))}
	default:
		a.problem = &Problem{Reason: Damaged, Err: fmt.Errorf("%w: %s", err, firstLine(said))}
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// verdicts counts the pages that are language, that are not, and those with
// nothing on them.
func (a attempt) verdicts() (good, bad, none int) {
	for _, p := range a.pages {
		switch {
		case strings.TrimSpace(p.Text) == "":
			none++
		case judge(p.Text) == garbled:
			bad++
		default:
			good++
		}
	}
	return good, bad, none
}

// perfect reports whether nobody could read it better.
func (a attempt) perfect() bool {
	good, bad, _ := a.verdicts()
	return a.problem == nil && a.broken == 0 && bad == 0 && good > 0
}

// worth compares attempts.
func (a attempt) worth() int {
	good, _, _ := a.verdicts()
	return good
}

// text makes the answer of an attempt.
func (a attempt) text(by string) (Text, error) {
	good, bad, none := a.verdicts()
	switch {
	case good > 0:
	case a.problem != nil:
		return Text{}, a.problem
	case bad > 0:
		return Text{}, &Problem{Reason: Garbled}
	case none > 0 && a.broken < none:
		return Text{}, &Problem{Reason: NoText}
	default:
		return Text{}, &Problem{Reason: Damaged}
	}
	t := Text{Count: max(a.of, len(a.pages)), Unread: bad + a.broken, Cut: a.cut, By: by}
	if a.problem != nil { // it broke off in the middle
		t.Unread = max(t.Unread, t.Count-good-none)
	}
	for _, p := range a.pages {
		if strings.TrimSpace(p.Text) != "" && judge(p.Text) != garbled {
			t.Pages = append(t.Pages, Page{p.Number, lines(p.Text)})
		}
	}
	t.Unread = min(t.Unread, t.Count)
	return t, nil
}

// limited keeps the beginning of what is written to it.
type limited struct {
	b    bytes.Buffer
	left int
}

// Write never fails.
func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.left)
	l.b.Write(p[:n])
	l.left -= n
	return len(p), nil
}

// String is what was kept.
func (l *limited) String() string { return l.b.String() }
