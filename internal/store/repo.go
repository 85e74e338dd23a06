package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"syscall"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/filesystem"
)

const (
	// repoDir is a bare git repository; any git can read it.
	repoDir = historyDir + "/repo.git"

	// repoRef is its only branch.
	repoRef = "refs/heads/main"
)

// repo is a git repository as a store of versions. It is not safe for
// concurrent use.
type repo struct {
	disk  *disk
	fsys  *gitFS
	store *filesystem.Storage
}

// record is a commit as its message tells it.
type record struct {
	hash    plumbing.Hash
	cause   Cause
	pending []string
	files   map[string]Past
}

// openRepo opens the repository of the folder at sysPath. One that is not there
// is empty, until something is committed.
func openRepo(d *disk, sysPath string) *repo {
	fsys := newGitFS(d, repoDir, sysPath)
	return &repo{disk: d, fsys: fsys, store: filesystem.NewStorage(fsys, cache.NewObjectLRU(4*cache.MiByte))}
}

// isDamage reports whether an error means that the repository makes no sense,
// and not that the disk refused something.
func isDamage(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, fs.ErrClosed) {
		return false
	}
	var no syscall.Errno
	if errors.As(err, &no) {
		return errors.Is(no, fs.ErrNotExist) || no == syscall.ENOTDIR || no == syscall.EISDIR
	}
	return true
}

// create makes the repository if it is not there.
func (r *repo) create() error {
	if _, err := r.disk.lstat(path.Join(repoDir, "HEAD")); err == nil {
		return nil
	}
	if err := r.store.Init(); err != nil {
		return err
	}
	cfg := "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
	if _, err := r.disk.replace(path.Join(repoDir, "config"), strings.NewReader(cfg)); err != nil {
		return err
	}
	_, err := r.disk.replace(path.Join(repoDir, "HEAD"), strings.NewReader("ref: "+repoRef+"\n")) // last: it makes the folder a repository
	return err
}

// head returns the newest commit; the zero hash if there is none.
func (r *repo) head() (plumbing.Hash, error) {
	data, err := r.disk.readRegular(path.Join(repoDir, repoRef), 1024)
	if errors.Is(err, fs.ErrNotExist) {
		return plumbing.ZeroHash, nil
	}
	if err != nil {
		return plumbing.ZeroHash, err
	}
	s := strings.TrimSpace(string(data))
	if !plumbing.IsHash(s) {
		return plumbing.ZeroHash, errors.New("branch names no commit")
	}
	return plumbing.NewHash(s), nil
}

// tree returns the tree of the newest commit; the zero hash if there is none.
func (r *repo) tree() (plumbing.Hash, error) {
	head, err := r.head()
	if err != nil || head.IsZero() {
		return plumbing.ZeroHash, err
	}
	c, err := r.commitOf(head)
	if err != nil {
		return plumbing.ZeroHash, err
	}
	return c.TreeHash, nil
}

// addition is a version for a commit.
type addition struct {
	pending
	data []byte
}

