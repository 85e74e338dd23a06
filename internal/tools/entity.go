package tools

import (
	"errors"
	"fmt"
	"strings"

	"yumori/entity"
	"yumori/internal/agent"
	"yumori/internal/memory"
	"yumori/internal/store"
)

// maxNear is how many pages are named to a model that asked for one there is
// not, and maxPages how many a list shows.
const (
	maxNear  = 8
	maxPages = 500
)

// An entityTool works on the pages of people and things.
type entityTool struct {
	pages      *entity.Store
	fromOthers func(sources []string) bool
	holder
}

// page reads the page of a name. What it says in errors is for the model.
func (t entityTool) page(name string) (entity.Page, error) {
	page, err := t.pages.Read(entity.Name(name))
	if errors.Is(err, entity.ErrNoPage) {
		return entity.Page{}, t.nobody(name)
	}
	if err != nil {
		return entity.Page{}, t.unread(err)
	}
	return page, nil
}

// nobody says that there is no page of a name, and which ones come near.
func (t entityTool) nobody(name string) error {
	hits, err := t.pages.Search(name, maxNear)
	if err != nil {
		return t.unread(err)
	}
	if len(hits) == 0 {
		return &agent.ArgError{Path: "name", Reason: fmt.Sprintf("%q has no page; %s shows whom you know", name, listEntityMemoriesName)}
	}
	var near []string
	for _, h := range hits {
		near = append(near, fmt.Sprintf("%q", h.Name))
	}
	return &agent.ArgError{Path: "name", Reason: fmt.Sprintf("%q has no page; words of it are on the pages %s", name, strings.Join(near, ", "))}
}

// foreign reports whether a page holds what others wrote, or what is derived from it.
func (t entityTool) foreign(p entity.Page) bool {
	var sources []string
	for _, q := range p.Paragraphs {
		if q.Kind == memory.Imported {
			return true
		}
		sources = append(sources, q.Sources...)
	}
	return len(sources) > 0 && t.fromOthers(sources)
}

// refused puts what a page does not take into words for the model.
func (t entityTool) refused(err error) error {
	switch {
	case errors.Is(err, entity.ErrBadName):
		return &agent.ArgError{Path: "name", Reason: fmt.Sprintf("must be a name of 1 to %d characters", entity.MaxName)}
	case errors.Is(err, entity.ErrEmpty):
		return &agent.ArgError{Path: "content", Reason: "holds nothing to write"}
	case errors.Is(err, entity.ErrTooLong):
		return fmt.Errorf("not written: the page would be longer than %d characters; consolidate it", entity.MaxPage)
	case errors.Is(err, entity.ErrDamaged), errors.Is(err, store.ErrUnreadable):
		return errors.New("not written: the page was damaged by hand and has to be mended first; tell the user")
	}
	return t.said(err)
}
