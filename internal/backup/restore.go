package backup

import (
	"archive/zip"
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
	"yumori/internal/unpack"
)

// Bounds of a copy that is read: it may come from anywhere.
const (
	maxEntries  = 1_000_000
	maxManifest = 512 << 20 // bytes
	// maxWork is the highest work factor of a passphrase that is tried: 2^22
	// takes some 20 seconds.
	maxWork = 22
)

const (
	personasPrefix = "personas/"
	ageMagic       = "age-encryption.org/"
)

// A Restored says what Restore did.
type Restored struct {
	Made     time.Time         // when the copy was made
	Personas []string          // slugs that were brought back, sorted
	Aside    map[string]string // slug to where the persona is now that was there before
	Settings bool              // the settings were brought back: there were none
	Files    int
}

// Restore brings personas back from a copy: all in it, or the one named by
// slug. Every file is checked against the manifest, and all of it is on disk,
// before anything takes the place of what is there; a persona that is there is set
// aside, not deleted.
// Settings are brought back only where there are none. It returns ErrDamaged,
// ErrPassphrase or ErrUnknown, store.ErrFull or the error of ctx, and then has
// changed nothing.
func Restore(ctx context.Context, h *store.Home, from *store.Folder, o Request) (Restored, error) {
	var out Restored
	err := from.Read(o.Name, func(r io.ReaderAt, size int64) error {
		c, err := opened(r, size, o.Passphrase)
		if err != nil {
			return err
		}
		if err := c.verify(ctx); err != nil {
			return err
		}
		out.Made = c.made
		slugs := c.personas()
		if o.Persona != "" {
			if !slices.Contains(slugs, o.Persona) {
				return ErrUnknown
			}
			slugs = []string{o.Persona}
		}
		places := map[string]string{}
		for _, slug := range slugs {
			places[slug] = slug
		}
		if out.Files, out.Aside, err = c.restore(ctx, h, places); err != nil {
			return err
		}
		out.Personas = slugs
		out.Settings, err = c.settings(h)
		return err
	})
	if err != nil {
		return out, fmt.Errorf("restore: %w", err)
	}
	return out, nil
}

// A Request says what is restored.
type Request struct {
	Name       string // of the copy in its folder
	Passphrase string
	Persona    string // a slug; "" is all
}

// verify reads a copy and checks everything in it against its manifest.
func verify(ctx context.Context, r io.ReaderAt, size int64, passphrase string) error {
	c, err := opened(r, size, passphrase)
	if err != nil {
		return err
	}
	return c.verify(ctx)
}

// A content is what is in a copy.
type content struct {
	files map[string]*zip.File
	list  []entry
	made  time.Time
	whole manifest
}

// opened opens a copy and reads its manifest.
func opened(r io.ReaderAt, size int64, passphrase string) (*content, error) {
	head := make([]byte, len(ageMagic))
	if n, _ := r.ReadAt(head, 0); string(head[:n]) == ageMagic {
		if passphrase == "" {
			return nil, ErrPassphrase
		}
		id, err := age.NewScryptIdentity(passphrase)
		if err != nil {
			return nil, err
		}
		id.SetMaxWorkFactor(maxWork)
		plain, n, err := age.DecryptReaderAt(r, size, id)
		var none *age.NoIdentityMatchError
		switch {
		case errors.As(err, &none), errors.Is(err, age.ErrIncorrectIdentity):
			return nil, ErrPassphrase
		case err != nil:
			return nil, damaged(err)
		}
		r, size = plain, n
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, damaged(err)
	}
	return contentOf(z)
}

