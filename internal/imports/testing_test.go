package imports

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestMain has times without a zone mean the same everywhere.
func TestMain(m *testing.M) {
	time.Local = time.UTC
	os.Exit(m.Run())
}

// A notebook writes down what a source says, a line each.
type notebook struct{ lines []string }

func (n *notebook) Thread(t Thread) error {
	n.lines = append(n.lines, strings.TrimSpace("# "+t.Title))
	return nil
}

func (n *notebook) Message(m Message) error {
	off := ""
	if m.Off {
		off = " (off)"
	}
	at := ""
	if !m.Time.IsZero() {
		at = m.Time.UTC().Format(" 2006-01-02 15:04:05")
	}
	n.lines = append(n.lines, fmt.Sprintf("%s%s%s: %s", m.Role, off, at, m.Text))
	return nil
}

func fileOf(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// folderOf makes a folder of files by their names.
func folderOf(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "Room")
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// zipOf makes an archive; a name that ends in "@" is a link.
func zipOf(t testing.TB, names ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		name, text, _ := strings.Cut(name, "=")
		h := &zip.FileHeader{Name: strings.TrimSuffix(name, "@"), Method: zip.Deflate}
		if strings.HasSuffix(name, "@") {
			h.SetMode(0o777 | os.ModeSymlink)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return fileOf(t, "export.zip", b.String())
}

// read opens a source and writes down what it says.
func read(t testing.TB, path string, opt Options) (Kind, []string, []Left, error) {
	t.Helper()
	s, err := Open(t.Context(), path, opt)
	if err != nil {
		return "", nil, nil, err
	}
	defer s.Close()
	var n notebook
	left, err := s.Read(t.Context(), opt, &n)
	return s.Kind, n.lines, left.List(), err
}

func docOf(name, text string) doc {
	return doc{name, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// A checkedSink holds a source to what it promises of messages.
type checkedSink struct {
	t    *testing.T
	keys map[string]bool
	line bool
}

func (c *checkedSink) Thread(t Thread) error {
	c.keys, c.line = map[string]bool{"": true}, t.Linear || t.Ours
	return nil
}

func (c *checkedSink) Message(m Message) error {
	switch {
	case c.keys == nil:
		c.t.Error("a message before its thread")
	case m.Text == "" || !utf8.ValidString(m.Text) || len(m.Text) > MaxText:
		c.t.Errorf("text %q", m.Text)
	case !c.line && !c.keys[m.Parent]:
		c.t.Errorf("%q stands before its parent %q", m.Key, m.Parent)
	case m.Role != User && m.Role != Other && m.Role != Note:
		c.t.Errorf("role %q", m.Role)
	}
	c.keys[m.Key] = true
	return nil
}
