package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxElement = 255  // bytes; the limit of every file system in use
	maxName    = 1024 // bytes of a whole name; macOS has the lowest limit
	maxSlug    = 40   // bytes

	indexDir = ".index" // derived data; the one hidden folder callers may name
)

// checkName returns an ErrBadName unless name is a relative, slash-separated
// path that every system can hold and that is not hidden.
func checkName(name string) error {
	if len(name) > maxName {
		return badName(name, "too long")
	}
	rest := name
	if first, after, ok := strings.Cut(name, "/"); ok && first == indexDir {
		rest = after
	}
	for element := range strings.SplitSeq(rest, "/") {
		if why := badElement(element); why != "" {
			return badName(name, why)
		}
	}
	return nil
}

func badName(name, why string) error {
	if len(name) > 80 {
		name = strings.ToValidUTF8(name[:80], "") + "…"
	}
	return fmt.Errorf("%w: %q: %s", ErrBadName, name, why)
}

// badElement says what is wrong with one element of a name; "" is nothing.
func badElement(s string) string {
	switch {
	case s == "":
		return "empty"
	case len(s) > maxElement:
		return "too long"
	case s[0] == '.':
		return "hidden or outside"
	case s[len(s)-1] == '.' || s[len(s)-1] == ' ':
		return "ends in a dot or a space"
	case !utf8.ValidString(s):
		return "not UTF-8"
	case strings.ContainsFunc(s, badRune):
		return "character not allowed"
	case reservedOnWindows(s):
		return "reserved on Windows"
	case conflictCopy(s):
		return "looks like a copy that an editor or a synchronising program left"
	}
	return ""
}

// badRune refuses what Windows refuses, control characters, and marks that
// turn the direction of text and so disguise a name.
func badRune(r rune) bool {
	switch {
	case strings.ContainsRune(`<>:"|?*\/`, r), unicode.IsControl(r):
		return true
	case r == '\u2028', r == '\u2029', r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return true
	}
	return false
}

// reservedOnWindows reports whether Windows takes s for a device, with or
// without an extension.
func reservedOnWindows(s string) bool {
	base, _, _ := strings.Cut(s, ".")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	port, ok := strings.CutPrefix(base, "COM")
	if !ok {
		port, ok = strings.CutPrefix(base, "LPT")
	}
	return ok && utf8.RuneCountInString(port) == 1 && strings.ContainsAny(port, "0123456789¹²³")
}

// conflictCopy reports whether base looks like what an editor or a
// synchronising program leaves beside the real file. Such files are not ours.
func conflictCopy(base string) bool {
	low := strings.ToLower(base)
	switch path.Ext(low) {
	case ".tmp", ".swp", ".swo", ".crdownload", ".part":
		return true
	}
	return strings.HasSuffix(low, "~") || strings.HasPrefix(low, "~$") ||
		strings.Contains(low, "conflicted copy") || strings.Contains(low, ".sync-conflict-")
}

// Slug makes a folder name from any display name: Latin letters and digits are
// kept in lower case, without accents; a name that has others, is empty or is
// reserved gets a short hash of the whole. The result has at most 40 bytes and
// is valid on every system. Different names may have the same slug.
func Slug(name string) string {
	var b strings.Builder
	lossy := false
	for _, r := range norm.NFKD.String(name) {
		switch r = unicode.ToLower(r); {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r): // an accent, taken off its letter
		default:
			lossy = lossy || r > unicode.MaxASCII
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "-") {
				b.WriteByte('-')
			}
		}
	}
	s := strings.Trim(b.String(), "-")
	if s != "" && !lossy && len(s) <= maxSlug && !reservedOnWindows(s) {
		return s
	}
	sum := sha256.Sum256([]byte(name))
	tag := hex.EncodeToString(sum[:4])
	if s == "" {
		return "p-" + tag
	}
	return strings.Trim(s[:min(len(s), maxSlug-len(tag)-1)], "-") + "-" + tag
}

// CheckName returns an ErrBadName for a name that no persona's folder takes: it
// leads outside, is hidden, or is none that every system can hold.
func CheckName(name string) error { return checkName(name) }

// scope says which names a Dir answers for.
type scope struct {
	skip    []string // first elements that belong to somebody else
	tracked func(name string) bool
}

// homeScope is the home's own files: its settings.
func homeScope() scope {
	return scope{
		skip:    []string{personasDir, asideDir, keysFile},
		tracked: func(name string) bool { return !strings.Contains(name, "/") && path.Ext(name) == ".json" },
	}
}

// personaScope is the whole folder. What is big, derived or only ever added to
// is not kept in the history.
func personaScope() scope {
	return scope{tracked: func(name string) bool {
		return !brought(name) && !isJournal(name) && !dreamt(name)
	}}
}

// brought reports whether name is in a folder for what was made elsewhere.
func brought(name string) bool {
	first, _, nested := strings.Cut(name, "/")
	switch first {
	case "attachments", "card", "expressions", "knowledge":
		return nested
	}
	return false
}

// dreamt reports whether name is the record of a dream: it holds what was
// before and after itself, and grows with each stage of the dream.
func dreamt(name string) bool {
	first, _, nested := strings.Cut(name, "/")
	return first == "dreams" && nested
}

// owns reports whether a valid name belongs to the Dir.
func (s scope) owns(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	for _, other := range s.skip {
		if strings.EqualFold(first, other) {
			return false
		}
	}
	return true
}

// check returns an error for a name the Dir does not serve.
func (s scope) check(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	if !s.owns(name) {
		return badName(name, "belongs to another folder")
	}
	return nil
}

// lists reports whether a caller gets to see the file or folder name.
func (s scope) lists(name string, fi fs.FileInfo) bool {
	return (fi.IsDir() || fi.Mode().IsRegular()) && badElement(fi.Name()) == "" && s.owns(name)
}

// written reports whether this package writes files into a folder.
func (s scope) written(dir string) bool {
	first, _, _ := strings.Cut(dir, "/")
	switch {
	case !strings.HasPrefix(first, "."):
		return s.owns(dir)
	case first == indexDir, first == quarantineDir:
		return true
	}
	return first == historyDir && dir != repoDir+"/objects" // thousands, and go-git's
}

// keeps reports whether the history keeps the file.
func (s scope) keeps(name string) bool {
	return !strings.HasPrefix(name, ".") && s.owns(name) && s.tracked(name)
}

// isJournal reports whether name is a journal, or the tail cut off from one.
func isJournal(name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(base, journalExt) || strings.Contains(base, journalExt+tailInfix)
}
