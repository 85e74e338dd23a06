package exchange

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yumori/internal/backup"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// What an export leaves out, in ExportReport.Left.
const (
	NotExportedFiles     = "attachments"
	NotExportedBranches  = "branches"
	NotExportedRetracted = "retracted"
)

// talksFormat is the version of the talks of a persona as JSONL: a line of what it
// is, then a message a line, parents before children. A message that is not on the
// branch shown is "off".
//
//	{"kind":"talks","format":1,"name":"Luna","user":"Alex"}
//	{"kind":"message","id":"01KA…","parent":"","role":"user","time":"2026-11-21T10:00:00+09:00","text":"Hello."}
const talksFormat = 1

type talksHead struct {
	Kind   string `json:"kind"`
	Format int    `json:"format"`
	Name   string `json:"name"`
	User   string `json:"user,omitempty"`
}

type talksLine struct {
	Kind   string          `json:"kind"`
	ID     transcript.ID   `json:"id"`
	Parent transcript.ID   `json:"parent"`
	Role   transcript.Role `json:"role"`
	Time   time.Time       `json:"time"`
	Text   string          `json:"text"`
	Model  string          `json:"model,omitempty"`
	Off    bool            `json:"off,omitempty"`
}

// Export writes a persona into a file of this machine, as its name ends: a card
// as ExportCard does; .md, its talk as a book, the branch shown alone; .jsonl, its
// talk with all branches; .zip, the whole persona with its memory and history and a
// manifest of sums. Import reads the last two again. It returns ErrNoPersona, and
// ErrExportKind for another ending.
func (x *Exchange) Export(ctx context.Context, slug, file string) (ExportReport, error) {
	kind := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	write := map[string]func(exporting, context.Context) (ExportReport, error){
		"md": exporting.book, "jsonl": exporting.talks, "zip": exporting.all,
	}[kind]
	if write == nil {
		return x.ExportCard(ctx, slug, file)
	}
	c, err := x.opt.Host.Living(ctx, slug)
	if err != nil {
		return ExportReport{}, err
	}
	if fi, err := os.Stat(file); err == nil && !fi.Mode().IsRegular() {
		return ExportReport{}, fmt.Errorf("export %s: %w", slug, &store.BadFileError{Name: file, Reason: store.NotRegular})
	}
	dir := filepath.Dir(file)
	if _, err := os.Stat(dir); err != nil {
		return ExportReport{}, fmt.Errorf("export %s: %w", slug, err)
	}
	f, err := store.OpenFolder(dir)
	if err != nil {
		return ExportReport{}, fmt.Errorf("export %s: %w", slug, err)
	}
	report, err := write(exporting{x, c, f, filepath.Base(file)}, ctx)
	if err = errors.Join(err, f.Close()); err != nil {
		return ExportReport{}, fmt.Errorf("export %s: %w", slug, err)
	}
	report.Slug, report.File, report.Kind = slug, file, kind
	return report, nil
}

// An exporting is an export under way.
type exporting struct {
	*Exchange
	c    Living
	to   *store.Folder
	name string
}

// all writes the whole persona.
func (x exporting) all(ctx context.Context) (ExportReport, error) {
	if err := x.c.Dir.Sync(ctx); err != nil {
		return ExportReport{}, err
	}
	made, err := backup.Export(ctx, x.opt.Home, x.to, backup.Single{Name: x.name, Persona: x.c.Slug, Now: x.opt.Now(), Key: x.opt.Origins.exportKey()})
	return ExportReport{Files: made.Files, Left: []string{}}, err
}

// write writes a file line by line.
func (x exporting) write(lines func(io.Writer) error) error {
	return x.to.Make(x.name, func(w io.Writer) error {
		b := bufio.NewWriter(w)
		return errors.Join(lines(b), b.Flush())
	}, func(io.ReaderAt, int64) error { return nil })
}

// left notes what does not go out, each once.
func (r *ExportReport) left(what string) {
	if !slices.Contains(r.Left, what) {
		r.Left = append(r.Left, what)
	}
}

