package withdraw

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/retrieval/source"
)

// Why something is an orphan: what it is derived from is not there, or counts no
// more, and it counts still.
const (
	orphanMissing   = "is derived from %q, which is nowhere"
	orphanFile      = "is derived from %q, a file that is gone"
	orphanRetracted = "is derived from message %s, which was retracted"
	orphanAsked     = "is derived from message %s, the reply to one that was retracted"
	orphanLeft      = "is derived from message %s, which is on a branch that is not shown"
)

// Orphans reports what is derived from something that is not there or was taken back.
// It reads the whole conversation, without keeping what was said.
func (c *Service) Orphans(ctx context.Context) []store.Problem {
	var list []store.Problem
	set, err := c.sourcesNow(ctx)
	if err != nil {
		return append(list, store.Problem{Name: source.LogFile, What: err.Error()})
	}
	for _, f := range c.opt.Mind.Stores() {
		sources, err := f.Sources()
		if err != nil {
			list = append(list, store.Problem{Name: c.opt.Slug, What: err.Error()})
		}
		for _, source := range sources {
			if ctx.Err() != nil {
				return list
			}
			why := c.missing(source, set)
			if why == "" {
				continue
			}
			items, err := f.Derived(source)
			if err != nil {
				list = append(list, store.Problem{Name: c.opt.Slug, What: err.Error()})
			}
			for _, d := range items {
				list = append(list, store.Problem{Name: d.Store + " " + d.ID, What: fmt.Sprintf(why, source)})
			}
		}
	}
	return list
}

var (
	placeLine = regexp.MustCompile(`#L\d+$`)
	fileName  = regexp.MustCompile(`^[^/\x00]+(?:/[^/\x00]+)*\.(?:md|txt|jsonl?)$`)
)

// Missing returns why nothing may be derived from a source, in words; "" if it
// may. It reads the whole conversation.
func (c *Service) Missing(ctx context.Context, source string) (string, error) {
	set, err := c.sourcesNow(ctx)
	if err != nil {
		return "", err
	}
	why := c.missing(source, set)
	if why != "" {
		why = fmt.Sprintf(why, source)
	}
	return why, nil
}

// missing returns why nothing may be derived from a source; "" if it may.
func (c *Service) missing(source string, set sourceSet) string {
	if present, known := set.messages[source]; known {
		switch {
		case set.retracted.Has(source):
			return orphanRetracted
		case !present:
			return orphanLeft
		case set.retracted.Has(set.asked[source]):
			return orphanAsked
		}
		return ""
	}
	if name := placeLine.ReplaceAllString(source, ""); name != source || fileName.MatchString(name) {
		if v, err := c.opt.Dir.Version(name); err == nil && v == "" {
			return orphanFile
		}
		return "" // one that cannot be read is another's finding
	}
	if set.items[source] || c.indexes(source) {
		return ""
	}
	return orphanMissing
}

// entryID is the id that the index gives an entry of a daily log or of the
// diary. Dreams before this was noticed are derived from such ids.
var entryID = regexp.MustCompile(`^(daily|diary)_(\d{4}-\d{2}-\d{2})`)

// indexes reports whether an id may be one of the index's own.
func (c *Service) indexes(id string) bool {
	m := entryID.FindStringSubmatch(id)
	if m == nil {
		return false
	}
	file := "memory/memory_main.txt"
	if m[1] == "daily" {
		file = "memory/" + m[2] + ".md"
	}
	v, err := c.opt.Dir.Version(file)
	return err == nil && v != "" || errors.Is(err, store.ErrUnreadable)
}

// A sourceSet is what something may be derived from.
type sourceSet struct {
	messages  map[string]bool   // by id: whether it is on a branch shown
	asked     map[string]string // by the id of a reply: what it answers, if the user said it
	items     map[string]bool   // ids of memories that count
	retracted *source.Retractions
}

// sourcesNow reads the conversation, archives first, and asks the stores.
func (c *Service) sourcesNow(ctx context.Context) (sourceSet, error) {
	r := sourceSet{messages: map[string]bool{}, asked: map[string]string{}, items: map[string]bool{}, retracted: source.NewRetractions(c.opt.Dir)}
	if err := r.retracted.Refresh(ctx); err != nil {
		return r, err
	}
	names, err := c.logFiles()
	if err != nil {
		return r, err
	}
	var all []source.Record
	for _, name := range names {
		list, err := c.readHeads(ctx, name)
		if err != nil {
			return r, fmt.Errorf("read %s: %w", name, err)
		}
		all = append(all, list...)
	}
	byUser := map[string]bool{}
	for _, m := range all {
		if m.Kind != "message" {
			continue
		}
		r.messages[m.ID] = false
		byUser[m.ID] = m.Role == "user"
		if m.Role == "persona" && byUser[m.Parent] {
			r.asked[m.ID] = m.Parent
		}
	}
	for _, m := range source.Shown(all) {
		r.messages[m.ID] = true
	}
	for _, e := range c.opt.Mind.Episodes.Episodes() {
		r.items[e.ID] = true
	}
	for _, i := range c.opt.Mind.Insights.All() {
		r.items[i.ID] = true
	}
	for _, q := range c.opt.Mind.Motives.Questions() {
		r.items[q.ID] = true
	}
	for _, g := range c.opt.Mind.Goals.Goals() {
		r.items[string(g.ID)] = true
	}
	return r, c.addFacts(r)
}

func (c *Service) addFacts(r sourceSet) error {
	held, err := c.opt.Mind.Facts.Facts(facts.Query{})
	for _, f := range held {
		r.items[f.ID] = true
	}
	return err
}

// logFiles returns the files of the conversation, oldest first.
func (c *Service) logFiles() ([]string, error) {
	entries, err := c.opt.Dir.List(source.LogArchive)
	if err != nil {
		return nil, fmt.Errorf("list archives: %w", err)
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir && strings.HasSuffix(e.Name, source.LogEnding) {
			names = append(names, path.Join(source.LogArchive, e.Name))
		}
	}
	slices.Sort(names)
	return append(names, source.LogFile), nil
}

// readHeads reads the records of a file without what they say.
func (c *Service) readHeads(ctx context.Context, name string) ([]source.Record, error) {
	f, err := c.opt.Dir.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := source.Records(ctx, f)
	for i := range list {
		list[i].Text = ""
	}
	return list, err
}

// WithdrawFallen takes out what is derived from messages that nothing may be derived from.
func (c *Service) WithdrawFallen(ctx context.Context, cause store.Cause) error {
	set, err := c.sourcesNow(ctx)
	if err != nil {
		return err
	}
	var fallen []string
	var errs []error
	for _, f := range c.opt.Mind.Stores() {
		sources, err := f.Sources()
		errs = append(errs, err)
		for _, source := range sources {
			switch c.missing(source, set) {
			case orphanRetracted, orphanAsked, orphanLeft:
				fallen = append(fallen, source)
			}
		}
	}
	slices.Sort(fallen)
	if fallen = slices.Compact(fallen); len(fallen) > 0 {
		fell, err := c.opt.Mind.Withdraw(fallen, cause)
		c.opt.Hidden.Fell(fell)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
