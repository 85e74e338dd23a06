package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// keysFile holds the keys of model providers where the system has no keyring:
// {"schema": 1, "keys": {"OPENAI_API_KEY": "…"}}, readable by its owner only.
// It is not in the history.
const keysFile = "keys.json"

const (
	keysSchema  = 1
	ringService = "yumori"

	// A keyring may ask its user, who takes their time. A start does not wait
	// for that: it goes on without the key. Somebody who just typed one is there
	// to answer.
	ringReading = 300 * time.Millisecond
	ringWriting = time.Minute
)

// The places where a key can be.
const (
	InEnvironment = "environment"
	InKeyring     = "keyring"
	InFile        = "file"
)

var (
	errSlowRing = fmt.Errorf("keyring does not answer: %w", context.DeadlineExceeded)
	errKeysFile = errors.New("keys.json makes no sense") // never with its content
)

// ring is the system's keyring, as fields so that a test can replace it.
type ring struct {
	get              func(service, user string) (string, error)
	set              func(service, user, password string) error
	delete           func(service, user string) error
	reading, writing time.Duration // that a call is waited for
	under            chan struct{} // holds one while a call is under way, waited for or not
}

func systemRing() ring {
	return ring{
		get: keyring.Get, set: keyring.Set, delete: keyring.Delete,
		reading: ringReading, writing: ringWriting, under: make(chan struct{}, 1),
	}
}

// ask calls f after the calls before it, and waits for so long and no longer.
func (r ring) ask(wait time.Duration, f func() (string, error)) (string, error) {
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	select {
	case r.under <- struct{}{}:
	case <-timeout.C:
		return "", errSlowRing
	}
	type answer struct {
		value string
		err   error
	}
	c := make(chan answer, 1)
	go func() {
		defer func() { <-r.under }()
		value, err := f()
		c <- answer{value, err}
	}()
	select {
	case a := <-c:
		return a.value, a.err
	case <-timeout.C:
		return "", errSlowRing
	}
}

// Key returns an API key and where it was found: InEnvironment, under that very
// name, InKeyring or InFile. A key that is nowhere is "" and no error. It waits
// at most 300 ms: a keyring that is slower has no key this time. No error holds a key.
func (h *Home) Key(name string) (value string, where string, err error) {
	if err := checkKeyName(name); err != nil {
		return "", "", err
	}
	if v := strings.TrimSpace(os.Getenv(name)); v != "" {
		return v, InEnvironment, nil
	}
	if v, err := h.ring.ask(h.ring.reading, func() (string, error) { return h.ring.get(ringService, name) }); err == nil && v != "" {
		return v, InKeyring, nil // a keyring that fails is one that has no key
	}
	keys, err := h.readKeys()
	if err != nil {
		return "", "", fmt.Errorf("read key %s: %w", name, err)
	}
	if v := keys[name]; v != "" {
		return v, InFile, nil
	}
	return "", "", nil
}

// SetKey keeps an API key, in the keyring if the system has one, else in a file
// that only its owner can read, and says where: InKeyring or InFile. A value of
// "" removes the key from both, and returns "". A keyring that is slow is not one
// that is missing: after a minute without an answer nothing was kept in the file,
// and the error is a context.DeadlineExceeded.
func (h *Home) SetKey(name, value string) (where string, err error) {
	if err := checkKeyName(name); err != nil {
		return "", err
	}
	value = strings.TrimSpace(value)
	if value == "" {
		_, err := h.ring.ask(h.ring.writing, func() (string, error) { return "", h.ring.delete(ringService, name) })
		if !errors.Is(err, errSlowRing) { // no keyring, no key
			err = nil
		}
		return "", wrap("remove key", name, errors.Join(err, h.writeKey(name, "")))
	}
	_, err = h.ring.ask(h.ring.writing, func() (string, error) { return "", h.ring.set(ringService, name, value) })
	switch {
	case err == nil:
		return InKeyring, wrap("remove the older key", name, h.writeKey(name, ""))
	case errors.Is(err, errSlowRing):
		return "", wrap("keep key", name, err)
	}
	return InFile, wrap("keep key", name, h.writeKey(name, value))
}

// writeKey puts a key into the file, or removes it when the value is "".
func (h *Home) writeKey(name, value string) error {
	h.dir.mu.Lock()
	defer h.dir.mu.Unlock()
	keys, err := h.readKeys()
	if err != nil {
		return err
	}
	if keys[name] == value {
		return nil
	}
	keys[name] = value
	if value == "" {
		delete(keys, name)
	}
	data, err := json.MarshalIndent(keysContent{Schema: keysSchema, Keys: keys}, "", "  ")
	if err == nil {
		_, err = h.dir.disk.replace(keysFile, strings.NewReader(string(data)+"\n"))
	}
	return classify(err)
}

type keysContent struct {
	Schema int               `json:"schema"`
	Keys   map[string]string `json:"keys"`
}

func (h *Home) readKeys() (map[string]string, error) {
	data, err := h.dir.disk.readRegular(keysFile, 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, err
	}
	var c keysContent
	if json.Unmarshal(data, &c) != nil || c.Schema != keysSchema {
		return nil, errKeysFile
	}
	if c.Keys == nil {
		c.Keys = map[string]string{}
	}
	return c.Keys, nil
}

func checkKeyName(name string) error {
	if name == "" || len(name) > 100 || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return badName(name, "not a key's name")
	}
	return nil
}
