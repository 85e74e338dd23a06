package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/adrg/xdg"
)

const (
	homeEnv     = "YUMORI_HOME"
	personasDir = "personas"
	asideDir    = "set-aside" // personas that were taken out of the list

	// profileFile completes a persona: the write of it removes creatingFile.
	profileFile = "persona.json"

	// creatingFile is in a persona's folder, empty, from CreatePersona until
	// its profile is written. A crash in between leaves it.
	creatingFile = ".creating"
)

// Options are the collaborators of a Home; the zero value is right.
type Options struct {
	Now    func() time.Time // nil is time.Now
	Logger *slog.Logger     // nil discards
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Home is the folder of everything: settings and personas. It is locked while
// it is open. All methods are safe for concurrent use.
type Home struct {
	path     string
	root     *os.Root
	dir      *Dir
	lock     *lock
	opt      Options
	readOnly error
	ring     ring

	mu       sync.Mutex // guards what follows
	personas map[string]*Dir
	closed   bool
}

// DefaultHome returns the home's path: $YUMORI_HOME if set, else "yumori" in
// the place the system has for application data.
func DefaultHome() (string, error) {
	if dir := os.Getenv(homeEnv); dir != "" {
		return filepath.Abs(dir)
	}
	return filepath.Join(xdg.DataHome, "yumori"), nil
}

// Open makes the home if it is not there, locks it, and removes what a crash
// left unfinished. It never waits: it returns an ErrInUse when another process
// has the home, or this one. On a disk that takes no writes the home opens for
// reading; ReadOnly says so. The cost does not depend on the number of personas.
func Open(dir string, opt Options) (*Home, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, wrap("open home", dir, err)
	}
	if err := makeFolders(abs, systemOps()); err != nil {
		if errors.Is(err, syscall.ENOTDIR) {
			err = &BadFileError{Name: abs, Reason: NotFolder, Err: err}
		}
		return nil, wrap("open home", abs, err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, wrap("open home", abs, err)
	}
	lock, weak, err := acquire(root, abs)
	if err != nil {
		_ = root.Close()
		return nil, wrap("open home", abs, err)
	}
	h := &Home{path: abs, root: root, lock: lock, opt: opt.withDefaults(), readOnly: weak, ring: systemRing(), personas: map[string]*Dir{}}
	h.dir = openDir(root, abs, homeScope(), h.opt)
	h.sweepClaims()
	h.tighten()
	h.sign()
	return h, nil
}

// sweepClaims deals with folders of personas that a crash kept from getting a name.
func (h *Home) sweepClaims() {
	infos, err := h.dir.disk.readDir(personasDir)
	if err != nil {
		return // none yet
	}
	for _, fi := range infos {
		if fi.IsDir() && strings.HasPrefix(fi.Name(), tempPrefix) {
			folder := path.Join(personasDir, fi.Name())
			h.settleReceived(folder)
		}
	}
}

// tighten takes the rights of others off a home that was made by hand just now.
// A folder that is in use already is left alone, as it may be more than a home;
// Check reports it.
func (h *Home) tighten() {
	infos, err := h.dir.disk.readDir(".")
	if err != nil || len(infos) > 1 || len(infos) == 1 && infos[0].Name() != lockFile {
		return
	}
	if fi, err := h.root.Stat("."); err == nil && tooOpen(fi) {
		_ = h.root.Chmod(".", dirMode) // Check reports it otherwise
	}
}

// sign writes down who has the lock. It is for a message only: no error counts.
func (h *Home) sign() {
	data, err := json.Marshal(owner{PID: os.Getpid(), Since: time.Now().UTC().Truncate(time.Second)}) // the process's clock, not the pretended one
	if err == nil {
		_, err = h.dir.disk.replace(ownerFile, bytes.NewReader(data))
	}
	if err != nil && h.readOnly == nil {
		if err = classify(err); errors.Is(err, ErrReadOnly) || errors.Is(err, ErrFull) {
			h.readOnly = err
		}
	}
}

// Path returns the absolute path of the home.
func (h *Home) Path() string { return h.path }

// Dir returns the home's own files: the settings. Personas are not among them.
func (h *Home) Dir() *Dir { return h.dir }

// Close writes what is waiting for the history and frees the lock. Dirs of the
// home fail afterwards. The second and later calls do nothing.
func (h *Home) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil
	}
	h.closed = true
	var errs []error
	for slug, d := range h.personas {
		errs = append(errs, wrap("close persona", slug, d.close()))
	}
	errs = append(errs, wrap("close home", h.path, h.dir.close()))
	h.lock.release()
	return errors.Join(errs...)
}

// Personas returns the slugs of all personas, sorted. One whose creation was
// not finished is left out.
func (h *Home) Personas() ([]string, error) {
	entries, err := h.dir.disk.readDir(personasDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, wrap("list personas of", h.path, err)
	}
	var slugs []string
	for _, e := range entries {
		if e.IsDir() && checkSlug(e.Name()) == nil && !h.creating(e.Name()) {
			slugs = append(slugs, e.Name())
		}
	}
	slices.Sort(slugs)
	return slugs, nil
}

// Persona opens the folder of a persona. Every call for a slug returns the same
// Dir. A slug that is not there, or not finished, is fs.ErrNotExist.
func (h *Home) Persona(slug string) (*Dir, error) {
	if err := checkSlug(slug); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if d, ok := h.personas[slug]; ok {
		return d, nil
	}
	if h.creating(slug) {
		return nil, wrap("open persona", slug, fs.ErrNotExist)
	}
	return h.open(slug)
}