// talks writes the talk with all its branches.
func (x exporting) talks(ctx context.Context) (ExportReport, error) {
	r := ExportReport{Left: []string{}}
	shown := map[transcript.ID]bool{}
	err := x.pages(ctx, func(list []transcript.Entry) error {
		for _, e := range list {
			shown[e.ID] = true
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	pr := x.c.Persona.Profile()
	err = x.write(func(w io.Writer) error {
		out := json.NewEncoder(w)
		out.SetEscapeHTML(false)
		if err := out.Encode(talksHead{"talks", talksFormat, pr.Name, pr.UserName}); err != nil {
			return err
		}
		instead := map[transcript.ID]transcript.ID{} // of what was taken back, what it answered
		for m, err := range x.c.Log.All(ctx) {
			if err != nil {
				return err
			}
			if to, ok := instead[m.Parent]; ok {
				m.Parent = to
			}
			if m.Retracted {
				instead[m.ID] = m.Parent
			}
			if !r.counts(m) {
				continue
			}
			if err := out.Encode(talksLine{"message", m.ID, m.Parent, m.Role, m.Time, m.Text, m.Model, !shown[m.ID]}); err != nil {
				return err
			}
		}
		return nil
	})
	return r, err
}

// counts counts a message that goes out, or notes why it does not.
func (r *ExportReport) counts(m transcript.Message) bool {
	if len(m.Attachments) > 0 {
		r.left(NotExportedFiles)
	}
	if m.Retracted {
		r.left(NotExportedRetracted)
		return false
	}
	r.Messages++
	return true
}

// exportPage is how many messages are read at a time.
const exportPage = 400

// pages calls use with the branch shown, oldest first. It reads the branch twice:
// from its end back, to find its pages, and forward.
func (x exporting) pages(ctx context.Context, use func([]transcript.Entry) error) error {
	var starts []transcript.Cursor
	for page := (transcript.Page{More: true}); page.More; {
		if err := ctx.Err(); err != nil {
			return err
		}
		starts = append(starts, page.Next)
		var err error
		if page, err = x.c.Log.Page(page.Next, exportPage); err != nil {
			return err
		}
	}
	for _, at := range slices.Backward(starts) {
		page, err := x.c.Log.Page(at, exportPage)
		if err == nil {
			err = errors.Join(ctx.Err(), use(page.Messages))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// book writes the branch shown as a book, a chapter a day.
func (x exporting) book(ctx context.Context) (ExportReport, error) {
	r := ExportReport{Left: []string{}}
	user, name := x.c.Persona.Profile().Speakers()
	err := x.write(func(w io.Writer) error {
		p := printing{report: &r, user: markdownLine(user), name: markdownLine(name)}
		fmt.Fprintf(&p.text, "# %s\n", p.name)
		return x.pages(ctx, func(list []transcript.Entry) error {
			for _, e := range list {
				p.message(e)
			}
			_, err := p.text.WriteTo(w)
			return err
		})
	})
	return r, err
}

// A printing makes a book of messages.
type printing struct {
	report     *ExportReport
	user, name string
	day        string
	text       bytes.Buffer
}

func (p *printing) message(e transcript.Entry) {
	if len(e.Attachments) > 0 {
		p.report.left(NotExportedFiles)
	}
	if len(e.Siblings) > 1 {
		p.report.left(NotExportedBranches)
	}
	if e.Retracted {
		p.report.left(NotExportedRetracted)
	}
	if strings.TrimSpace(e.Text) == "" {
		return
	}
	if day := e.Time.Format(time.DateOnly); day != p.day {
		p.day = day
		fmt.Fprintf(&p.text, "\n## %s\n", day)
	}
	p.report.Messages++
	switch e.Role {
	case transcript.RoleNote:
		fmt.Fprintf(&p.text, "\n*%s*\n", markdownLine(e.Text))
	case transcript.RoleUser:
		fmt.Fprintf(&p.text, "\n**%s** %s\n\n%s\n", p.user, e.Time.Format("15:04"), e.Text)
	default:
		fmt.Fprintf(&p.text, "\n**%s** %s\n\n%s\n", p.name, e.Time.Format("15:04"), e.Text)
	}
}

// markdownLine is a text on one line of Markdown.
func markdownLine(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "#", `\#`).Replace(llm.OneLine(s))
}