// commit adds versions, each of another file, as one commit. Those that the
// newest commit has already are left out; if none is left there is no commit.
func (r *repo) commit(adds []addition) error {
	if len(adds) == 0 {
		return nil
	}
	if err := r.create(); err != nil {
		return err
	}
	head, err := r.head()
	if err != nil {
		return err
	}
	old, err := r.tree()
	if err != nil {
		return err
	}
	blobs := map[string]plumbing.Hash{}
	var changed []addition
	for _, a := range adds {
		var blob plumbing.Hash
		if a.Version != "" {
			if blob, err = r.save(plumbing.BlobObject, a.data); err != nil {
				return err
			}
		}
		had, err := r.blobOf(old, a.Name)
		if err != nil {
			return err
		}
		if had != blob {
			blobs[a.Name] = blob
			changed = append(changed, a)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	tree, err := r.put(old, blobs)
	if err != nil {
		return err
	}
	if tree.IsZero() { // everything was removed: a commit needs a tree all the same
		if tree, err = r.save(plumbing.TreeObject, nil); err != nil {
			return err
		}
	}
	return r.advance(head, tree, changed)
}

// advance writes the commit object and moves the branch to it.
func (r *repo) advance(head, tree plumbing.Hash, changed []addition) error {
	last := changed[len(changed)-1]
	who := object.Signature{Name: committer, Email: string(last.Kind) + "@" + committer, When: last.Time}
	c := &object.Commit{Author: who, Committer: who, Message: message(changed), TreeHash: tree}
	if !head.IsZero() {
		c.ParentHashes = []plumbing.Hash{head}
	}
	o := r.store.NewEncodedObject()
	err := c.Encode(o)
	if err == nil {
		_, err = r.store.SetEncodedObject(o)
	}
	if err == nil {
		_, err = r.disk.replace(path.Join(repoDir, repoRef), strings.NewReader(o.Hash().String()+"\n"))
	}
	return err
}

// save stores an object.
func (r *repo) save(kind plumbing.ObjectType, data []byte) (plumbing.Hash, error) {
	o := &plumbing.MemoryObject{}
	o.SetType(kind)
	_, _ = o.Write(data) // into memory
	return r.keep(o)
}

// keep stores an object, unless it is there and whole: git would not look
// whether it is.
func (r *repo) keep(o plumbing.EncodedObject) (plumbing.Hash, error) {
	hash := o.Hash()
	switch err := r.store.HasEncodedObject(hash); {
	case err == nil:
		if data, err := r.read(hash); err == nil && plumbing.ComputeHash(o.Type(), data) == hash {
			return hash, nil
		}
		if err := r.store.DeleteLooseObject(hash); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return plumbing.ZeroHash, err
		}
	case !errors.Is(err, plumbing.ErrObjectNotFound): // nobody knows whether it is there
		return plumbing.ZeroHash, err
	}
	return r.store.SetEncodedObject(o)
}

// read returns the bytes of an object.
func (r *repo) read(hash plumbing.Hash) ([]byte, error) {
	o, err := r.store.EncodedObject(plumbing.AnyObject, hash)
	if err != nil {
		return nil, err
	}
	return bytesOf(o)
}

// whole returns an object that is what its name says: git does not look, and one that
// is another could be its own parent.
func (r *repo) whole(kind plumbing.ObjectType, hash plumbing.Hash) (plumbing.EncodedObject, error) {
	is, err := r.store.EncodedObject(kind, hash)
	if err != nil {
		return nil, err
	}
	data, err := bytesOf(is)
	if err == nil && plumbing.ComputeHash(is.Type(), data) != hash {
		err = fmt.Errorf("object %s is another one", hash)
	}
	o := &plumbing.MemoryObject{}
	o.SetType(is.Type())
	_, _ = o.Write(data) // into memory
	return o, err
}

// bytesOf returns what an object holds, as far as a file of the history may be long.
func bytesOf(o plumbing.EncodedObject) (data []byte, err error) {
	f, err := o.Reader()
	if err == nil {
		defer f.Close()
		data, err = io.ReadAll(io.LimitReader(f, MaxFile+1))
	}
	return data, err
}

// commitOf returns a commit.
func (r *repo) commitOf(hash plumbing.Hash) (*object.Commit, error) {
	o, err := r.whole(plumbing.CommitObject, hash)
	if err != nil {
		return nil, err
	}
	return object.DecodeCommit(r.store, o)
}

// treeOf returns a tree.
func (r *repo) treeOf(hash plumbing.Hash) (*object.Tree, error) {
	o, err := r.whole(plumbing.TreeObject, hash)
	if err != nil {
		return nil, err
	}
	return object.DecodeTree(r.store, o)
}

// put returns a tree like the given one with blobs under their names; the zero blob takes
// a name away. A tree without entries is the zero hash. Each folder is written once.
func (r *repo) put(tree plumbing.Hash, blobs map[string]plumbing.Hash) (plumbing.Hash, error) {
	entries := map[string]object.TreeEntry{}
	if !tree.IsZero() {
		t, err := r.treeOf(tree)
		if err != nil {
			return plumbing.ZeroHash, err
		}
		for _, e := range t.Entries {
			entries[e.Name] = e
		}
	}
	folders := map[string]map[string]plumbing.Hash{}
	for name, blob := range blobs {
		first, rest, nested := strings.Cut(name, "/")
		if nested {
			if folders[first] == nil {
				folders[first] = map[string]plumbing.Hash{}
			}
			folders[first][rest] = blob
			continue
		}
		entries[name] = object.TreeEntry{Name: name, Mode: filemode.Regular, Hash: blob}
	}
	for name, inside := range folders {
		var sub plumbing.Hash
		if e := entries[name]; e.Mode == filemode.Dir {
			sub = e.Hash
		}
		h, err := r.put(sub, inside)
		if err != nil {
			return plumbing.ZeroHash, err
		}
		if !h.IsZero() || entries[name].Mode == filemode.Dir { // else a file has the name now
			entries[name] = object.TreeEntry{Name: name, Mode: filemode.Dir, Hash: h}
		}
	}
	list := slices.DeleteFunc(slices.Collect(maps.Values(entries)), func(e object.TreeEntry) bool { return e.Hash.IsZero() })
	if len(list) == 0 {
		return plumbing.ZeroHash, nil
	}
	sort.Sort(object.TreeEntrySorter(list))
	o := r.store.NewEncodedObject()
	err := (&object.Tree{Entries: list}).Encode(o)
	var hash plumbing.Hash
	if err == nil {
		hash, err = r.keep(o)
	}
	return hash, err
}

// holds reports whether the newest commit has data under name.
func (r *repo) holds(name string, data []byte) (bool, error) {
	e, err := r.entry(name)
	return e != nil && e.Hash == plumbing.ComputeHash(plumbing.BlobObject, data), err
}

// entry returns what the newest commit has under name, nil if nothing.
func (r *repo) entry(name string) (*object.TreeEntry, error) {
	tree, err := r.tree()
	if err != nil || tree.IsZero() {
		return nil, err
	}
	return r.find(tree, name)
}

// blobOf returns the blob that a tree has under name; the zero hash if none.
func (r *repo) blobOf(tree plumbing.Hash, name string) (plumbing.Hash, error) {
	if tree.IsZero() {
		return plumbing.ZeroHash, nil
	}
	e, err := r.find(tree, name)
	if err != nil || e == nil {
		return plumbing.ZeroHash, err
	}
	return e.Hash, nil
}

func (r *repo) find(tree plumbing.Hash, name string) (*object.TreeEntry, error) {
	t, err := r.treeOf(tree)
	if err != nil {
		return nil, err
	}
	first, rest, nested := strings.Cut(name, "/")
	for _, e := range t.Entries {
		switch {
		case e.Name != first:
		case nested && e.Mode == filemode.Dir:
			return r.find(e.Hash, rest)
		case !nested && e.Mode != filemode.Dir:
			return &e, nil
		}
	}
	return nil, nil
}

// names returns the files of the newest commit.
func (r *repo) names() ([]string, error) {
	tree, err := r.tree()
	if err != nil || tree.IsZero() {
		return nil, err
	}
	var list []string
	var walk func(tree plumbing.Hash, dir string) error
	walk = func(tree plumbing.Hash, dir string) error {
		t, err := r.treeOf(tree)
		if err != nil {
			return err
		}
		for _, e := range t.Entries {
			if e.Mode != filemode.Dir {
				list = append(list, path.Join(dir, e.Name))
			} else if err := walk(e.Hash, path.Join(dir, e.Name)); err != nil {
				return err
			}
		}
		return nil
	}
	err = walk(tree, "")
	return list, err
}

// records returns the commits, newest first. An error ends them.
func (r *repo) records() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		hash, err := r.head()
		for err == nil && !hash.IsZero() {
			var c *object.Commit
			if c, err = r.commitOf(hash); err != nil {
				break
			}
			rec := parseMessage(c.Message)
			rec.hash = hash
			if !yield(rec, nil) {
				return
			}
			hash = plumbing.ZeroHash
			if len(c.ParentHashes) > 0 {
				hash = c.ParentHashes[0]
			}
		}
		if err != nil {
			yield(record{}, err)
		}
	}
}

// content returns the bytes a commit has under name.
func (r *repo) content(commit plumbing.Hash, name string) ([]byte, error) {
	c, err := r.commitOf(commit)
	if err != nil {
		return nil, err
	}
	e, err := r.find(c.TreeHash, name)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, plumbing.ErrObjectNotFound
	}
	return r.read(e.Hash)
}
