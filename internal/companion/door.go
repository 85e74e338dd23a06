package companion

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/tools"
)

// DoorFile has the tokens by which other programs are let into the home that it
// is in, one a line. What comes with a bare token is the user's own word; a token
// with a name after it was given to somebody else, and what comes with it is text
// of others. It is not copied by Backup. Lines that begin with # are nothing, and so is
// a token of less than eight characters.
//
//	7Q2XJ4M6ZB5CRN3WTKDPA7VHYL
//	XK3WQ5TJ2MZ6RB4CN7DPAVHYLE kitchen robot
const DoorFile = "door-token"

// A DoorToken lets a program in.
type DoorToken struct {
	Token string
	Guest string // whom it was given to; "" is the user
}

// DoorTokens returns the tokens of the home. At first use, and when the file
// has none, it makes one for the user. Cost: it reads a small file.
func (h *Home) DoorTokens() ([]DoorToken, error) {
	d := h.home.Dir()
	data, err := d.Read(DoorFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %w", DoorFile, err)
	}
	var list []DoorToken
	for line := range strings.Lines(string(data)) {
		token, guest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if isToken(token) {
			list = append(list, DoorToken{token, strings.TrimSpace(guest)})
		}
	}
	if len(list) > 0 {
		return list, nil
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n') // what stands there stays a line of its own
	}
	made := DoorToken{Token: rand.Text()}
	if err := d.Write(DoorFile, append(data, made.Token+"\n"...), store.Cause{Kind: store.CauseUser, Note: "door"}); err != nil {
		return nil, fmt.Errorf("make %s: %w", DoorFile, err)
	}
	return []DoorToken{made}, nil
}

// leastToken is how many characters a token has at least. What a disk left of one, or
// filled with zeros, lets nobody in.
const leastToken = 8

func isToken(s string) bool {
	return len(s) >= leastToken && !strings.HasPrefix(s, "#") && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// Remember proposes an entry of the daily log for another program. It is held
// for the user whatever the settings are. The id of what waits is returned, or
// "" when the same waits already.
func (c *Companion) Remember(ctx context.Context, guest, text string) (string, error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return "", ErrClosed
	}
	c.work.Add(1)
	c.mu.Unlock()
	defer c.work.Done()
	args, err := json.Marshal(map[string]string{"content": text, "category": cmp.Or(llm.OneLine(guest), "program")})
	if err != nil {
		return "", fmt.Errorf("remember: %w", err)
	}
	d := c.toolbox.deps()
	d.Turn = tools.Turn{Tainted: true}
	for _, t := range tools.New(d) {
		if t.Spec.Name != rememberTool {
			continue
		}
		a, err := t.Call(ctx, args)
		if err != nil {
			return "", fmt.Errorf("remember: %w", err)
		}
		c.Inbox.publishHeld()
		return a.Held, nil
	}
	return "", errors.ErrUnsupported // unreachable: there is such a tool
}

// rememberTool is the tool that writes the daily log.
const rememberTool = "memory_write"

// DoorFailed is told why other programs could not be let in at an address,
// beside the window; "" is that they are, or are not to be. Snapshots have it
// among their troubles until then.
func (h *Home) DoorFailed(address, why string) {
	h.mu.Lock()
	before := len(h.shut)
	h.shut = nil
	if why != "" {
		h.shut = []Trouble{{File: address, What: why, Shut: true}}
	}
	changed := before > 0 || why != ""
	h.mu.Unlock()
	if changed {
		h.publishSnapshots()
	}
}

// doorTroubles is the trouble that the door could not be opened, if there is that.
func (h *Home) doorTroubles() []Trouble {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.shut
}
