package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"
)

const (
	// quarantineDir holds what could not be used, as it was found.
	quarantineDir = ".quarantine"

	// whyExt ends the file beside a quarantined one that says why it is there:
	// {"name": "goals.json", "reason": "…", "time": "…"}.
	whyExt = ".why.json"
)

// Set is a file that was set aside because it cannot be used.
type Set struct {
	Path     string // where it is now, inside the Dir
	LastGood *Past  // the newest version in the history with another content; nil if none
}

type why struct {
	Name   string    `json:"name"`
	Reason string    `json:"reason"`
	Time   time.Time `json:"time"`
}

// Quarantine moves a file that its owner cannot use out of the way, byte by byte
// as it is, to ".quarantine/<time>-<name>", with the reason beside it; whatever
// has the file's name is moved, a pipe as well as a folder. Afterwards the name
// is free. LastGood is what the caller may offer to restore; that its content
// can be used is for the caller to see.
func (d *Dir) Quarantine(name string, reason string) (Set, error) {
	if err := d.scope.check(name); err != nil {
		return Set{}, err
	}
	if d.over != nil {
		set, err := d.over.quarantine(name, reason)
		return set, wrap("quarantine", name, err)
	}
	bad, verr := versionOfFile(d.disk.root, name)
	d.mu.Lock()
	set, err := d.setAside(name, reason)
	d.mu.Unlock()
	if err != nil {
		return Set{}, wrap("quarantine", name, err)
	}
	d.log.Warn("store: file set aside", "dir", d.path, "name", name, "aside", set.Path, "reason", reason)
	list, err := d.hist.list(name)
	if err != nil {
		d.log.Warn("store: no last good version", "dir", d.path, "name", name, "err", err)
	}
	for _, p := range list {
		if p.Version != "" && (verr != nil || p.Version != bad) {
			set.LastGood = &p
			break
		}
	}
	return set, nil
}

// setAside moves a file out of the way. d.mu is held.
func (d *Dir) setAside(name, reason string) (Set, error) {
	if d.closed {
		return Set{}, fs.ErrClosed
	}
	root := d.disk.root
	if _, err := root.Lstat(name); err != nil {
		return Set{}, err
	}
	if err := d.disk.mkdirAll(quarantineDir); err != nil {
		return Set{}, err
	}
	base := strings.ReplaceAll(name, "/", "_")
	base = strings.ToValidUTF8(base[max(0, len(base)-150):], "") // the end tells most, and there must be room for the rest
	to := freeName(root, path.Join(quarantineDir, d.now().Format(timeInName)+"-"+base))
	if data, err := json.Marshal(why{Name: name, Reason: reason, Time: d.now()}); err == nil {
		if _, err := d.disk.replace(to+whyExt, strings.NewReader(string(data))); err != nil {
			return Set{}, err
		}
	}
	if err := d.disk.ops.rename(root, name, to); err != nil {
		_ = d.disk.ops.remove(root, to+whyExt) // it explains nothing now
		return Set{}, err
	}
	return Set{Path: to}, errors.Join(d.disk.ops.syncDir(root, quarantineDir), d.disk.ops.syncDir(root, path.Dir(name)))
}
