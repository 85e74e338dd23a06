package exchange

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"yumori/internal/attachment"
	"yumori/internal/imports"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/internal/unpack"
	"yumori/persona"
)

// ErrImport says that a file or a folder cannot be brought in. What is found in
// the chain is an *imports.Error, or an *unpack.Error.
var ErrImport = imports.ErrImport

// An ImportRequest says what is to be brought in.
type ImportRequest struct {
	Path    string
	Kind    imports.Kind // "" is as it looks
	Persona string       // of a log whom it goes to, else the folder of the new persona; "" makes one
	User    string       // what a log calls the user; "" is a guess
	// Progress gets how many messages were read; may be nil.
	Progress func(messages int)
}

// An ImportReport says what came in, or would.
type ImportReport struct {
	Slug  string `json:"persona"` // "" nothing was made
	Again bool   `json:"again,omitempty"`
	// Ours says of a whole persona that this home exported it: what it calls the
	// user's own is. Of another all is taken for somebody else's.
	Ours     bool           `json:"ours,omitempty"`
	Imported ImportParts    `json:"imported"`
	Left     []imports.Left `json:"left"`
}

// ImportParts is what of a file or a folder comes in.
type ImportParts struct {
	Kind     imports.Kind `json:"kind"`
	Name     string       `json:"name"` // of the persona, if one is made
	Messages int          `json:"messages"`
	Known    int          `json:"known"` // that were there before
	Threads  int          `json:"threads"`
	Branches int          `json:"branches"`        // messages that are not on the branches shown
	Guessed  int          `json:"guessed_times"`   // messages that had no time
	First    string       `json:"first,omitempty"` // day of the first message
	Last     string       `json:"last,omitempty"`
	Files    []string     `json:"files"`
	// Speakers are those who speak in a text, the one taken for the user first.
	Speakers []string `json:"speakers,omitempty"`
	// Beside says that the talk is older than what the persona has talked since:
	// it stands beside that, is found and recalled, and is not on the branch shown.
	Beside bool `json:"beside,omitempty"`
}

// Recognise tells what a file or a folder is. The error for one that nobody
// knows is an *imports.Error.
func (x *Exchange) Recognise(ctx context.Context, path string, as imports.Kind) (imports.Kind, error) {
	s, err := imports.Open(ctx, path, imports.Options{Kind: as})
	if err != nil {
		return "", fmt.Errorf("import %q: %w", path, err)
	}
	return s.Kind, s.Close()
}

// PreviewImport says what Import would do, and does nothing.
func (x *Exchange) PreviewImport(ctx context.Context, r ImportRequest) (ImportReport, error) {
	return x.importing(ctx, r, (*bringing).look)
}

// Import brings in what another program keeps, or a whole persona that was
// exported here. A folder or an exported persona makes a new persona; a log goes
// into one, or makes one that has it. What is there already is left out, so that
// the same file twice changes nothing, and one that was broken off is gone on
// with. On an error, and when ctx ends, nothing has changed.
//
// What comes in is text of somebody else: a turn that holds it has its changes
// held for the user, until they declare it to be their own (TrustDocument with
// the hash of the file or folder). For cards see ImportCard.
func (x *Exchange) Import(ctx context.Context, r ImportRequest) (ImportReport, error) {
	return x.importing(ctx, r, (*bringing).apply)
}

// A bringing is an import under way.
type bringing struct {
	*ImportRequest
	ctx    context.Context
	x      *Exchange
	source *imports.Source
	being  *imports.Being // of a folder
	talk   *talkIn
	report ImportReport
}

func (x *Exchange) importing(ctx context.Context, r ImportRequest, apply func(*bringing) error) (ImportReport, error) {
	source, err := imports.Open(ctx, r.Path, imports.Options{Kind: r.Kind})
	if err != nil {
		return ImportReport{}, fmt.Errorf("import %q: %w", r.Path, err)
	}
	defer func() { _ = source.Close() }()
	b := &bringing{ImportRequest: &r, ctx: ctx, x: x, source: source}
	b.report = ImportReport{Imported: ImportParts{Kind: source.Kind, Files: []string{}}, Left: []imports.Left{}}
	if source.Kind == imports.Persona {
		err = b.whole(apply)
	} else if err = b.plan(); err == nil {
		err = apply(b)
	}
	if b.talk != nil {
		err = errors.Join(err, b.talk.close())
	}
	if err != nil {
		return ImportReport{}, fmt.Errorf("import %q: %w", r.Path, err)
	}
	return b.report, nil
}

