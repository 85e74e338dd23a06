package exchange

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"strings"
	"sync"

	"yumori/internal/backup"
	"yumori/internal/llm"
	"yumori/internal/store"
)

// A whole persona that is brought in stays as it was, to the byte, and with it what
// it calls the user's own. Only of one that this home exported is that believed:
// its manifest has a seal, made with a key that stands in the home and in no copy.
// Of any other all is taken for somebody else's: every turn with it is tainted, and
// its memories are derived from others, until the user calls the file their own.

// exportKeyFile is the key of the home, 64 hexadecimal digits. It leaves the home
// by no way.
const exportKeyFile = "export-key"

// OriginsFile names the personas that came in whole and that this home did not
// export, in the home: by slug the file they came in.
//
//	{"luna-2": {"name": "luna.zip", "hash": "9f86…"}}
const OriginsFile = "elsewhere.json"

// An Origin is the file that a persona came in.
type Origin struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

// Origins is where the personas of a home came from, and the key that its exports
// are known by. It is safe for concurrent use.
type Origins struct {
	dir    *store.Dir // of the home
	logger *slog.Logger

	mu    sync.Mutex // guards what follows, and the two files
	stamp store.Stamp
	known map[string]Origin // nil: it was not read, or cannot be used
}

// NewOrigins returns the origins of the personas of a home.
func NewOrigins(home *store.Dir, l *slog.Logger) *Origins { return &Origins{dir: home, logger: l} }

// exportKey returns the key of the home, made when it is asked for first; nil where
// there is none and none can be made: nothing is known as the home's own then.
func (o *Origins) exportKey() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	data, err := o.dir.Read(exportKeyFile)
	if errors.Is(err, fs.ErrNotExist) {
		fresh := make([]byte, 32)
		_, _ = rand.Read(fresh) // it never fails
		data = []byte(hex.EncodeToString(fresh) + "\n")
		err = o.dir.Write(exportKeyFile, data, store.Cause{Kind: store.CauseSetup})
	}
	key, derr := hex.DecodeString(strings.TrimSpace(string(data)))
	if err = errors.Join(err, derr); err != nil || len(key) < 32 {
		o.logger.Warn("the key that exports are known by cannot be used", "error", err)
		return nil
	}
	return key
}

// elsewheres reads which personas came from elsewhere, if it may be another list
// than last time. o.mu is held.
func (o *Origins) elsewheres() (map[string]Origin, error) {
	stamp := o.dir.Stamp(OriginsFile)
	if o.known != nil && o.stamp.Same(stamp) {
		return o.known, nil
	}
	o.known = nil
	known := map[string]Origin{}
	data, err := o.dir.Read(OriginsFile)
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
		return nil, fmt.Errorf("read %s: %w", OriginsFile, err)
	}
	o.known, o.stamp = known, stamp
	return known, nil
}

// lastGood sets a file aside that cannot be used and returns what it said last, as far
// as the history knows: whoever took it for empty would believe every persona that came
// from elsewhere. o.mu is held.
func (o *Origins) lastGood(why error) (map[string]Origin, error) {
	if _, err := o.dir.Quarantine(OriginsFile, why.Error()); err != nil {
		return nil, err
	}
	past, err := o.dir.History(OriginsFile)
	if err != nil {
		o.logger.Warn("nobody knows which personas came from elsewhere", "error", err)
	}
	for _, p := range past {
		known := map[string]Origin{}
		if data, err := o.dir.Past(OriginsFile, p.Version); err == nil && json.Unmarshal(data, &known) == nil && known != nil {
			return known, nil
		}
	}
	return map[string]Origin{}, nil
}

// note notes that a persona is about to come in. A file that cannot be used
// is set aside first.
func (o *Origins) note(a backup.Adopted, hash, name string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	known, err := o.elsewheres()
	if err != nil {
		var bad error
		if known, bad = o.lastGood(err); bad != nil {
			return bad
		}
	}
	if _, there := known[a.Slug]; a.Ours && !there && err == nil {
		return nil
	}
	known = maps.Clone(known)
	if delete(known, a.Slug); !a.Ours {
		known[a.Slug] = Origin{Name: llm.OneLine(name), Hash: hash}
	}
	if len(known) == 0 {
		if err := o.dir.Remove(OriginsFile, store.Cause{Kind: store.CauseImport}); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := json.MarshalIndent(known, "", "  ")
	if err != nil {
		return err
	}
	return o.dir.Write(OriginsFile, append(data, '\n'), store.Cause{Kind: store.CauseImport})
}

// Of returns the file that a persona came in, if this home did not export it. What
// stands in the error is that nobody can tell.
func (o *Origins) Of(slug string) (from Origin, elsewhere bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	known, err := o.elsewheres()
	from, elsewhere = known[slug]
	return from, elsewhere, err
}

// Forget forgets where a persona came from: its name is free again.
func (o *Origins) Forget(slug string) error {
	return o.note(backup.Adopted{Slug: slug, Ours: true}, "", "")
}
