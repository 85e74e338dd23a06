// Package evalset reads folders of documents and questions with known answers,
// on which recall and dreams are measured: docs.jsonl, queries.jsonl and, where
// somebody has written down what matters of each session, sessions.jsonl, one
// JSON object a line. Blank lines are stepped over.
package evalset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The files of a set.
const (
	documentsFile = "docs.jsonl"
	questionsFile = "queries.jsonl"
	sessionsFile  = "sessions.jsonl"
)

// A Document is one line of docs.jsonl.
type Document struct {
	ID      string `json:"id"`
	Group   string `json:"group"`   // only questions of the same group may find it
	Session string `json:"session"` // what belongs together
	Ord     int    `json:"ord"`     // its place in the group
	Speaker string `json:"speaker"` // a name, a role (see RoleOf), or "" for a text nobody said
	Date    string `json:"date"`    // "2006-01-02" or "2006-01-02T15:04:05"; "" if unknown
	Text    string `json:"text"`
}

// A Question is one line of queries.jsonl.
type Question struct {
	ID        string   `json:"qid"`
	Group     string   `json:"group"`
	Query     string   `json:"query"`
	Date      string   `json:"date"`         // when it is asked; "" means after everything
	BeforeOrd *int     `json:"before_ord"`   // only documents before this place may be found
	Right     []string `json:"rel"`          // ids of the documents that answer it
	Sessions  []string `json:"rel_sessions"` // the sessions that do, where no documents are named
	Category  string   `json:"cat"`
	Answer    any      `json:"answer"` // a text or a number; nil: unknown, or there is none
}

// A Session is one line of sessions.jsonl: what others wrote down of a session.
type Session struct {
	ID           string        `json:"session"`
	Summary      string        `json:"summary"`
	Observations []Observation `json:"observations"`
}

// An Observation is something learned of somebody in a session.
type Observation struct {
	Subject string `json:"subject"` // the speaker it is about
	Text    string `json:"text"`
	Turn    string `json:"turn"` // the document it is derived from
}

// ErrEmpty is returned for a file without a line.
var ErrEmpty = errors.New("holds nothing")

var (
	errNoID       = errors.New("no id")
	errTwice      = errors.New("an id that was there before")
	errOnlyReply  = errors.New("everything is said by the assistant: a set needs what the user said")
	errLongerLine = errors.New("longer than 256 MB")
)

// Documents reads the documents of a set. It returns ErrEmpty when there are
// none, and an error with the number of the line for one that is no document.
func Documents(dir string) ([]Document, error) {
	list, err := lines(dir, documentsFile, func(d Document) string { return d.ID })
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		if RoleOf(d.Speaker) != Assistant {
			return list, nil
		}
	}
	return nil, fmt.Errorf("read %s: %w", documentsFile, errOnlyReply)
}

// Questions reads the questions of a set; errors are those of Documents.
func Questions(dir string) ([]Question, error) {
	return lines(dir, questionsFile, func(q Question) string { return q.ID })
}

// Sessions reads what others wrote down of the sessions of a set; nothing
// where nobody did.
func Sessions(dir string) ([]Session, error) {
	list, err := lines(dir, sessionsFile, func(s Session) string { return s.ID })
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return list, err
}

// maxLine bounds a line of a file, in bytes.
const maxLine = 256 << 20

func lines[T any](dir, name string, id func(T) string) ([]T, error) {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	defer f.Close()
	var out []T
	seen := map[string]bool{}
	in := bufio.NewScanner(f)
	in.Buffer(nil, maxLine)
	for n := 1; in.Scan(); n++ {
		line := bytes.TrimSpace(in.Bytes())
		if len(line) == 0 {
			continue
		}
		var v T
		err := json.Unmarshal(line, &v)
		switch {
		case err != nil:
		case id(v) == "":
			err = errNoID
		case seen[id(v)]:
			err = errTwice
		}
		if err != nil {
			return nil, fmt.Errorf("read %s, line %d: %w", name, n, err)
		}
		seen[id(v)] = true
		out = append(out, v)
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("read %s, line %d: %w", name, len(out)+1, errLongerLine)
	case err != nil && !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("read %s: %w", name, err)
	case len(out) == 0:
		return nil, fmt.Errorf("read %s: %w", name, ErrEmpty)
	}
	return out, nil
}

// A Set is documents with questions about them.
type Set struct {
	Documents []Document
	Questions []Question
}

// Read reads the documents and the questions of a folder; errors are those of
// Documents.
func Read(dir string) (s Set, err error) {
	if s.Documents, err = Documents(dir); err == nil {
		s.Questions, err = Questions(dir)
	}
	if err != nil {
		return s, fmt.Errorf("set %q: %w", dir, err)
	}
	return s, nil
}

// Find returns the folders of sets in dir, itself and those below it, in the
// order of their names.
func Find(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && e.Name() == questionsFile {
			found = append(found, filepath.Dir(name))
		}
		return err
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("no folder with %s and %s", documentsFile, questionsFile)
	}
	if err != nil {
		return nil, fmt.Errorf("look for sets in %q: %w", dir, err)
	}
	return found, nil
}
