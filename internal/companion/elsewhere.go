package companion

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"sync"

	"yumori/internal/backup"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// A whole persona that is brought in stays as it was, to the byte, and with it what
// it calls the user's own. Only of one that this home exported is that believed:
// its manifest has a seal, made with a key that stands in the home and in no copy.
// Of any other all is taken for somebody else's: every turn with it is tainted, and
// its memories rest on others, until the user calls the file their own.

// exportKeyFile is the key of the home, 64 hexadecimal digits. It leaves the home
// by no way.
const exportKeyFile = "export-key"

// elsewhereFile names the personas that came in whole and that this home did not
// export, in the home: by slug the file they came in.
//
//	{"luna-2": {"name": "luna.zip", "hash": "9f86…"}}
const elsewhereFile = "elsewhere.json"

// An origin is the file that a persona came in.
type origin struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

// origins is what is known of elsewhereFile, and the key.
type origins struct {
	mu    sync.Mutex // guards what follows, and the two files
	stamp store.Stamp
	known map[string]origin // nil: it was not read, or cannot be used
}

// exportKey returns the key of the home, made when it is asked for first; nil where
// there is none and none can be made: nothing is known as the home's own then.
func (h *House) exportKey() []byte {
	h.origins.mu.Lock()
	defer h.origins.mu.Unlock()
	data, err := h.home.Dir().Read(exportKeyFile)
	if errors.Is(err, fs.ErrNotExist) {
		fresh := make([]byte, 32)
		_, _ = rand.Read(fresh) // it never fails
		data = []byte(hex.EncodeToString(fresh) + "\n")
		err = h.home.Dir().Write(exportKeyFile, data, store.Cause{Kind: store.CauseSetup})
	}
	key, derr := hex.DecodeString(strings.TrimSpace(string(data)))
	if err = errors.Join(err, derr); err != nil || len(key) < 32 {
		h.opt.Logger.Warn("the key that exports are known by cannot be used", "error", err)
		return nil
	}
	return key
}

// elsewheres reads which personas came from elsewhere, if it may be another list
// than last time. h.origins.mu is held.
func (h *House) elsewheres() (map[string]origin, error) {
	o := &h.origins
	stamp := h.home.Dir().Stamp(elsewhereFile)
	if o.known != nil && o.stamp.Same(stamp) {
		return o.known, nil
	}
	o.known = nil
	known := map[string]origin{}
	data, err := h.home.Dir().Read(elsewhereFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err == nil:
		err = json.Unmarshal(data, &known)
	}
	if err == nil && known == nil {
		err = errors.New("it is null")
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", elsewhereFile, err)
	}
	o.known, o.stamp = known, stamp
	return known, nil
}

// noteElsewhere notes that a persona is about to come in. A file that cannot be used
// is set aside first.
func (h *House) noteElsewhere(a backup.Adopted, hash, name string) error {
	h.origins.mu.Lock()
	defer h.origins.mu.Unlock()
	known, err := h.elsewheres()
	if err != nil {
		if _, err := h.home.Dir().Quarantine(elsewhereFile, err.Error()); err != nil {
			return err
		}
		known = map[string]origin{}
	}
	if _, there := known[a.Slug]; a.Ours && !there && err == nil {
		return nil
	}
	known = maps.Clone(known)
	if delete(known, a.Slug); !a.Ours {
		known[a.Slug] = origin{Name: llm.OneLine(name), Hash: hash}
	}
	if len(known) == 0 {
		if err := h.home.Dir().Remove(elsewhereFile, store.Cause{Kind: store.CauseImport}); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := json.MarshalIndent(known, "", "  ")
	if err != nil {
		return err
	}
	return h.home.Dir().Write(elsewhereFile, append(data, '\n'), store.Cause{Kind: store.CauseImport})
}

// elsewhere returns the mark of a persona that came in whole from elsewhere, as long
// as the user has not called the file their own; ok is false for others. Where
// nobody can tell, it is one.
func (c *Companion) elsewhere() (f transcript.Foreign, ok bool) {
	c.house.origins.mu.Lock()
	known, err := c.house.elsewheres()
	from, there := known[c.slug]
	c.house.origins.mu.Unlock()
	if err != nil {
		return transcript.Foreign{Kind: transcript.ForeignImported, Name: elsewhereFile}, true
	}
	if !there || c.own.has(from.Hash) {
		return f, false
	}
	return transcript.Foreign{Kind: transcript.ForeignImported, Name: from.Name, Hash: from.Hash}, true
}
