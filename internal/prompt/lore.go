package prompt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"yumori/internal/card"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
)

// LayerLore is what of the persona's lore the talk touches.
const LayerLore = "lore"

// Bounds of lore.
const (
	loreTime     = 200 * time.Millisecond // for looking through the talk
	loreMessages = 50                     // of the talk that are looked through at most
)

// A loreFile is card.LoreFile as it was read last. It is safe for concurrent use.
type loreFile struct {
	mu    sync.Mutex // guards what follows
	sheet *store.Sheet
	book  *card.Book // nil: there is none, or it cannot be used
	err   error      // why it cannot be used
}

func newLoreFile(d *store.Dir) *loreFile { return &loreFile{sheet: d.Sheet(card.LoreFile)} }

// look returns the lore as it is now, nil if there is none.
func (l *loreFile) look() (*card.Book, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text, changed, err := l.sheet.Look()
	if err != nil {
		return l.book, nil //nolint:nilerr // what was read last is still the best that is known
	}
	if changed {
		l.book, l.err = nil, nil
		if len(text) > 0 {
			l.book, l.err = card.ReadBook(text)
		}
	}
	if flaws := l.sheet.Flaws(); l.err == nil && l.book == nil && len(flaws) > 0 {
		return nil, fmt.Errorf("read %s: %s", card.LoreFile, flaws[len(flaws)-1])
	}
	return l.book, l.err
}

// addLore takes in the lore that the talk touches.
func (d *draft) addLore(ctx context.Context) error {
	book, err := d.c.lore.look()
	if err != nil {
		d.p.Problems = append(d.p.Problems, persona.Problem{File: card.LoreFile, Reason: persona.Damaged, What: err.Error()})
	}
	if book == nil {
		return nil
	}
	d.book = book
	text, n, err := d.loreText(ctx, 0)
	if err != nil || text == "" {
		return err
	}
	it := d.add(Section{Name: LayerLore, Text: text, Files: []string{card.LoreFile}, Count: n}, d.shrinkLore)
	it.whole = it.Section
	return nil
}

// loreText makes the layer of lore of so many tokens at most, 0 for no bound; it
// says how many entries are in it.
func (d *draft) loreText(ctx context.Context, room int) (text string, entries int, err error) {
	ctx, cancel := context.WithTimeout(ctx, loreTime)
	defer cancel()
	var said []string
	for _, s := range slices.Backward(d.talk.said[:min(len(d.talk.said), loreMessages)]) {
		said = append(said, s.said)
	}
	list := d.book.Active(ctx, card.Scan{Messages: said, Tokens: d.scale.Tokens, Room: room})
	if len(list) == 0 {
		return "", 0, nil
	}
	pr := d.c.opt.Persona.Profile()
	texts, err := Texts(pr.Language)
	if err != nil {
		return "", 0, err
	}
	data := struct {
		Mark    string // nobody who wrote a card can have known it, and no entry can hold it
		Entries []string
	}{Mark: "lore-" + strings.ToLower(cmp.Or(string(d.User.ID), "now"))}
	for _, e := range list {
		data.Entries = append(data.Entries, strings.ReplaceAll(named(card.Text(e.Content), pr), data.Mark, "lore-…"))
	}
	text, err = Render(texts, LayerLore, data)
	return text, len(list), err
}

// named is a text of a card with the names it has places for.
func named(text string, pr persona.Profile) string {
	char, user := pr.Name, pr.UserName
	if pr.Imported != nil && pr.Imported.Called != "" {
		char = pr.Imported.Called
	}
	if user == "" {
		user = map[string]string{"ja": "相手", "en": "the user"}[pr.Language]
	}
	return card.Resolve(text, char, user)
}

// shrinkLore leaves out entries, those of the lowest priority first.
func (d *draft) shrinkLore(it *item, tokens int) error {
	whole := it.whole
	head := d.scale.Tokens(whole.Text) // of what stands around the entries, at most
	for room := tokens - min(head, loreHead); room > 0; room = room * 3 / 4 {
		text, n, err := d.loreText(context.Background(), room)
		if err != nil {
			return err
		}
		if it.Text, it.Tokens, it.Size, it.Count = text, d.scale.Tokens(text), utf8.RuneCountInString(text), n; it.Tokens <= tokens {
			if left := whole.Size - it.Size; left > 0 {
				it.Cuts = []Cut{{What: LayerLore, Left: left, Of: whole.Size, Why: CutWindow}}
			}
			if text == "" {
				it.Files = nil
			}
			return nil
		}
	}
	d.leaveOut(it)
	return nil
}

// loreHead is about how many tokens the heading of the lore has.
const loreHead = 60

// markLore notes that the prompt holds lore.
func (d *draft) markLore() {
	if text := d.item(LayerLore).Text; text != "" {
		d.c.addMarks(&d.p, transcript.Marks{d.c.opt.Taint.LoreMark()}, text)
	}
}
