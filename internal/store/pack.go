package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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
	every  time.Duration // between two looks for what there is to do
	least  int           // so many loose objects are worth a pack
	beside time.Duration // loose objects stay beside their pack: a copy of the home may be on its way with them
}

// usualPacking is the packing of a history.
func usualPacking() packing { return packing{every: time.Hour, least: 2048, beside: 24 * time.Hour} }

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

// loose is an object in a file of its own.
type loose struct {
	hash    plumbing.Hash
	name    string
	written time.Time
}

// pack makes packs of the loose objects, once enough of them are in none, and removes
// those that have long been in one, and are whole there. It is interrupted when ctx ends;
// what is done by then is done. A crash leaves every object in at least one place.
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
	twins := map[string][]loose{}
	for _, o := range list {
		if i := slices.IndexFunc(packs, func(p pack) bool { return p.has(o.hash) }); i < 0 {
			rest = append(rest, o)
		} else if time.Since(packs[i].written) >= when.beside {
			twins[packs[i].name] = append(twins[packs[i].name], o)
		}
	}
	for _, p := range packs {
		if err := r.dropTwins(ctx, p, twins[p.name]); err != nil {
			return fmt.Errorf("pack %s: %w", p.name, err)
		}
	}
	for len(rest) >= when.least && err == nil {
		rest, err = r.packSome(rest)
		err = errors.Join(err, ctx.Err())
	}
	return err
}

// packSome makes one pack of the oldest of some loose objects and returns the others.
// What is damaged stays out of it.
func (r *repo) packSome(list []loose) (rest []loose, err error) {
	slices.SortFunc(list, func(a, b loose) int {
		return cmp.Or(a.written.Compare(b.written), strings.Compare(a.name, b.name))
	})
	var hashes []plumbing.Hash
	size, at := int64(0), 0
	for ; at < len(list) && size < packBytes; at++ {
		if o, err := r.whole(plumbing.AnyObject, list[at].hash); err == nil {
			size += o.Size()
			hashes = append(hashes, list[at].hash)
		}
	}
	if len(hashes) == 0 {
		return list[at:], nil
	}
	var data, index bytes.Buffer
	sum, err := packfile.NewEncoder(&data, r.store, false).Encode(hashes, packWindow)
	if err != nil {
		return nil, err
	}
	if err := indexOf(data.Bytes(), &index); err != nil {
		return nil, err
	}
	base := path.Join(packDir, "pack-"+sum.String())
	if _, err := r.disk.replace(base+indexExt, &index); err != nil { // first: git takes what has packExt for whole
		return nil, err
	}
	_, err = r.disk.replace(base+packExt, &data)
	return list[at:], err
}

// indexOf writes the index of a pack.
func indexOf(data []byte, to io.Writer) error {
	w := new(idxfile.Writer)
	parser, err := packfile.NewParser(packfile.NewScanner(bytes.NewReader(data)), w)
	if err != nil {
		return err
	}
	if _, err := parser.Parse(); err != nil {
		return err
	}
	index, err := w.Index()
	if err != nil {
		return err
	}
	_, err = idxfile.NewEncoder(to).Encode(index)
	return err
}

// dropTwins removes loose objects that are in a pack too, if that is whole.
func (r *repo) dropTwins(ctx context.Context, p pack, twins []loose) error {
	if len(twins) == 0 {
		return nil
	}
	if err := r.isWhole(p); err != nil {
		return err
	}
	for _, o := range twins {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := r.disk.ops.remove(r.disk.root, o.name); err != nil {
			return err
		}
	}
	return nil
}

// isWhole reads a pack, and returns an error if what is in it is not what its index says,
// which has a sum of each object and of the bytes that it takes.
func (r *repo) isWhole(p pack) error {
	data, err := readRegular(r.disk.root, p.name, math.MaxInt64)
	if err != nil {
		return err
	}
	var is, was bytes.Buffer
	if err := indexOf(data, &is); err != nil {
		return err
	}
	if _, err := idxfile.NewEncoder(&was).Encode(p.objects); err != nil {
		return err
	}
	if !bytes.Equal(is.Bytes(), was.Bytes()) {
		return errors.New("its index is of another one")
	}
	return nil
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
	name    string
	written time.Time
	objects *idxfile.MemoryIndex
}

// has reports whether the pack has an object, as its index tells it.
func (p pack) has(hash plumbing.Hash) bool {
	ok, err := p.objects.Contains(hash)
	return ok && err == nil
}

// packs lists the packs. An index whose pack a crash prevented is removed: go-git takes
// one with the right name for whole.
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
		was, serr := r.disk.root.Lstat(base + packExt)
		if errors.Is(serr, fs.ErrNotExist) {
			err = errors.Join(err, r.disk.ops.remove(r.disk.root, base+indexExt))
			continue
		}
		p := pack{name: base + packExt, objects: idxfile.NewMemoryIndex()}
		data, rerr := readRegular(r.disk.root, base+indexExt, MaxFile)
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