// plan reads the source and says what would come in.
func (b *bringing) plan() error {
	if b.source.IsFolder() {
		var err error
		if b.being, err = b.source.Being(); err != nil {
			return err
		}
	}
	if err := b.again(); err != nil {
		return err
	}
	opt := imports.Options{Kind: b.source.Kind, User: b.User, Other: b.otherName()}
	talk, err := b.x.newTalkIn(b.source)
	if err != nil {
		return err
	}
	b.talk, talk.progress = talk, b.Progress
	left, err := b.source.Read(b.ctx, opt, talk)
	if err != nil {
		return err
	}
	if b.report.Left = left.List(); b.being == nil && talk.messages() == 0 {
		return &imports.Error{Reason: imports.Empty, What: "nobody says anything in it"}
	}
	talk.finish(b.x.opt.Now())
	b.report.tell(talk)
	b.report.Imported.Name = b.name()
	if b.being != nil {
		b.report.Imported.Files = append(b.report.Imported.Files, sortedKeys(b.being.Files, b.being.Big)...)
	}
	return nil
}

// tell says what of a talk comes in.
func (r *ImportReport) tell(t *talkIn) {
	in := &r.Imported
	in.Messages, in.Threads, in.Branches, in.Guessed = t.messages(), t.threads(), t.branches, t.guessed
	in.Speakers = t.names
	if first, last := t.span(); !first.IsZero() {
		in.First, in.Last = first.Format(time.DateOnly), last.Format(time.DateOnly)
	}
}

func sortedKeys[A, B any](a map[string]A, b map[string]B) []string {
	var list []string
	for k := range a {
		list = append(list, k)
	}
	for k := range b {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// again finds the persona that was made of this very source.
func (b *bringing) again() error {
	if b.Persona != "" && !b.source.Kind.MakesPersona() {
		return nil
	}
	slugs, err := b.x.opt.Home.Personas()
	if err != nil {
		return err
	}
	for _, slug := range slugs {
		if from := b.x.cardOf(slug); from != nil && from.Hash == b.source.Hash {
			b.report.Slug, b.report.Again = slug, true
		}
	}
	return nil
}

// otherName is what a log may call the persona.
func (b *bringing) otherName() string {
	switch {
	case b.being != nil:
		return b.being.Called
	case b.Persona != "":
		return b.x.nameOf(b.Persona)
	}
	return ""
}

// name is that of the persona which is made.
func (b *bringing) name() string {
	var name string
	switch {
	case b.being != nil:
		name = b.being.Name
	case b.source.Kind == imports.ChatGPT:
		name = "ChatGPT"
	case b.source.Kind == imports.Claude:
		name = "Claude"
	default:
		name = cmp.Or(b.talk.with, strings.TrimSuffix(b.source.Name, filepath.Ext(b.source.Name)))
	}
	return firstRunes(cmp.Or(llm.OneLine(strings.ToValidUTF8(name, "")), "Yumori"), maxCardName)
}

// apply does what was planned.
func (b *bringing) apply() error {
	switch {
	case b.source.Kind == imports.Persona:
		return b.adopt()
	case b.report.Again:
		b.report.Imported.Known = b.report.Imported.Messages
		return nil
	case b.being == nil && b.Persona != "":
		return b.intoPersona()
	}
	return b.newPersona()
}

// intoPersona puts a talk into the log of a persona that is there.
func (b *bringing) intoPersona() error {
	c, err := b.x.opt.Host.Living(b.ctx, b.Persona)
	if err != nil {
		return err
	}
	b.report.Slug = b.Persona
	if err := b.talk.into(b.ctx, c.Log, &b.report); err != nil {
		return err
	}
	if b.report.Again = b.report.Imported.Known == b.report.Imported.Messages; !b.report.Again {
		c.Changed()
	}
	return nil
}

// newPersona makes the persona.
func (b *bringing) newPersona() error {
	language := "en"
	if b.talk.kana || b.being != nil && strings.ContainsFunc(string(b.being.Files["SOUL.md"]), kana) {
		language = "ja"
	}
	profile := persona.Profile{
		Name: b.report.Imported.Name, Language: language,
		Imported: &persona.Imported{Source: firstRunes(llm.OneLine(b.source.Name), persona.MaxName), Hash: b.source.Hash, Files: []string{}},
	}
	files, err := persona.ReadSample(b.x.opt.Samples, language)
	if err != nil {
		return err
	}
	files.Rename(attachment.PlainName(profile.Name))
	if b.being != nil {
		profile.UserName = firstRunes(llm.OneLine(b.being.UserName), persona.MaxName)
		b.settle(files, profile.Imported)
	}
	slug, err := persona.CreateWith(b.x.opt.Home, profile, persona.Beginning{Files: files, Slug: b.Persona, Fill: b.fill})
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%w: %q", ErrTaken, b.Persona)
	}
	if err != nil {
		return err
	}
	b.report.Slug = slug
	b.x.opt.Host.PersonasChanged()
	return nil
}

func kana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }

