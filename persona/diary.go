package persona

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"time"

	"yumori/internal/store"
)

// mainFile is the persona's diary, its main memory: text, an entry for each
// thing written, oldest first, each below a heading with date and time. What
// stands above the first heading is a preface and stays there.
//
//	## 2026-11-21 20:30
//
//	We talked about the rain again.
//
// When it would grow beyond MaxFile characters, its oldest entries move to
// memory_archived_YYYY-MM-DD.txt, named by the day of the move and of the same
// form.
const mainFile File = memoryDir + "/memory_main.txt"

// secretFile is the diary a persona keeps for itself, in the form of mainFile.
// It is never archived.
const secretFile File = memoryDir + "/" + secretName + ".txt"

const (
	secretName    = "secret_diary"
	archivePrefix = "memory_archived_"
	archiveSuffix = ".txt"
)

// Bounds of the diaries, in characters.
const (
	keepMain    = MaxFile * 3 / 5 // of the main memory when its oldest entries have moved
	keepPreface = keepMain / 4    // a longer preface moves with the entries
	maxSecret   = 1_000_000
)

// diaryTime is the date and time in an entry's heading.
const diaryTime = "2006-01-02 15:04"

var diaryHeading = regexp.MustCompile(`(?m)^## \d{4}-\d{2}-\d{2}( |$)`)

// ErrSecret says that a file is only to be read through SecretDiary.
var ErrSecret = errors.New("the secret diary is read by its owner alone")