// CreatePersona makes the folder of a new persona. The persona is there, for
// Personas and after a restart, once "persona.json" was written to it: write
// that last. A folder without it was left by a crash; CreatePersona takes it
// over, files included. It returns fs.ErrExist for a finished persona.
func (h *Home) CreatePersona(slug string) (*Dir, error) {
	if err := checkSlug(slug); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if d, ok := h.personas[slug]; ok {
		if !h.creating(slug) {
			return nil, wrap("create persona", slug, fs.ErrExist)
		}
		return d, nil
	}
	folder := path.Join(personasDir, slug)
	if _, err := h.dir.disk.lstat(folder); err == nil {
		if !h.creating(slug) {
			return nil, wrap("create persona", slug, fs.ErrExist)
		}
		return h.open(slug)
	}
	if err := h.claim(slug); err != nil {
		return nil, wrap("create persona", slug, err)
	}
	return h.open(slug)
}

// AbandonPersona removes the folder of a persona whose creation was begun and
// not finished, with all that is in it. Anything else it leaves alone.
func (h *Home) AbandonPersona(slug string) error {
	if err := checkSlug(slug); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.creating(slug) {
		return nil
	}
	if d, ok := h.personas[slug]; ok {
		delete(h.personas, slug)
		if err := d.close(); err != nil {
			h.opt.Logger.Warn("store: abandon a persona whose files do not close", "persona", slug, "err", err)
		}
	}
	// The mark goes last: what a crash leaves of the rest stays out of the list.
	folder := path.Join(personasDir, slug)
	infos, err := h.dir.disk.readDir(folder)
	for _, fi := range infos {
		if err == nil && fi.Name() != creatingFile {
			err = h.root.RemoveAll(path.Join(folder, fi.Name()))
		}
	}
	if err == nil {
		err = h.root.RemoveAll(folder)
	}
	return wrap("abandon persona", slug, err)
}

// claim makes the folder of slug with the mark of a creation in it, in one
// step, so that no crash leaves a folder without the mark.
func (h *Home) claim(slug string) error {
	disk := h.dir.disk
	if err := disk.mkdirAll(personasDir); err != nil {
		return err
	}
	temp := disk.temps.in(path.Join(personasDir, slug))
	if err := disk.ops.mkdir(h.root, temp, dirMode); err != nil {
		return err
	}
	_, err := disk.create(path.Join(temp, creatingFile), strings.NewReader(""))
	if err == nil {
		err = disk.ops.rename(h.root, temp, path.Join(personasDir, slug))
	}
	if err != nil {
		_ = h.root.RemoveAll(temp) // made just now, and empty but for the mark
		return err
	}
	return disk.ops.syncDir(h.root, personasDir)
}

// SetAside takes a persona out of the list: its folder moves to
// "set-aside/<slug>-<time>", whose path inside the home it returns. Nothing is
// deleted. The persona's Dir is closed.
func (h *Home) SetAside(slug string) (string, error) {
	if err := checkSlug(slug); err != nil {
		return "", err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, err := h.dir.disk.lstat(path.Join(personasDir, slug)); err != nil {
		return "", wrap("set aside persona", slug, err)
	}
	if d, ok := h.personas[slug]; ok {
		delete(h.personas, slug)
		if err := d.close(); err != nil { // a history that lags behind moves along
			h.opt.Logger.Warn("store: set aside with a history that is not complete", "persona", slug, "err", err)
		}
	}
	disk := h.dir.disk
	if err := disk.mkdirAll(asideDir); err != nil {
		return "", wrap("set aside persona", slug, err)
	}
	to, err := disk.moveAside(path.Join(personasDir, slug), path.Join(asideDir, slug+"-"+h.opt.Now().Format(timeInName)))
	if err == nil {
		err = errors.Join(disk.ops.syncDir(h.root, asideDir), disk.ops.syncDir(h.root, personasDir))
	}
	if err != nil {
		return "", wrap("set aside persona", slug, err)
	}
	return to, nil
}

// open opens the folder of a persona that is there. h.mu is held.
func (h *Home) open(slug string) (*Dir, error) {
	if h.closed {
		return nil, wrap("open persona", slug, fs.ErrClosed)
	}
	folder := path.Join(personasDir, slug)
	fi, err := h.dir.disk.lstat(folder)
	if err != nil {
		return nil, wrap("open persona", slug, err)
	}
	if !fi.IsDir() {
		return nil, wrap("open persona", slug, &BadFileError{Name: folder, Reason: NotRegular})
	}
	root, err := h.root.OpenRoot(folder)
	if err != nil {
		return nil, wrap("open persona", slug, err)
	}
	d := openDir(root, filepath.Join(h.path, personasDir, slug), personaScope(), h.opt)
	h.personas[slug] = d
	return d, nil
}

// creating reports whether the persona's creation was begun and not finished.
func (h *Home) creating(slug string) bool {
	_, err := h.dir.disk.lstat(path.Join(personasDir, slug, creatingFile))
	return err == nil
}

func checkSlug(slug string) error {
	if strings.Contains(slug, "/") {
		return badName(slug, "more than one element")
	}
	return checkName(slug)
}

// timeInName is how times stand in file names.
const timeInName = "20060102-150405"

// freeName returns name, or name with a number if it is taken. A name that cannot be
// looked at may be.
func (d *disk) freeName(name string) (string, error) {
	free := name
	for n := 2; ; n++ {
		switch _, err := d.lstat(free); {
		case errors.Is(err, fs.ErrNotExist):
			return free, nil
		case err != nil:
			return "", err
		}
		free = fmt.Sprintf("%s-%d", name, n)
	}
}

// moveAside renames from to a name that is free: to, or to with a number.
func (d *disk) moveAside(from, to string) (string, error) {
	to, err := d.freeName(to)
	if err == nil {
		err = d.ops.rename(d.root, from, to)
	}
	return to, err
}
