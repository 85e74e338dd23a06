package storetest

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/storage/filesystem"
)

// repository is that of a history, by its path.
func repository(path string) *filesystem.Storage {
	return filesystem.NewStorage(osfs.New(path), cache.NewObjectLRUDefault())
}

// EveryObject calls f with the content of every object of a history, by the path of its
// repository: versions of files, names of files and causes, loose ones and packed. Of a
// repository that is not there, or has nothing yet, there is none.
func EveryObject(t testing.TB, path string, f func(data []byte)) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(path, "objects")); os.IsNotExist(err) {
		return
	}
	all, err := repository(path).IterEncodedObjects(plumbing.AnyObject)
	if err != nil {
		t.Fatal(err)
	}
	err = all.ForEach(func(o plumbing.EncodedObject) error {
		from, err := o.Reader()
		if err != nil {
			return err
		}
		defer from.Close()
		data, err := io.ReadAll(from)
		f(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Pack puts the objects of a history that nobody has open into one pack, and none stays
// outside of it.
func Pack(t testing.TB, path string) {
	t.Helper()
	r := repository(path)
	var hashes []plumbing.Hash
	err := r.ForEachObjectHash(func(h plumbing.Hash) error {
		hashes = append(hashes, h)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.PackfileWriter()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := packfile.NewEncoder(w, r, false).Encode(hashes, 10); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, h := range hashes {
		if err := r.DeleteLooseObject(h); err != nil {
			t.Fatal(err)
		}
	}
}