// IsSecret reports whether a name in a persona's folder is that of the secret
// diary or of a copy of it, however it is spelt. Whoever reads files by name,
// for a prompt, an index or an export, leaves these out.
func IsSecret(name string) bool {
	base := []rune(path.Base(path.Clean(strings.ReplaceAll(name, `\`, "/"))))
	return len(base) >= len(secretName) && strings.EqualFold(string(base[:len(secretName)]), secretName)
}

// MainMemory returns the diary; one that does not exist is empty.
func (p *Persona) MainMemory() (store.Text, error) { return p.text(mainFile) }

// SecretDiary returns the secret diary; one that does not exist is empty.
//
// It is the only method that yields any of it: no prompt has it, Memory and
// Propose refuse it with ErrSecret, and no change of it can be held, because
// held changes are shown. It is for the persona's own tool, in a turn without
// foreign text, and for the user after a warning.
func (p *Persona) SecretDiary() (store.Text, error) {
	t, err := p.dir.ReadText(string(secretFile))
	if errors.Is(err, fs.ErrNotExist) {
		return store.Text{}, nil
	}
	if err != nil {
		return store.Text{}, fmt.Errorf("read %s: %w", secretFile, err)
	}
	return t, nil
}

// A Plan is an edit of one of the diaries as it would be made, for its author
// to look at. MakePlanned makes it.
type Plan struct {
	File   File
	Before string        // the whole text as it is
	After  string        // as it would be
	Old    store.Version // of Before
	Append string        // not "": the entry, with its heading, that is added; the rest stays as it is
	At     time.Time     // of the plan
}

// Held returns the plan as a change for Hold. Accepted, an entry is added to
// what the diary is by then.
func (pl Plan) Held() Held {
	return Held{File: string(pl.File), Before: pl.Before, After: pl.After, Old: pl.Old, Append: pl.Append}
}

// PlanMain returns what an edit would make of the main memory. An Append gets
// a heading with at's date and time. Nothing is written. It returns the
// refusals of Edit.Apply, ErrTooLong for new text of more than MaxFile
// characters, or ErrNewer.
func (p *Persona) PlanMain(at time.Time, e Edit) (Plan, error) {
	t, err := p.MainMemory()
	pl, err := plan(Plan{File: mainFile, Before: t.S, Old: t.Version, At: at}, e, err, p.writable())
	if err != nil {
		return Plan{}, fmt.Errorf("plan edit of %s: %w", mainFile, err)
	}
	return pl, nil
}

// PlanSecret is PlanMain for the secret diary, whose errors never quote it.
// One longer than a million characters is ErrTooLong too.
func (p *Persona) PlanSecret(at time.Time, e Edit) (Plan, error) {
	t, err := p.SecretDiary()
	pl, err := plan(Plan{File: secretFile, Before: t.S, Old: t.Version, At: at}, e, err, p.writable())
	if err == nil && characters(pl.After) > max(maxSecret, characters(pl.Before)) {
		err = fmt.Errorf("%w: at most %d characters", ErrTooLong, maxSecret)
	}
	if err != nil {
		return Plan{}, fmt.Errorf("plan edit of %s: %w", secretFile, err)
	}
	return pl, nil
}

// plan fills in what e makes of pl.Before, which was read with one error and
// may be written to but for another. A file that is no text takes entries: it is
// set aside then.
func plan(pl Plan, e Edit, read, writable error) (Plan, error) {
	if errors.Is(read, store.ErrUnreadable) && e.Append != "" {
		read = nil
	}
	err := cmp.Or(read, writable)
	if err != nil {
		return Plan{}, err
	}
	if n := max(characters(e.New), characters(e.Append)); n > maxEntry {
		return Plan{}, fmt.Errorf("%w: %d characters, at most %d", ErrTooLong, n, maxEntry)
	}
	if pl.After, err = e.result(pl.Before); err != nil {
		return Plan{}, err
	}
	if e.Old == "" {
		pl.Append = diaryEntry(pl.At, e.Append)
		pl.After, _ = withBlock(pl.Before, pl.Append)
	}
	return pl, nil
}

// diaryEntry is a text below its heading, its own lines kept from looking
// like one.
func diaryEntry(at time.Time, text string) string {
	return "## " + at.Format(diaryTime) + "\n\n" + escapeHeadings(strings.TrimSpace(cleanText(text))) + "\n"
}

// MakePlanned makes a planned edit. One that replaces text returns
// store.ErrConflict when the diary is not what the plan was made for; an entry
// depends on nothing and is added to what is there. Entries of the main memory
// that have to make room are in an archive, on disk, before they leave it. On
// an error the edit was not made. Other errors are ErrNewer and store's.
func (p *Persona) MakePlanned(pl Plan, c store.Cause) error {
	if err := p.writable(); err != nil {
		return fmt.Errorf("edit %s: %w", pl.File, err)
	}
	if pl.File != mainFile && pl.File != secretFile {
		return fmt.Errorf("edit %s: no diary: %w", pl.File, ErrBadEdit)
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	var err error
	if pl.Append != "" {
		err = p.addEntry(pl.File, pl.Append, entryTime{pl.At, c})
	} else {
		err = p.replace(pl.File, pl.Old, pl.After, c)
	}
	if err != nil {
		return fmt.Errorf("edit %s: %w", pl.File, err)
	}
	return nil
}

// An entryTime is when and why an entry is written.
type entryTime struct {
	at    time.Time
	cause store.Cause
}

// addEntry adds an entry at the end of a diary, making room in the main
// memory first. p.writing is held.
func (p *Persona) addEntry(f File, entry string, when entryTime) error {
	if f == mainFile {
		if err := p.makeRoom(entry, when); err != nil {
			return err
		}
	}
	_, err := p.appendTo(string(f), entry, when.cause)
	return err
}

// makeRoom moves the oldest entries of the main memory to an archive when it
// would become too long with entry.
func (p *Persona) makeRoom(entry string, when entryTime) error {
	t, err := p.text(mainFile)
	if errors.Is(err, store.ErrUnreadable) {
		return nil // set aside when the entry is added
	}
	if err != nil || characters(t.S)+characters(entry) <= MaxFile {
		return err
	}
	old, kept := splitOld(t.S, min(keepMain, max(0, MaxFile-characters(entry))))
	if old == "" {
		return nil
	}
	fresh, err := p.notArchived(old)
	if err != nil {
		return err
	}
	if strings.TrimSpace(fresh) != "" {
		name := memoryDir + "/" + archivePrefix + when.at.Format(time.DateOnly) + archiveSuffix
		if _, err := p.appendTo(name, strings.TrimRight(fresh, "\n")+"\n", when.cause); err != nil {
			return err
		}
	}
	return p.replace(mainFile, t.Version, kept, when.cause)
}

// splitOld divides a diary into its oldest entries and what stays, at most keep
// characters and the preface. The cut is between entries, or paragraphs, or
// lines, whichever there are.
func splitOld(text string, keep int) (old, kept string) {
	preface := ""
	if at := diaryHeading.FindStringIndex(text); at != nil && characters(text[:at[0]]) <= keepPreface {
		preface, text = text[:at[0]], text[at[0]:]
	}
	tail, _ := cutTail(text, keep)
	cut := len(text) - len(tail)
	if at := diaryHeading.FindStringIndex(tail); at != nil {
		cut += at[0]
	} else if i := strings.Index(tail, "\n\n"); i >= 0 && i < len(tail)/2 {
		cut += i + 2
	}
	return text[:cut], preface + text[cut:]
}

// notArchived returns what of the oldest entries is not at the end of the
// newest archive, where they are when a move was cut short.
func (p *Persona) notArchived(old string) (string, error) {
	archives, err := p.MainArchives()
	if err != nil || len(archives) == 0 {
		return old, err
	}
	t, err := p.text(File(archives[len(archives)-1].File))
	if errors.Is(err, store.ErrUnreadable) {
		return old, nil
	}
	if err != nil {
		return "", err
	}
	have := strings.TrimSpace(t.S)
	ends := []int{len(old)}
	for _, at := range diaryHeading.FindAllStringIndex(old, -1) {
		ends = append(ends, at[0])
	}
	for i := range ends {
		end := ends[(len(ends)-i)%len(ends)] // the whole, then ever less of it
		if part := strings.TrimSpace(old[:end]); part != "" && strings.HasSuffix(have, part) {
			return old[end:], nil
		}
	}
	return old, nil
}

// A MainArchive is a file with earlier entries of the main memory; Memory
// reads it.
type MainArchive struct {
	File string // in the persona's folder
	Size int64  // bytes
}

// MainArchives lists the archives of the main memory, oldest first.
func (p *Persona) MainArchives() ([]MainArchive, error) {
	entries, err := p.dir.List(memoryDir)
	if err != nil {
		return nil, fmt.Errorf("list archives of the main memory: %w", err)
	}
	var list []MainArchive
	for _, e := range entries {
		if !e.IsDir && strings.HasPrefix(e.Name, archivePrefix) && strings.HasSuffix(e.Name, archiveSuffix) {
			list = append(list, MainArchive{memoryDir + "/" + e.Name, e.Size})
		}
	}
	return list, nil
}
