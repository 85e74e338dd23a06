package imports

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/store"
)

// A Being is a persona as another program keeps it.
type Being struct {
	Name     string
	UserName string            // what it calls the user; "" it does not say
	Called   string            // what its logs call it, a name a line; "" is any
	Files    map[string][]byte // texts, by where they go in a persona's folder
	Big      map[string]string // what is copied: where it goes, and what it is called in the source
	Portrait string            // a picture in the source; "" there is none
}

// The folder of an agent has its character and rules in these files, what it
// remembers in memory/ and bank/, and its skills in skills/<name>/SKILL.md.
var workspaceFiles = []string{
	"SOUL.md", "IDENTITY.md", "USER.md", "TOOLS.md", "HEARTBEAT.md", "BOOTSTRAP.md", "AGENTS.md", "MEMORY.md", "core_memory.txt", "notepad.txt",
}

// maxTextFile is the most bytes of a text that comes in: more is not kept in the
// history either.
const maxTextFile = 8 << 20

// folder finds out what a folder is, and sums its files.
func (s *Source) folder(ctx context.Context) error {
	parts, err := s.given.Walk(maxEntries, func(name string) {
		if strings.HasPrefix(path.Base(name), ".") {
			s.Left.Add(name, WhySecret)
			return
		}
		s.Left.Add(name, WhyLink)
	})
	if err != nil {
		return err
	}
	has := func(name string) bool {
		return slices.ContainsFunc(parts, func(p store.Part) bool { return p.Name == name })
	}
	switch {
	case has(nexusPrompt), has(nexusConfig):
		s.Kind = Nexus
	case has("SOUL.md"), has("AGENTS.md"), has("IDENTITY.md"):
		s.Kind = Workspace
	case slices.ContainsFunc(parts, func(p store.Part) bool { return tavernCard.MatchString(p.Name) }):
		s.Kind = Tavern
	}
	total := sha256.New()
	for _, p := range parts {
		if p.ModTime.After(s.ModTime) {
			s.ModTime = p.ModTime
		}
		sum, err := s.sum(ctx, p.Name)
		if err != nil {
			return err
		}
		fmt.Fprintf(total, "%s\n%s\n", p.Name, sum)
	}
	s.parts, s.Hash = parts, hex.EncodeToString(total.Sum(nil))
	return nil
}

func (s *Source) sum(ctx context.Context, name string) (string, error) {
	f, err := s.given.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, &stopped{ctx, f})
	return hex.EncodeToString(h.Sum(nil)), err
}

// Being returns the persona that a folder holds. Its logs are handed on by Read.
func (s *Source) Being() (*Being, error) {
	switch s.Kind {
	case Nexus:
		return s.nexus()
	case Workspace:
		return s.workspace()
	}
	return nil, refuse(Unknown, "%s is no persona's folder", s.Name)
}

// Open opens a file of a folder.
func (s *Source) Open(name string) (io.ReadCloser, error) { return s.given.Open(name) }

var namedInIdentity = regexp.MustCompile(`(?im)^[-*\s]*(?:\*\*)?(?:name|名前)(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*([^\n*]{1,100})`)

func (s *Source) workspace() (*Being, error) {
	b := &Being{Files: map[string][]byte{}, Big: map[string]string{}}
	for _, p := range s.parts {
		if err := s.workspaceFile(b, p); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"IDENTITY.md", "SOUL.md"} {
		if m := namedInIdentity.FindSubmatch(b.Files[name]); m != nil && b.Name == "" {
			b.Name = strings.TrimSpace(string(m[1]))
		}
	}
	b.Name = oneOf(b.Name, s.Name)
	if len(b.Files["SOUL.md"]) == 0 {
		b.Files["SOUL.md"] = []byte("# " + b.Name + "\n")
	}
	return b, nil
}

// workspaceFile takes a file of an agent's folder.
func (s *Source) workspaceFile(b *Being, p store.Part) error {
	dir, base := path.Dir(p.Name), path.Base(p.Name)
	first, _, _ := strings.Cut(p.Name, "/")
	markdown := strings.EqualFold(path.Ext(base), ".md")
	switch {
	case slices.Contains(workspaceFiles, p.Name):
		return s.take(b, p, p.Name, nil)
	case dir == "memory" && markdown, dir == "bank" && markdown, first == "skills" && base == "SKILL.md" && strings.Count(p.Name, "/") == 2:
		return s.take(b, p, p.Name, nil)
	case first == "entity_memory" && dir == first && markdown:
		return s.take(b, p, p.Name, nil)
	case first == "bank" && markdown: // bank/entities/ of some
		return s.take(b, p, "memory/"+strings.ReplaceAll(p.Name, "/", "-"), nil)
	case dir == "knowledge" && (markdown || path.Ext(base) == ".txt"):
		b.Big[p.Name] = p.Name
	default:
		s.leave(p)
	}
	return nil
}

// secretNames are what files are called that hold keys and passwords.
var secretNames = regexp.MustCompile(`(?i)(?:^|/)(?:id_[a-z0-9]+|[^/]*(?:secret|credential|password|passwd|token|api_?key)[^/]*|[^/]*\.(?:pem|key|p12|pfx|kdbx|sqlite3?|db|env))$`)

// leave counts a file that is left out.
func (s *Source) leave(p store.Part) {
	first, _, nested := strings.Cut(p.Name, "/")
	switch {
	case secretNames.MatchString(p.Name):
		s.Left.Add(p.Name, WhySecret)
	case nested:
		s.Left.Add(first+"/", WhyNoPlace)
	default:
		s.Left.Add(p.Name, WhyNoPlace)
	}
}

// read reads a file of a folder.
func (s *Source) read(name string) ([]byte, error) {
	f, err := s.given.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxTextFile+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(data) > maxTextFile {
		return nil, refuse(TooLarge, "%s has more than %d bytes", name, maxTextFile)
	}
	return data, nil
}

// take takes a text, changed by change if there is that.
func (s *Source) take(b *Being, p store.Part, to string, change func(string) string) error {
	if p.Size > maxTextFile {
		s.Left.Add(p.Name, WhyLong)
		return nil
	}
	data, err := s.read(p.Name)
	if err != nil {
		return err
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		s.Left.Add(p.Name, WhyDamaged)
		return nil
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	if change != nil {
		data = []byte(change(string(data)))
	}
	if was := b.Files[to]; len(was) > 0 { // a room between two versions has both
		data = slices.Concat(was, []byte("\n\n"), data)
	}
	b.Files[to] = data
	return nil
}
