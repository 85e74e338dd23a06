package ui

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage/repository"
)

// errRemote says that nothing is fetched from the network to be shown: an
// address in a message would tell its owner that the message was read.
var errRemote = errors.New("nothing is fetched from the network to be shown")

// denyRemote takes the network away from the toolkit's own loading of
// addresses. It is called once the app is made.
func denyRemote() {
	for _, scheme := range []string{"http", "https"} {
		repository.Register(scheme, denial{})
	}
}

// A denial is a repository that has nothing.
type denial struct{}

// Exists is never so.
func (denial) Exists(fyne.URI) (bool, error) { return false, errRemote }

// Reader reads nothing.
func (denial) Reader(fyne.URI) (fyne.URIReadCloser, error) { return nil, errRemote }

// CanRead is never so.
func (denial) CanRead(fyne.URI) (bool, error) { return false, errRemote }

// Destroy has nothing to do.
func (denial) Destroy(string) {}
