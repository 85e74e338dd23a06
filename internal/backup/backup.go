// Package backup keeps copies of a home outside of it, and brings them back. A
// copy is one ZIP file, encrypted with age if there is a passphrase. It has
// been read back before it counts, and holds everything but keys and what can
// be derived.
package backup

import (
	"archive/zip"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"yumori/internal/store"
)

var (
	// ErrPassphrase is returned for a copy that is encrypted with another
	// passphrase, or for which none was given.
	ErrPassphrase = errors.New("the passphrase does not open this copy")

	// ErrDamaged is returned for a file that is no copy of a home, or not whole.
	ErrDamaged = errors.New("this is no whole copy of a home")

	// ErrUnknown is returned by Restore for a persona that is not in the copy.
	ErrUnknown = errors.New("the copy has no such persona")
)

// manifestName is the last entry of a copy, a manifest in JSON:
//
//	{"format":1,"made":"2026-11-22T19:30:00Z","files":[{"name":"personas/luna/log.jsonl","size":5120,"sha256":"9f86…"}],"seal":"4c2a…"}
//
// It names every other entry once. The seal, which may be missing, is an HMAC of
// that with a key that only the home has which made the copy.
const (
	manifestName = "manifest.json"
	formatNow    = 1
)

type manifest struct {
	Format int       `json:"format"`
	Made   time.Time `json:"made"`
	Files  []entry   `json:"files"`
	Seal   string    `json:"seal,omitempty"`
}

// sealed returns the seal of a manifest with a key; "" without a key.
func (m manifest) sealed(key []byte) string {
	if len(key) == 0 {
		return ""
	}
	h := hmac.New(sha256.New, key)
	_, _ = fmt.Fprintln(h, m.Format, m.Made.UTC().Format(time.RFC3339Nano))
	for _, e := range m.Files {
		_, _ = fmt.Fprintf(h, "%q %d %s\n", e.Name, e.Size, e.SHA256)
	}
	return hex.EncodeToString(h.Sum(nil))
}

type entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

// Names of copies: the time they were made, in UTC.
const (
	namePrefix   = "yumori-"
	nameTime     = "20060102-150405"
	plainExt     = ".zip"
	encryptedExt = ".zip.age"
)

// Options say how a copy is made.
type Options struct {
	Passphrase string // "" leaves the copy unencrypted
	// Work is the work factor of the passphrase, as a power of two: each step
	// doubles what it costs to guess it, and to open the copy. 0 is age's own, about a second.
	Work     int
	Now      time.Time
	Progress func(done, all int64) // bytes; may be nil
	// Key is the home's own: with it the copy can be told from one that somebody
	// else made. nil leaves it without a seal.
	Key []byte
}

// A Copy says what Make did.
type Copy struct {
	Name    string   // of the file in the folder
	Size    int64    // bytes
	Files   int      // in the copy
	Removed []string // older copies that were no longer needed
	Same    bool     // nothing has changed since that copy, and none was made
}

// Make copies a home to a folder, reads the copy back, and then removes those
// copies that Expired names. When nothing has changed since the newest copy
// that was made from here to there, it makes none. The cost is that of reading
// the home and compressing it; some ms when nothing has changed.
func Make(ctx context.Context, h *store.Home, to *store.Folder, o Options) (c Copy, err error) {
	for range tries {
		if c, err = makeOnce(ctx, h, to, o); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return c, fmt.Errorf("back up: %w", err)
	}
	return c, nil
}

// tries is how often a copy is begun: a file that is moved away after it was
// listed, a log that is archived, may stand elsewhere under a name that was not.
const tries = 4

func makeOnce(ctx context.Context, h *store.Home, to *store.Folder, o Options) (Copy, error) {
	parts, err := h.Parts(ctx)
	if err != nil {
		return Copy{}, err
	}
	mark := markOf(parts, to, o)
	if c, ok := unchanged(h, to, mark); ok {
		return c, nil
	}
	c := Copy{Name: namePrefix + o.Now.UTC().Format(nameTime) + plainExt, Files: len(parts)}
	if o.Passphrase != "" {
		c.Name = strings.TrimSuffix(c.Name, plainExt) + encryptedExt
	}
	write := func(w io.Writer) error {
		return o.encrypted(w, func(w io.Writer) error { return packer{h, parts, o}.pack(ctx, w) })
	}
	check := func(r io.ReaderAt, size int64) error {
		c.Size = size
		return verify(ctx, r, size, o.Passphrase)
	}
	if err := to.Make(c.Name, write, check); err != nil {
		return Copy{}, err
	}
	if c.Removed, err = prune(to); err != nil {
		return c, err
	}
	remember(h, memo{Folder: to.Path(), Mark: mark, Copy: c})
	return c, nil
}

