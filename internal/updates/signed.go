package updates

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jedisct1/go-minisign"
	"golang.org/x/mod/semver"
)

// FileName is the name of the file that is signed. The signature's trusted
// comment must name it, as minisign does by itself, so that nothing else that
// was ever signed with the key can be handed out in its place.
//
// What the address serves is the four lines of the signature as minisign
// writes them, and behind them the file, one JSON object:
//
//	untrusted comment: signature from minisign secret key
//	RUTfsYWou/scl…
//	trusted comment: timestamp:1795565435	file:yumori-update.json	hashed
//	0PHAFsY2ivHs…
//	{"version":"0.2.0","date":"2026-12-01","link":"https://…","notes":{"en":"…","ja":"…"}}
const FileName = "yumori-update.json"

// Bounds of what is accepted, in bytes.
const (
	maxAnswer = 16 << 10
	maxLink   = 300
	maxNotes  = 2000
)

// A Release is a version as its maintainer signed it. The zero Release is none.
type Release struct {
	Version string `json:"version"` // semantic, without a v
	Date    string `json:"date"`    // 2006-01-02
	Link    string `json:"link"`    // https, the page it is told of on
	Notes   Notes  `json:"notes"`
}

// Notes say in a few sentences what is new, in the languages of the program.
// Each may be "".
type Notes struct {
	English  string `json:"en"`
	Japanese string `json:"ja"`
}

// In returns the notes in a language, English for one there are none in.
func (n Notes) In(language string) string {
	if language == "ja" && n.Japanese != "" {
		return n.Japanese
	}
	return n.English
}

// open verifies what the address served and reads it. The error is ErrUntrusted.
func (s Source) open(answer []byte) (Release, error) {
	r, err := s.verified(answer)
	if err != nil {
		return Release{}, fmt.Errorf("%w: %w", ErrUntrusted, err)
	}
	return r, nil
}

func (s Source) verified(answer []byte) (Release, error) {
	lines := strings.SplitAfterN(string(answer), "\n", 5)
	if len(lines) < 5 {
		return Release{}, errors.New("no signature and text behind it")
	}
	key, err := minisign.NewPublicKey(s.Key)
	if err != nil {
		return Release{}, fmt.Errorf("key: %w", err)
	}
	sig, err := minisign.DecodeSignature(strings.Join(lines[:4], ""))
	if err != nil {
		return Release{}, fmt.Errorf("signature: %w", err)
	}
	if ok, err := key.Verify([]byte(lines[4]), sig); err != nil || !ok {
		return Release{}, fmt.Errorf("signature: %w", err)
	}
	if comment, _ := strings.CutPrefix(sig.TrustedComment, "trusted comment: "); !slices.Contains(strings.Split(comment, "\t"), "file:"+FileName) {
		return Release{}, errors.New("signature is of another file")
	}
	var r Release
	if err := json.Unmarshal([]byte(lines[4]), &r); err != nil {
		return Release{}, fmt.Errorf("parse: %w", err)
	}
	return r, r.check()
}

// check says what in a release cannot be shown. A signature keeps others out,
// not a slip of the hand.
func (r Release) check() error {
	if !semver.IsValid("v"+r.Version) || semver.Canonical("v"+r.Version) != "v"+r.Version {
		return fmt.Errorf("version %q", r.Version)
	}
	if _, err := time.Parse(time.DateOnly, r.Date); err != nil {
		return fmt.Errorf("date: %w", err)
	}
	if u, err := url.Parse(r.Link); err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || !plain(r.Link, maxLink) {
		return fmt.Errorf("link %q", r.Link)
	}
	if !plain(r.Notes.English, maxNotes) || !plain(r.Notes.Japanese, maxNotes) {
		return errors.New("notes too long, or not plain text")
	}
	return nil
}

// plain reports whether a text can stand on a screen as it is.
func plain(text string, most int) bool {
	return len(text) <= most && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r != ' ' && !unicode.IsGraphic(r)
	})
}

// after reports whether r is a later version than another, whose name may be
// one that cannot be compared: then r is.
func (r Release) after(version string) bool {
	return semver.Compare("v"+r.Version, "v"+strings.TrimPrefix(version, "v")) > 0
}

// rolledBack reports whether r takes back what an earlier answer said.
func (r Release) rolledBack(known Release) bool {
	return known.after(r.Version) || r.Date < known.Date
}
