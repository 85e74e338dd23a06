package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// Every version is first a file of its own, a loose object of git. Over the years these
// are many, and each is whole where little of the file changed. So they become packs, as
// git makes them: files with many objects, which share what they have in common.

const (
	objectsDir = repoDir + "/objects"
	packDir    = objectsDir + "/pack"

	packExt  = ".pack"
	indexExt = ".idx" // which objects a pack has, and where; git's too

	packBytes  = 32 << 20 // of objects in one pack, each whole: making it takes as much memory
	packWindow = 10       // objects that one is compared with; git's own figure
)

// packing says when objects go into packs.
type packing struct {
	every time.Duration // between two looks for what there is to do
	least int           // so many loose objects are worth a pack
	keep  time.Duration // loose objects stay beside their pack: a copy of the home may be on its way with them
}

// usualPacking is the packing of a history.
func usualPacking() packing {
	return packing{every: 10 * time.Minute, least: 2048, keep: 24 * time.Hour}
}

// pack lets the repository make packs of what is in it, from time to time.
func (h *history) pack(ctx context.Context) error {
	if time.Since(h.packed) < h.packing.every {
		return nil
	}
	h.packed = time.Now()
	err := h.try(func(r *repo) error { return r.pack(ctx, h.packing) })
	h.repo = nil // it does not know of new packs
	if err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	return nil
}

// reindexed mends the indexes of packs that are damaged, and reports whether any was.
func reindexed(h *history) bool {
	mended := 0
	err := h.try(func(r *repo) (err error) {
		mended, err = r.reindex()
		return err
	})
	if err != nil || mended > 0 {
		h.d.log.Warn("store: indexes of packs were damaged", "dir", h.d.path, "mended", mended, "err", err)
		h.repo = nil // it has read the old ones
	}
	return mended > 0
}

// loose is an object in a file of its own.
type loose struct {
	hash    plumbing.Hash
	name    string
	written time.Time
}

// pack makes one pack of loose objects, once enough of them are in none, and removes those
// that have long been in one, and are whole there. A crash leaves every object in at least
// one place. Some seconds for a pack; a history with many loose objects takes several calls.
func (r *repo) pack(ctx context.Context, when packing) error {
	list, err := r.loose()
	if err != nil || len(list) == 0 {
		return err
	}
	packs, err := r.packs()
	if err != nil {
		return err
	}
	var rest []loose
	packed := map[string][]loose{}
	for _, o := range list {
		if i := slices.IndexFunc(packs, func(p pack) bool { return p.has(o.hash) }); i < 0 {
			rest = append(rest, o)
		} else if time.Since(packs[i].written) >= when.keep {
			packed[packs[i].base] = append(packed[packs[i].base], o)
		}
	}
	for _, p := range packs {
		if err := r.removePacked(ctx, p, packed[p.base]); err != nil {
			return fmt.Errorf("%s: %w", p.base, err)
		}
	}
	if len(rest) < when.least {
		return nil
	}
	return r.packOldest(rest)
}

// packOldest makes a pack of the oldest of some loose objects. What is damaged stays out of it.
func (r *repo) packOldest(list []loose) error {
	slices.SortFunc(list, func(a, b loose) int {
		return cmp.Or(a.written.Compare(b.written), strings.Compare(a.name, b.name))
	})
	var hashes []plumbing.Hash
	for size, i := int64(0), 0; i < len(list) && size < packBytes; i++ {
		if o, err := r.whole(plumbing.AnyObject, list[i].hash); err == nil {
			size += o.Size()
			hashes = append(hashes, list[i].hash)
		}
	}
	if len(hashes) == 0 {
		return nil
	}
	var data bytes.Buffer
	sum, err := packfile.NewEncoder(&data, r.store, false).Encode(hashes, packWindow)
	if err != nil {
		return err
	}
	index, err := indexOf(data.Bytes())
	base := path.Join(packDir, "pack-"+sum.String())
	if err == nil {
		_, err = r.disk.replace(base+indexExt, bytes.NewReader(index)) // first: git wants one beside each pack
	}
	if err == nil {
		_, err = r.disk.replace(base+packExt, &data)
	}
	return err
}