// contentOf checks that manifest and entries name the same files, each once.
func contentOf(z *zip.Reader) (*content, error) {
	if len(z.File) > maxEntries {
		return nil, damaged(fmt.Errorf("%d entries", len(z.File)))
	}
	c := &content{files: map[string]*zip.File{}}
	for _, f := range z.File {
		if _, twice := c.files[f.Name]; twice || !f.Mode().IsRegular() {
			return nil, damaged(fmt.Errorf("entry %q is there twice, or no file", f.Name))
		}
		c.files[f.Name] = f
	}
	if err := unpack.Apart(z.File); err != nil {
		return nil, damaged(err)
	}
	last := c.files[manifestName]
	if last == nil {
		return nil, damaged(errors.New("no manifest"))
	}
	delete(c.files, manifestName)
	r, err := last.Open()
	if err != nil {
		return nil, damaged(err)
	}
	defer r.Close()
	var m manifest
	if err := json.NewDecoder(io.LimitReader(r, maxManifest)).Decode(&m); err != nil {
		return nil, damaged(err)
	}
	if m.Format != formatNow {
		return nil, damaged(fmt.Errorf("format %d, known is %d", m.Format, formatNow))
	}
	if len(m.Files) != len(c.files) {
		return nil, damaged(fmt.Errorf("%d files, the manifest has %d", len(c.files), len(m.Files)))
	}
	for _, e := range m.Files {
		if f := c.files[e.Name]; f == nil || e.Size < 0 || f.UncompressedSize64 != uint64(e.Size) {
			return nil, damaged(fmt.Errorf("file %q is missing or of another size", e.Name))
		}
	}
	c.list, c.made, c.whole = m.Files, m.Made, m
	return c, nil
}

func damaged(err error) error { return fmt.Errorf("%w: %w", ErrDamaged, err) }

// verify reads all files.
func (c *content) verify(ctx context.Context) error {
	for _, e := range c.list {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := c.open(e)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, until(ctx, r))
		if err = errors.Join(err, r.Close()); err != nil {
			return err
		}
	}
	return nil
}

// open opens a file of a copy. Its last read fails with ErrDamaged when it is
// not what the manifest says.
func (c *content) open(e entry) (io.ReadCloser, error) {
	r, err := c.files[e.Name].Open()
	if err != nil {
		return nil, damaged(err)
	}
	return &checked{r: r, e: e, left: e.Size, sum: sha256.New()}, nil
}

// ours reports whether a copy was made with a key.
func (c *content) ours(key []byte) bool {
	seal := c.whole.sealed(key)
	return seal != "" && hmac.Equal([]byte(seal), []byte(c.whole.Seal))
}

// personas returns the slugs in a copy, sorted.
func (c *content) personas() []string {
	var slugs []string
	for _, e := range c.list {
		rest, ok := strings.CutPrefix(e.Name, personasPrefix)
		if slug, _, nested := strings.Cut(rest, "/"); ok && nested && !slices.Contains(slugs, slug) {
			slugs = append(slugs, slug)
		}
	}
	slices.Sort(slugs)
	return slugs
}

// restore brings personas back; places says under which slug each was, by the one
// that it gets.
func (c *content) restore(ctx context.Context, h *store.Home, places map[string]string) (n int, aside map[string]string, err error) {
	aside, err = h.Receive(ctx, slices.Sorted(maps.Keys(places)), func(to string, put store.Put) error {
		for _, e := range c.list {
			name, ok := strings.CutPrefix(e.Name, personasPrefix+places[to]+"/")
			if !ok {
				continue
			}
			r, err := c.open(e)
			if err != nil {
				return err
			}
			err = put(name, r)
			if err = errors.Join(err, r.Close()); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return n, aside, err
}

// settingsName is the home's own file.
const settingsName = "settings.json"

// settings brings the settings back where there are none.
func (c *content) settings(h *store.Home) (bool, error) {
	i := slices.IndexFunc(c.list, func(e entry) bool { return e.Name == settingsName })
	if _, err := h.Dir().Read(settingsName); i < 0 || !errors.Is(err, fs.ErrNotExist) || c.list[i].Size > store.MaxFile {
		return false, nil
	}
	r, err := c.open(c.list[i])
	if err != nil {
		return false, err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return false, err
	}
	return true, h.Dir().Write(settingsName, data, store.Cause{Kind: store.CauseRestore})
}

// checked reads what a manifest entry names and not a byte more.
type checked struct {
	r    io.ReadCloser
	e    entry
	left int64
	sum  interface {
		io.Writer
		Sum([]byte) []byte
	}
}

// Read reads on. At the end it compares the sums.
func (c *checked) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	_, _ = c.sum.Write(p[:n])
	c.left -= int64(n)
	switch {
	case c.left < 0, err == io.EOF && c.left > 0,
		err == io.EOF && hex.EncodeToString(c.sum.Sum(nil)) != c.e.SHA256:
		return n, damaged(fmt.Errorf("file %q is not what the manifest says", c.e.Name))
	case err != nil && err != io.EOF:
		return n, damaged(err)
	}
	return n, err
}

// Close ends the reading.
func (c *checked) Close() error { return c.r.Close() }