// encrypted gives write a writer whose bytes arrive at w, encrypted if there is
// a passphrase.
func (o Options) encrypted(w io.Writer, write func(io.Writer) error) error {
	if o.Passphrase == "" {
		return write(w)
	}
	to, err := age.NewScryptRecipient(o.Passphrase)
	if err != nil {
		return err
	}
	if o.Work > 0 {
		to.SetWorkFactor(o.Work)
	}
	sealed, err := age.Encrypt(w, to)
	if err != nil {
		return err
	}
	if err := write(sealed); err != nil {
		return err
	}
	return sealed.Close()
}

// A packer writes a copy.
type packer struct {
	home  *store.Home
	parts []store.Part
	Options
}

// pack writes the parts of a home and their manifest.
func (k packer) pack(ctx context.Context, w io.Writer) error {
	z := zip.NewWriter(w)
	m := manifest{Format: formatNow, Made: k.Now.UTC()}
	all, done := int64(0), int64(0)
	for _, p := range k.parts {
		all += p.Size
	}
	for _, p := range k.parts {
		e, err := k.part(ctx, z, p)
		if err != nil {
			return fmt.Errorf("copy %q: %w", p.Name, err)
		}
		m.Files = append(m.Files, e)
		if done += p.Size; k.Progress != nil {
			k.Progress(done, all)
		}
	}
	m.Seal = m.sealed(k.Key)
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	last, err := z.Create(manifestName)
	if err == nil {
		_, err = last.Write(data)
	}
	return errors.Join(err, z.Close())
}

// part writes one file.
func (k packer) part(ctx context.Context, z *zip.Writer, p store.Part) (entry, error) {
	if err := ctx.Err(); err != nil {
		return entry{}, err
	}
	r, err := k.home.OpenPart(p)
	if err != nil {
		return entry{}, err
	}
	defer r.Close()
	w, err := z.CreateHeader(&zip.FileHeader{Name: p.Name, Method: zip.Deflate, Modified: p.ModTime.UTC()})
	if err != nil {
		return entry{}, err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, sum), until(ctx, r))
	return entry{Name: p.Name, Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}

// until reads on until a context ends, which is then the error.
func until(ctx context.Context, r io.Reader) io.Reader {
	return readerFunc(func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return r.Read(p)
	})
}

type readerFunc func([]byte) (int, error)

// Read is io.Reader.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// prune removes the copies that are no longer needed. Encrypted copies and
// others are counted apart: who forgets the passphrase still has the others.
func prune(f *store.Folder) ([]string, error) {
	list, err := f.List()
	if err != nil {
		return nil, err
	}
	var removed []string
	for _, form := range []string{plainExt, encryptedExt} {
		times := map[time.Time]string{}
		for _, p := range list {
			if at, ok := madeAt(p.Name, form); ok {
				times[at] = p.Name
			}
		}
		for _, at := range Expired(slices.Collect(maps.Keys(times))) {
			if err := f.Remove(times[at]); err != nil {
				return removed, err
			}
			removed = append(removed, times[at])
		}
	}
	return removed, nil
}

// madeAt tells when a copy of a form was made from its name.
func madeAt(name, form string) (time.Time, bool) {
	s, ok := strings.CutPrefix(strings.TrimSuffix(name, form), namePrefix)
	if !ok || !strings.HasSuffix(name, form) {
		return time.Time{}, false
	}
	at, err := time.Parse(nameTime, s)
	return at, err == nil
}

// How many copies are kept: the newest of each of so many days, weeks, months.
const (
	keepDays   = 7
	keepWeeks  = 5
	keepMonths = 12
)

// Expired returns which of the copies made at these times are no longer
// needed: those that are not the newest of one of the last 7 days, 5 weeks or
// 12 months that have one, oldest first. The newest of all is always needed.
func Expired(made []time.Time) []time.Time {
	newest := slices.SortedFunc(slices.Values(made), func(a, b time.Time) int { return b.Compare(a) })
	kept := map[time.Time]bool{}
	for _, g := range []struct {
		most int
		of   func(time.Time) string
	}{
		{keepDays, func(t time.Time) string { return t.Format(time.DateOnly) }},
		{keepWeeks, func(t time.Time) string { y, w := t.ISOWeek(); return fmt.Sprint(y, w) }},
		{keepMonths, func(t time.Time) string { return t.Format("2006-01") }},
	} {
		seen := map[string]bool{}
		for _, t := range newest {
			if k := g.of(t); !seen[k] && len(seen) < g.most {
				seen[k], kept[t] = true, true
			}
		}
	}
	return slices.DeleteFunc(slices.SortedFunc(slices.Values(made), cmpTimes), func(t time.Time) bool { return kept[t] })
}

func cmpTimes(a, b time.Time) int { return cmp.Compare(a.UnixNano(), b.UnixNano()) }