// indexOf returns the index of a pack, which has a sum of each object and of the bytes
// that it takes.
func indexOf(data []byte) ([]byte, error) {
	w := new(idxfile.Writer)
	parser, err := packfile.NewParser(packfile.NewScanner(bytes.NewReader(data)), w)
	if err == nil {
		_, err = parser.Parse()
	}
	var index *idxfile.MemoryIndex
	if err == nil {
		index, err = w.Index()
	}
	var out bytes.Buffer
	if err == nil {
		_, err = idxfile.NewEncoder(&out).Encode(index)
	}
	return out.Bytes(), err
}

// reindex writes anew the indexes that are lost, or are not what their packs say, and
// returns how many. A pack that is damaged itself keeps the one it has.
func (r *repo) reindex() (mended int, err error) {
	infos, err := r.disk.readDir(packDir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	for _, fi := range infos {
		base, ok := strings.CutSuffix(path.Join(packDir, fi.Name()), packExt)
		if !ok || r.isWhole(base) == nil {
			continue
		}
		data, err := r.disk.readRegular(base+packExt, math.MaxInt64)
		if err != nil {
			return mended, err
		}
		index, err := indexOf(data)
		if err != nil {
			continue
		}
		if _, err := r.disk.replace(base+indexExt, bytes.NewReader(index)); err != nil {
			return mended, err
		}
		mended++
	}
	return mended, err
}

// removePacked removes loose objects that are in a pack too, if that is whole.
func (r *repo) removePacked(ctx context.Context, p pack, list []loose) error {
	if len(list) == 0 {
		return nil
	}
	if err := r.isWhole(p.base); err != nil {
		return err
	}
	for _, o := range list {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := r.disk.ops.remove(r.disk.root, o.name); err != nil {
			return err
		}
	}
	return nil
}

// isWhole reads a pack, and returns an error if its index is another than its bytes make.
func (r *repo) isWhole(base string) error {
	data, err := r.disk.readRegular(base+packExt, math.MaxInt64)
	if err != nil {
		return err
	}
	was, err := r.disk.readRegular(base+indexExt, math.MaxInt64)
	if err != nil {
		return err
	}
	is, err := indexOf(data)
	if err == nil && !bytes.Equal(is, was) {
		err = errors.New("its index is of another one")
	}
	return err
}

// loose lists the objects that have a file of their own.
func (r *repo) loose() (list []loose, err error) {
	folders, err := r.disk.readDir(objectsDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, folder := range folders {
		if len(folder.Name()) != 2 || !folder.IsDir() { // the first byte of a hash
			continue
		}
		infos, err := r.disk.readDir(path.Join(objectsDir, folder.Name()))
		if err != nil {
			return nil, err
		}
		for _, fi := range infos {
			if s := folder.Name() + fi.Name(); plumbing.IsHash(s) && fi.Mode().IsRegular() {
				list = append(list, loose{plumbing.NewHash(s), path.Join(objectsDir, folder.Name(), fi.Name()), fi.ModTime()})
			}
		}
	}
	return list, err
}

// pack is a file with many objects.
type pack struct {
	base    string // its name but for the extension
	written time.Time
	objects *idxfile.MemoryIndex
}

// has reports whether the pack has an object, as its index tells it.
func (p pack) has(hash plumbing.Hash) bool {
	ok, err := p.objects.Contains(hash)
	return ok && err == nil
}

// packs lists the packs. An index whose pack a crash prevented is removed.
func (r *repo) packs() (list []pack, err error) {
	infos, err := r.disk.readDir(packDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, fi := range infos {
		base, ok := strings.CutSuffix(path.Join(packDir, fi.Name()), indexExt)
		if !ok {
			continue
		}
		was, serr := r.disk.lstat(base + packExt)
		if errors.Is(serr, fs.ErrNotExist) {
			err = errors.Join(err, r.disk.ops.remove(r.disk.root, base+indexExt))
			continue
		}
		p := pack{base: base, objects: idxfile.NewMemoryIndex()}
		data, rerr := r.disk.readRegular(base+indexExt, MaxFile)
		if err := errors.Join(serr, rerr); err != nil {
			return nil, err
		}
		if err := idxfile.NewDecoder(bytes.NewReader(data)).Decode(p.objects); err != nil {
			return nil, fmt.Errorf("read %s: %w", base+indexExt, err)
		}
		p.written = was.ModTime()
		list = append(list, p)
	}
	return list, err
}
