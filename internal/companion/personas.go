package companion

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"yumori/internal/event"
	"yumori/internal/exchange"
	"yumori/internal/withdraw"
	"yumori/persona"
)

// PersonaInfo is a persona as a list shows it.
type PersonaInfo struct {
	Slug     string `json:"slug"`
	Name     string `json:"name"`
	Language string `json:"language"`
	Face     string `json:"face,omitempty"` // the character whose drawn portrait it has; "" the one of its name
}

// Personas lists the personas, by name. A persona whose profile cannot be
// read is in the list under its slug.
func (h *Home) Personas() ([]PersonaInfo, error) {
	slugs, err := h.home.Personas()
	if err != nil {
		return nil, fmt.Errorf("list personas: %w", err)
	}
	infos := make([]PersonaInfo, 0, len(slugs))
	for _, slug := range slugs {
		infos = append(infos, h.info(slug))
	}
	return infos, nil
}

func (h *Home) info(slug string) PersonaInfo {
	d, err := h.home.Persona(slug)
	if err != nil {
		return PersonaInfo{Slug: slug, Name: slug}
	}
	p, err := persona.Open(d)
	if err != nil {
		return PersonaInfo{Slug: slug, Name: slug}
	}
	pr := p.Profile()
	return PersonaInfo{Slug: slug, Name: pr.Name, Language: pr.Language, Face: pr.Face}
}

// Create makes a persona with the given display name from the sample of a
// language ("en" or "ja") and returns its slug. soul is a text on who it is, ""
// for the sample's.
func (h *Home) Create(name, language, soul string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return "", fmt.Errorf("create persona: %w", persona.ErrBadName)
	}
	slug, err := h.createFrom(language, name, soul)
	if err != nil {
		return "", fmt.Errorf("create persona: %w", err)
	}
	h.PersonasChanged()
	return slug, nil
}

// Templates are the characters one can make a persona of, in a language.
func (h *Home) Templates(language string) ([]persona.Template, error) {
	return persona.ReadTemplates(h.opt.Samples, language)
}

// CreateFrom makes a persona of the character with an ID in a language and
// returns its slug. An empty name is the character's own.
func (h *Home) CreateFrom(id, language, name string) (string, error) {
	t, err := persona.ReadTemplate(h.opt.Samples, id, language)
	if err != nil {
		return "", fmt.Errorf("create persona: %w", err)
	}
	name = cmp.Or(strings.TrimSpace(name), t.Name)
	t.Files.Rename(name)
	slug, err := persona.Create(h.home, persona.Profile{Name: name, Language: language, Face: t.Name}, t.Files)
	if err != nil {
		return "", fmt.Errorf("create persona: %w", err)
	}
	h.PersonasChanged()
	return slug, nil
}

// Rename gives a persona another display name; its folder keeps its name.
func (h *Home) Rename(ctx context.Context, slug, name string) error {
	c, err := h.Companion(ctx, slug)
	if err != nil {
		return err
	}
	if err := c.persona.Rename(name); err != nil {
		return fmt.Errorf("rename persona: %w", err)
	}
	h.PersonasChanged()
	c.publishSnapshot()
	return nil
}

// SetAside moves a persona's folder out of the list, whole, and returns where
// to, relative to the home. Nothing is deleted.
func (h *Home) SetAside(slug string) (string, error) {
	h.mu.Lock()
	c := h.open[slug]
	delete(h.open, slug)
	h.mu.Unlock()
	if c != nil {
		c.Close()
	}
	to, err := h.home.SetAside(slug)
	if err != nil {
		return "", fmt.Errorf("set persona aside: %w", err)
	}
	if err := h.origins.Forget(slug); err != nil {
		h.opt.Logger.Warn("forget where a persona came from", "persona", slug, "error", err)
	}
	h.PersonasChanged()
	return to, nil
}

// PersonasChanged tells who listens which personas there are.
func (h *Home) PersonasChanged() {
	infos, err := h.Personas()
	if err != nil {
		h.opt.Logger.Warn("list personas", "error", err)
		return
	}
	h.bus.Publish(event.Event{Topic: TopicPersonas, State: infos})
}

// createFrom makes a persona from the sample of a language, or of a text on who
// it is. With an empty name it gets the sample's own.
func (h *Home) createFrom(language, name, soul string) (string, error) {
	files, err := persona.ReadSample(h.opt.Samples, language)
	if err != nil {
		return "", err
	}
	if name == "" {
		name = files.Name()
	} else {
		files.Rename(name)
	}
	if soul = strings.TrimSpace(soul); soul != "" {
		files = files.Become(name, soul)
	}
	return persona.Create(h.home, persona.Profile{Name: name, Language: language}, files)
}

// First returns the slug of the persona to open when nothing else is said:
// the one of the settings, else the first there is.
func (h *Home) First() (string, error) {
	infos, err := h.Personas()
	if err != nil {
		return "", err
	}
	if len(infos) == 0 {
		return "", ErrNoPersona
	}
	want := h.Settings().Persona
	for _, p := range infos {
		if p.Slug == want {
			return want, nil
		}
	}
	return infos[0].Slug, nil
}

// Purge makes final what was taken back of a persona's talk: the messages say nothing
// any more, wherever else in the persona's folder their words stand, a mark stands in
// their place, and the history of all files is deleted with all that is derived. It
// cannot be undone. What the user said elsewhere, too, stays; copies of the home are
// not touched, nor what was exported. The persona is closed for it and opened again by
// whoever asks for it. It reads and may write every file of the persona; killed, it
// goes on when it is called again.
func (h *Home) Purge(ctx context.Context, slug string) (p withdraw.Purged, err error) {
	fail := func(err error) (withdraw.Purged, error) { return p, fmt.Errorf("purge %q: %w", slug, err) }
	c, err := h.Companion(ctx, slug)
	if err != nil {
		return fail(err)
	}
	taken, standing, err := c.log.Taken(ctx)
	if err != nil {
		return fail(err)
	}
	h.mu.Lock()
	delete(h.open, slug)
	h.mu.Unlock()
	c.Close()
	if p, err = withdraw.Purge(ctx, c.dir, taken, standing); err != nil {
		return fail(err)
	}
	return p, nil
}

// Living returns a persona as packages work with it that bring messages in or
// measure what becomes of them; it opens the persona. It is for them alone.
func (h *Home) Living(ctx context.Context, slug string) (exchange.Living, error) {
	c, err := h.Companion(ctx, slug)
	if err != nil {
		return exchange.Living{}, err
	}
	return exchange.Living{
		Slug: slug, Dir: c.dir, Persona: c.persona, Log: c.log, Changed: func() { c.publish(TopicLog, c.log.Head()) },
	}, nil
}
