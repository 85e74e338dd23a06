package rag

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"yumori/internal/store"
	"yumori/rag/segment"
)

// openingName stands in the index's folder while the keyword index is being
// opened, and says how many times in a row by now. One that is there at the start
// says that the program ended meanwhile: by a crash, or because of the index, as
// a map of a damaged file can do it. After some times in a row nothing is
// opened any more, and the index is made anew.
const (
	openingName = "opening"
	openings    = 5
)

// sealName says how the keyword index was left when it was closed: the
// generation and the SHA-256 of bleve's root file, which carries no checksum
// of its own. It is gone while the index is open and after a crash.
const sealName = "closed.json"

type closing struct {
	Generation int    `json:"generation"`
	Root       string `json:"root"` // hex
}

// guarded opens a generation's keyword index, unless it is known that it must
// not be.
func (fd *folder) guarded(m manifest) (*segment.Keywords, error) {
	marker := fd.file(openingName)
	ended := fd.openingsEnded()
	if ended >= openings {
		return nil, fmt.Errorf("%w: the last %d openings of it ended the program", segment.ErrDamaged, openings)
	}
	if err := fd.unseal(m); err != nil {
		return nil, err
	}
	err := fd.dir.Write(marker, fmt.Appendln(nil, ended+1), store.Cause{Kind: store.CauseSetup, Ref: "index"})
	if err != nil && !errors.Is(err, store.ErrFull) { // a full disk can be searched all the same
		return nil, err
	}
	keys, err := segment.OpenKeywords(m.words(fd.root))
	if derr := fd.dir.Discard(marker); derr != nil && err == nil {
		return nil, errors.Join(derr, keys.Close())
	}
	return keys, err
}

// openingsEnded returns how many openings in a row ended the program; all for a
// marker that cannot be read.
func (fd *folder) openingsEnded() int {
	data, err := fd.dir.Read(fd.file(openingName))
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	n, nerr := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil || nerr != nil || n < 1 {
		return openings
	}
	return n
}

// unseal compares bleve's root file with what it was when it was closed.
func (fd *folder) unseal(m manifest) error {
	data, err := fd.dir.Read(fd.file(sealName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var s closing
	if err := json.Unmarshal(data, &s); err != nil {
		return fmt.Errorf("%w: %s: %w", segment.ErrDamaged, sealName, err)
	}
	if s.Generation == m.Generation {
		sum, err := rootSum(m.words(fd.root))
		if err != nil {
			return fmt.Errorf("%w: %w", segment.ErrDamaged, err)
		}
		if sum != s.Root {
			return fmt.Errorf("%w: its root file is not what it was", segment.ErrDamaged)
		}
	}
	return fd.dir.Discard(fd.file(sealName))
}

// sealed notes how the keyword index was left. Without a seal it is opened as
// after a crash.
func (fd *folder) sealed(generation int) {
	sum, err := rootSum(filepath.Join(fd.root, fmt.Sprintf("words-%d", generation)))
	var data []byte
	if err == nil {
		data, err = json.Marshal(closing{generation, sum})
	}
	if err == nil {
		err = fd.dir.Write(fd.file(sealName), append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "index"})
	}
	if err != nil {
		fd.log.Debug("index without a seal", "index", fd.name, "error", err)
	}
}

func rootSum(words string) (string, error) {
	if err := segment.VerifyFiles(words); err != nil {
		return "", err
	}
	f, err := os.Open(filepath.Join(words, "store", "root.bolt"))
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
