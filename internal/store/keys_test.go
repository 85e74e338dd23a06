package store

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"
)

// fakeRing is a keyring in memory. With broken set it answers as a system
// without one.
func fakeRing(broken error) (ring, map[string]string) {
	keys := map[string]string{}
	return ring{
		get: func(_, user string) (string, error) {
			if v, ok := keys[user]; ok {
				return v, broken
			}
			return "", errors.Join(broken, keyring.ErrNotFound)
		},
		set: func(_, user, v string) error {
			if broken == nil {
				keys[user] = v
			}
			return broken
		},
		delete: func(_, user string) error { delete(keys, user); return broken },
		// No test is so slow that a keyring which answers would seem to be silent.
		reading: time.Hour, writing: time.Hour, under: make(chan struct{}, 1),
	}, keys
}

const secret = "sk-very-secret"

func wantKey(t *testing.T, h *Home, value, where string) {
	t.Helper()
	v, w, err := h.Key("TEST_API_KEY")
	if err != nil || v != value || w != where {
		t.Fatalf("key is %q in %q, %v; want %q in %q", v, w, err, value, where)
	}
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name   string
		broken error
		where  string
	}{
		{"keyring", nil, InKeyring},
		{"no keyring", errors.New("The name org.freedesktop.secrets was not provided by any .service files"), InFile},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			h := openHome(t, dir)
			h.ring, _ = fakeRing(c.broken)
			wantKey(t, h, "", "")
			where, err := h.SetKey("TEST_API_KEY", " "+secret+"\n")
			if err != nil || where != c.where {
				t.Fatal(where, err)
			}
			wantKey(t, h, secret, c.where)
			fi, err := os.Stat(filepath.Join(dir, keysFile))
			if (err == nil) != (c.where == InFile) || err == nil && fi.Mode().Perm() != 0o600 {
				t.Errorf("the file is %v, %v", fi, err)
			}
			t.Setenv("TEST_API_KEY", "from outside")
			wantKey(t, h, "from outside", InEnvironment)
			t.Setenv("TEST_API_KEY", "")
			if where, err := h.SetKey("TEST_API_KEY", ""); err != nil || where != "" {
				t.Fatal(where, err)
			}
			wantKey(t, h, "", "")
			_, _, err = h.Key("a\nb")
			wantErr(t, err, ErrBadName)
		})
	}
}

func TestKeyMovesToTheKeyring(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir)
	h.ring, _ = fakeRing(errors.New("none"))
	if _, err := h.SetKey("TEST_API_KEY", "old"); err != nil {
		t.Fatal(err)
	}
	h.ring, _ = fakeRing(nil)
	if _, err := h.SetKey("TEST_API_KEY", secret); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, keysFile)); err != nil || strings.Contains(string(data), "old") {
		t.Errorf("the old key is still in the file: %s, %v", data, err)
	}
	wantKey(t, h, secret, InKeyring)
}

func TestKeyringThatHangs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir)
	gate := make(chan struct{})
	h.ring, _ = fakeRing(nil)
	h.ring.get = func(string, string) (string, error) { <-gate; return "late", nil }
	set := h.ring.set
	h.ring.set = func(service, user, v string) error { <-gate; return set(service, user, v) }
	h.ring.reading, h.ring.writing = time.Millisecond, time.Millisecond
	wantKey(t, h, "", "")
	wantKey(t, h, "", "") // does not ask again while the first is waiting
	where, err := h.SetKey("TEST_API_KEY", secret)
	if where != "" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("kept in %q, %v", where, err)
	}
	if _, err := os.Stat(filepath.Join(dir, keysFile)); err == nil {
		t.Error("a keyring that is slow was taken for none")
	}
	close(gate)
	h.ring.reading = time.Hour
	wantKey(t, h, "late", InKeyring)
}

func TestNoErrorHoldsAKey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir)
	h.ring, _ = fakeRing(errors.New("none"))
	for _, content := range []string{`{"schema":1,"keys":["` + secret + `"]}`, `{"schema":"` + secret + `"}`, secret, `{"schema":9,"keys":{"TEST_API_KEY":"` + secret + `"}}`} {
		put(t, filepath.Join(dir, keysFile), content)
		_, _, err := h.Key("TEST_API_KEY")
		_, err2 := h.SetKey("OTHER", "x")
		if err == nil || err2 == nil {
			t.Errorf("%q was accepted", content)
		}
		if s := errors.Join(err, err2).Error(); strings.Contains(s, secret) {
			t.Errorf("the error has the key: %s", s)
		}
		if data, err := os.ReadFile(filepath.Join(dir, keysFile)); err != nil || string(data) != content {
			t.Errorf("the file was written over: %q, %v", data, err)
		}
	}
}

func TestKeysAreNotInTheHistory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir)
	h.ring, _ = fakeRing(errors.New("none"))
	if _, err := h.SetKey("TEST_API_KEY", secret); err != nil {
		t.Fatal(err)
	}
	write(t, h.Dir(), "settings.json", "{}")
	if err := h.Dir().Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantVersions(t, h.Dir(), "settings.json", "{} by user")
	_, err := h.Dir().Read(keysFile)
	wantErr(t, err, ErrBadName)
	list, _, err := h.Dir().Changes(t.Context(), Cursor{})
	if err != nil || len(list) != 1 {
		t.Errorf("changes are %v, %v", list, err)
	}
}

// TestSpoiltKeysAreNotWrittenOver cuts the file of the keys at every byte and changes
// every byte of it in two ways: a key that is added leaves all that can be read, or is
// refused and leaves the file as it is.
func TestSpoiltKeysAreNotWrittenOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir, keysFile)
	h.ring, _ = fakeRing(errors.New("none"))
	_, err := h.SetKey("TEST_API_KEY", secret)
	must(t, err)
	file := filepath.Join(dir, keysFile)
	whole, err := os.ReadFile(file)
	must(t, err)
	bad := [][]byte{make([]byte, len(whole)), []byte("null"), []byte("[]"), []byte(`{"schema":2,"keys":{"A":"b"}}`), []byte(`{"keys":null}`)}
	for at := range whole {
		flipped, zero := slices.Clone(whole), slices.Clone(whole)
		flipped[at] ^= 1 << (at % 7)
		zero[at] = 0
		bad = append(bad, whole[:at], flipped, zero)
	}
	for _, data := range bad {
		must(t, os.WriteFile(file, data, 0o600))
		before, unreadable := h.readKeys()
		_, err := h.SetKey("OTHER_KEY", "x")
		now, rerr := os.ReadFile(file)
		must(t, rerr)
		if unreadable != nil {
			if err == nil || string(now) != string(data) || strings.Contains(err.Error(), secret) {
				t.Errorf("%q: %v, the file is %q", data, err, now)
			}
			continue
		}
		after, rerr := h.readKeys()
		before["OTHER_KEY"] = "x"
		if err != nil || rerr != nil || !maps.Equal(before, after) {
			t.Errorf("%q: %v, %v, the keys are %d, want %d", data, err, rerr, len(after), len(before))
		}
	}
	must(t, os.WriteFile(file, whole, 0o600))
	wantKey(t, h, secret, InFile)
	t.Logf("trust: %d tries: every key that could be read stayed, what could not was left as it was", len(bad))
}