// settle puts the texts of a folder in the place of the sample's.
func (b *bringing) settle(files persona.Sample, from *persona.Imported) {
	for _, own := range []persona.File{persona.Soul, persona.Identity, persona.Core, persona.Bootstrap, persona.User, persona.Evergreen, persona.Notepad} {
		delete(files, string(own))
	}
	var out imports.Leftovers
	var kept []string
	for _, name := range b.report.Imported.Files {
		text, ok := b.being.Files[name]
		switch {
		case store.CheckName(name) != nil:
			out.Add(name, imports.WhyNoPlace)
			delete(b.being.Big, name)
			continue
		case ok:
			files[name] = string(text)
			from.Files = append(from.Files, name)
		}
		kept = append(kept, name)
	}
	b.report.Imported.Files = kept
	b.report.Left = append(b.report.Left, out.List()...)
}

// look says how much of a talk its persona has already.
func (b *bringing) look() error {
	if b.talk == nil || b.being != nil || b.Persona == "" {
		return nil
	}
	c, err := b.x.opt.Host.Living(b.ctx, b.Persona)
	if err != nil {
		return err
	}
	w, err := b.talk.against(b.ctx, c.Log)
	if err != nil {
		return err
	}
	b.report.Imported.Known = w.known()
	b.report.Again = w.have == len(w.list)
	return nil
}

// fill puts what is no text into the folder of a new persona, and the talk.
func (b *bringing) fill(d *store.Dir) error {
	if b.being != nil {
		if err := b.copyBig(d); err != nil {
			return err
		}
	}
	log, err := transcript.Open(d, transcript.Options{Now: b.x.opt.Now})
	if err != nil {
		return err
	}
	if err := b.talk.into(b.ctx, log, &b.report); err != nil {
		return err
	}
	return b.ctx.Err()
}

// copyBig copies the files that were not read, and the portrait.
func (b *bringing) copyBig(d *store.Dir) error {
	big := maps.Clone(b.being.Big)
	if p := b.being.Portrait; p != "" {
		big[persona.ExpressionsDir+"/neutral.png"] = p
	}
	for _, to := range sortedKeys(big, map[string]string(nil)) {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		r, err := b.source.Open(big[to])
		if err != nil {
			return err
		}
		why, err := b.copyOne(d, to, r)
		if err = errors.Join(err, r.Close()); err != nil {
			return err
		}
		if why != "" {
			b.report.Left = append(b.report.Left, imports.Left{What: big[to], Why: why, N: 1})
		}
	}
	return nil
}

// copyOne copies a file; why says why it stays out.
func (b *bringing) copyOne(d *store.Dir, to string, r io.Reader) (why imports.Why, err error) {
	limit := int64(maxKnowledgeIn)
	switch {
	case strings.HasPrefix(to, persona.ExpressionsDir+"/"):
		limit = persona.MaxExpression
	case strings.HasPrefix(to, attachment.Dir+"/"):
		a, err := attachment.Read(to, r)
		if bad := new(attachment.Problem); errors.As(err, &bad) {
			return imports.WhyMedia, nil
		}
		if err != nil {
			return "", err
		}
		b.talk.kept[to] = transcript.Attachment{Name: a.Name, MIME: a.MIME, Path: to, Size: int64(len(a.Data))}
		r, limit = bytes.NewReader(a.Data), attachment.MaxPicture
	}
	if _, err = d.Import(to, r, limit); errors.Is(err, store.ErrUnreadable) {
		return imports.WhyLong, nil
	}
	return "", err
}

// maxKnowledgeIn is the most bytes of a file that is brought in to read.
const maxKnowledgeIn = 100 << 20

// ArchiveReason names why an archive was refused, as an unpack.Reason; ok is false
// for another error.
func ArchiveReason(err error) (reason string, ok bool) {
	var bad *unpack.Error
	if errors.As(err, &bad) {
		return string(bad.Reason), true
	}
	return "", false
}
