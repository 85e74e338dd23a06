package ui

import (
	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage/repository"
)

// denyRemote takes the network away from the toolkit's own loading of
// addresses. It is called once the app is made.
func denyRemote() {
	for _, scheme := range []string{"http", "https"} {
		repository.Register(scheme, noRemote{})
	}
}

// A noRemote is a repository that has nothing.
type noRemote struct{}

// Exists is never so.
func (noRemote) Exists(fyne.URI) (bool, error) { return false, page.ErrRemote }

// Reader reads nothing.
func (noRemote) Reader(fyne.URI) (fyne.URIReadCloser, error) { return nil, page.ErrRemote }

// CanRead is never so.
func (noRemote) CanRead(fyne.URI) (bool, error) { return false, page.ErrRemote }

// Destroy has nothing to do.
func (noRemote) Destroy(string) {}
