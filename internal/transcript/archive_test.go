package transcript

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
)

// months fills a log with a message each five days from June on, and returns
// them.
func (b *bench) months() []Message {
	var all []Message
	parent := ID("")
	for at := time.Date(2026, 6, 1, 9, 0, 0, 0, tokyo()); at.Before(time.Date(2026, 11, 20, 0, 0, 0, 0, tokyo())); at = at.AddDate(0, 0, 5) {
		b.Time = at
		m := b.say(parent, at.Format(time.DateOnly))
		all = append(all, m)
		parent = m.ID
	}
	return all
}

func (b *bench) archives() []string {
	b.t.Helper()
	months, err := months(b.Log.dir)
	if err != nil {
		b.t.Fatal(err)
	}
	return months
}

func TestArchive(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := b.months()
	whole := b.FileText(t, logFile)
	first, err := b.Page(Cursor{}, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Archive(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(b.archives()); got != "[2026-06 2026-07 2026-08 2026-09 2026-10]" {
		t.Errorf("archives %s", got)
	}
	joined := ""
	for _, month := range b.archives() {
		text := b.FileText(t, archiveName(month))
		if strings.Count(text, "\n") != strings.Count(text, `"time":"`+month) {
			t.Errorf("%s holds messages of other months", month)
		}
		joined += text
	}
	if joined+b.FileText(t, logFile) != whole {
		t.Error("archives and log together are not the log as it was")
	}
	if p, err := b.Page(first.Next, 3); err != nil || p.Messages[2].ID != all[len(all)-5].ID {
		t.Errorf("cursor of before the archive: %+v, %v", p, err)
	}
	b.reopen(nil)
	if got := b.path(7); len(got) != len(all) || got[0].ID != all[0].ID {
		t.Errorf("%d messages, want %d", len(got), len(all))
	}
	for _, want := range all {
		if got, err := b.Find(want.ID); err != nil || got.Text != want.Text {
			t.Errorf("Find(%s): %+v, %v", want.ID, got, err)
		}
	}
	branch := b.say(all[3].ID, "another way, from June")
	if err := b.Choose(all[2].ID); err != nil || b.Head() != branch.ID {
		t.Errorf("choosing in June: head %s, want %s, %v", b.Head(), branch.ID, err)
	}
	if got := b.path(3); len(got) != 5 || len(got[4].Siblings) != 2 || got[4].Index != 1 {
		t.Errorf("branch from June: %+v", got)
	}
	b.reopen(func() {
		if err := os.Remove(b.FilePath(logFile)); err != nil {
			t.Fatal(err)
		}
	})
	if p := b.path(9); b.Head() != p[len(p)-1].ID || !strings.HasPrefix(p[len(p)-1].Text, "2026-10") {
		t.Errorf("without a log the head is %+v", p[len(p)-1])
	}
	b.Time = time.Date(2026, 12, 2, 0, 0, 0, 0, tokyo())
	if m := b.say(b.Head(), "going on"); len(b.path(9)) != 31+1-4+0 && m.Parent == "" {
		t.Errorf("%d messages after going on", len(b.path(9)))
	}
}

// TestArchiveCrash goes through what a crash leaves at each step: the months
// so far copied and not cut off.
func TestArchiveCrash(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := b.months()
	whole := b.FileText(t, logFile)
	check := func(step string) {
		t.Helper()
		p := b.path(4)
		if len(p) != len(all) {
			t.Fatalf("%s: %d messages, want %d", step, len(p), len(all))
		}
		for i, e := range p {
			if e.ID != all[i].ID || e.Orphan || len(e.Siblings) != 1 {
				t.Fatalf("%s: message %d is %+v", step, i, e)
			}
		}
		if hits, err := b.Search(t.Context(), "2026", 1000); err != nil || len(hits) != len(all) {
			t.Fatalf("%s: %d hits, %v", step, len(hits), err)
		}
		for _, p := range b.Check(t.Context()) {
			t.Fatalf("%s: %v", step, p)
		}
	}
	copied := ""
	for _, month := range []string{"2026-06", "2026-07", "2026-08", "2026-09", "2026-10"} {
		cut := strings.LastIndex(whole, `"time":"`+month)
		cut += strings.IndexByte(whole[cut:], '\n') + 1
		b.reopen(func() {
			// The log as it was before this month was cut off it.
			b.PutFile(t, logFile, whole[len(copied):])
			b.PutFile(t, archiveName(month), whole[len(copied):cut])
		})
		check("crash in " + month)
		copied = whole[:cut]
	}
	if err := b.Archive(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("after the next archive")
	joined := ""
	for _, month := range b.archives() {
		joined += b.FileText(t, archiveName(month))
	}
	if joined+b.FileText(t, logFile) != whole {
		t.Error("something was doubled or lost")
	}
}

func TestArchiveOddLines(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	june := line("A", "", "2026-06-30T23:59:59+09:00", "a")
	utc := line("B", "A", "2026-06-30T16:00:00Z", "b") // July in Tokyo, June where it was written
	back := line("C", "B", "2026-05-01T00:00:00+09:00", "c")
	log := june + "garbage\n" + utc + `{"kind":"head","id":"A","time":"2026-07-01T00:00:00+09:00"}` + "\n" +
		strings.Repeat("x", 5<<20) + "\n" + back + line("D", "C", "2026-08-01T00:00:00+09:00", "d") +
		line("E", "D", "2031-01-01T00:00:00+09:00", "e") + line("F", "E", "2026-09-01T00:00:00+09:00", "f")
	b.reopen(func() { b.PutFile(t, logFile, log) })
	if err := b.Archive(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(b.archives()); got != "[2026-06 2026-08]" {
		t.Errorf("archives %s", got)
	}
	joined := b.FileText(t, archiveName("2026-06")) + b.FileText(t, archiveName("2026-08")) + b.FileText(t, logFile)
	if joined != log {
		t.Errorf("%d bytes of %d are left, or in another order", len(joined), len(log))
	}
	got := ""
	for _, e := range b.path(2) {
		got += e.Text
	}
	if got != "abcdef" {
		t.Errorf("branch %q", got)
	}
}

func TestArchiveHandEdited(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.reopen(func() {
		b.PutFile(t, archiveName("2026-06"), strings.TrimSuffix(line("A", "", "2026-06-01T00:00:00+09:00", "a"), "\n"))
		b.PutFile(t, archiveDir+"/notes.txt", "mine")
		b.PutFile(t, archiveDir+"/2026-13.jsonl", "mine")
		b.PutFile(t, logFile, line("B", "A", "2026-06-02T00:00:00+09:00", "b"))
	})
	if err := b.Archive(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := line("A", "", "2026-06-01T00:00:00+09:00", "a") + line("B", "A", "2026-06-02T00:00:00+09:00", "b")
	if got := b.FileText(t, archiveName("2026-06")); got != want {
		t.Errorf("archive:\n%s", got)
	}
	if len(b.path(1)) != 2 || b.journal.Size() != 0 {
		t.Errorf("branch of %d, log of %d bytes", len(b.path(1)), b.journal.Size())
	}
}

func TestArchiveUnreadable(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.reopen(func() {
		if err := os.MkdirAll(b.FilePath(archiveDir), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("/etc/passwd", b.FilePath(archiveName("2026-07"))); err != nil {
			t.Fatal(err)
		}
		b.PutFile(t, archiveName("2026-06"), line("A", "", "2026-06-01T00:00:00+09:00", "a"))
		b.PutFile(t, logFile, line("B", "A", "2026-11-02T00:00:00+09:00", "b"))
	})
	if got := b.path(5); len(got) != 2 {
		t.Errorf("branch of %d messages, want 2", len(got))
	}
}

func TestArchiveCancelled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := b.months()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Archive(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Archive: %v", err)
	}
	if len(b.path(9)) != len(all) {
		t.Error("messages are gone")
	}
}

// TestArchiveOfALogThatWasEdited has somebody change the log in an editor while it is
// open, so that its lines end elsewhere: it is archived as it is then, line by line.
func TestArchiveOfALogThatWasEdited(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"a word that is longer than the day was", "short"} {
		b := newBench(t)
		all := b.months()
		whole := strings.ReplaceAll(b.FileText(t, logFile), `"text":"`+all[2].Text+`"`, `"text":"`+to+`"`)
		b.PutFile(t, logFile, whole)
		b.Time = b.Time.AddDate(0, 1, 0) // all of it is of months that are over
		if err := b.Archive(t.Context()); err != nil {
			t.Fatalf("%s: %v", to, err)
		}
		joined := ""
		for _, month := range b.archives() {
			joined += b.FileText(t, archiveName(month))
		}
		if joined+b.FileText(t, logFile) != whole {
			t.Errorf("%s: archives and log together are not the log as it was", to)
		}
		if got := b.path(7); len(got) != len(all) {
			t.Errorf("%s: %d messages, want %d", to, len(got), len(all))
		}
		if problems := b.Check(t.Context()); len(problems) > 0 {
			t.Errorf("%s: %+v", to, problems)
		}
	}
}

// TestNothingIsArchivedToTheMiddleOfALine: what was cut short meanwhile is copied in
// part by nobody.
func TestNothingIsArchivedToTheMiddleOfALine(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.months()
	end := b.Log.journal.Size()
	if err := b.Log.archive(t.Context(), "2026-06", end-3); !errors.Is(err, errMoved) {
		t.Errorf("%v", err)
	}
	if got := b.archives(); len(got) != 0 {
		t.Errorf("archives %v", got)
	}
}

// TestWhatIsBeingArchivedIsTakenOnce has a month in the archive and in the log, as they
// are until it is cut off from the log.
func TestWhatIsBeingArchivedIsTakenOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := b.months()
	if err := b.Retract(all[0].ID, store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	june := ""
	for line := range strings.Lines(b.FileText(t, logFile)) {
		if strings.Contains(line, `"time":"2026-06`) {
			june += line
		}
	}
	b.PutFile(t, archiveName("2026-06"), june)
	taken, standing, err := b.Taken(t.Context())
	if err != nil || len(taken) != 1 || len(taken)+len(standing) != len(all) {
		t.Errorf("%d taken back and %d that stand of %d, %v", len(taken), len(standing), len(all), err)
	}
}
