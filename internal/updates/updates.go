// Package updates tells that a newer version of the program is there. It asks
// one address for one small signed file, at most once a day and only if the
// user has turned it on, and never downloads or runs anything.
package updates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"runtime/debug"
	"time"

	"yumori/internal/store"
)

// The errors of a Checker.
var (
	ErrNoSource    = errors.New("this build has no update address")
	ErrOff         = errors.New("the check for a newer version is off")
	ErrUnreachable = errors.New("the update address does not answer")
	ErrUntrusted   = errors.New("the answer is not what the maintainers signed")
	ErrOlder       = errors.New("the answer is older than one before")
)

// stateFile remembers when the address was asked last and, as it came, the
// newest answer that was signed: a JSON object {"asked":"2026-11-22T03:00:00+09:00",
// "answer":"untrusted comment: …"}. It is derived data; without it the address
// is asked again.
const stateFile = ".index/update.json"

// every is the least time between two requests that nobody asked for.
const every = 24 * time.Hour

// Options are what a Checker is built from. Dir, Now and On are required.
type Options struct {
	Dir     *store.Dir       // of the home
	Now     func() time.Time // the clock
	On      func() bool      // the user has turned it on
	Source  Source
	Version string        // of this program; "" as the build says
	Wait    time.Duration // for the whole answer; 0: 10 s
}

// A Checker knows the newest version that it was told of. It is safe for
// concurrent use; two requests at once do no harm.
type Checker struct{ opt Options }

// New makes a Checker. It asks nothing.
func New(opt Options) *Checker {
	if opt.Version == "" {
		opt.Version = builtVersion()
	}
	if opt.Wait <= 0 {
		opt.Wait = 10 * time.Second
	}
	return &Checker{opt: opt}
}

// builtVersion is the version of this build, "" in one that has none.
func builtVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.Main.Version
}

// UpdateHost is who would be asked, "" in a build that has no address.
func (c *Checker) UpdateHost() string {
	u, err := url.Parse(c.opt.Source.Address)
	if err != nil || !c.opt.Source.there() {
		return ""
	}
	return u.Hostname()
}

// KnownUpdate returns the newer version that the last answer told of, the zero
// Release if there is none or the user has turned it off. It reads one file
// and asks nobody.
func (c *Checker) KnownUpdate() Release {
	if c.ready() != nil {
		return Release{}
	}
	return c.newer(c.known(c.state()))
}

// LookForUpdate is AskForUpdate if the last request is a day ago, and
// KnownUpdate if it is not, or may not be made. A request counts whatever
// becomes of it, so that what goes wrong is not tried again all the time.
func (c *Checker) LookForUpdate(ctx context.Context) (Release, error) {
	if c.ready() != nil {
		return Release{}, nil
	}
	s, now := c.state(), c.opt.Now()
	if since := now.Sub(s.Asked); since >= 0 && since < every {
		return c.newer(c.known(s)), nil
	}
	return c.ask(ctx, s)
}

// AskForUpdate asks the address now and returns the newer version that it
// tells of, the zero Release if this is the newest. It returns ErrNoSource and
// ErrOff without a request, and of one that failed ErrUnreachable, ErrUntrusted
// or ErrOlder; what an earlier answer said then still holds.
func (c *Checker) AskForUpdate(ctx context.Context) (Release, error) {
	if err := c.ready(); err != nil {
		return Release{}, err
	}
	return c.ask(ctx, c.state())
}

// ready says why nothing is asked.
func (c *Checker) ready() error {
	switch {
	case !c.opt.Source.there():
		return ErrNoSource
	case !c.opt.On():
		return ErrOff
	}
	return nil
}

// ask notes the request first: where that cannot be kept, none is made.
func (c *Checker) ask(ctx context.Context, s state) (Release, error) {
	s.Asked = c.opt.Now()
	if err := c.keep(s); err != nil {
		return Release{}, err
	}
	answer, err := c.opt.fetch(ctx)
	if err != nil {
		return Release{}, err
	}
	r, err := c.opt.Source.open(answer)
	if err != nil {
		return Release{}, err
	}
	if known := c.known(s); r.rolledBack(known) {
		return Release{}, fmt.Errorf("%w: %s of %s after %s of %s", ErrOlder, r.Version, r.Date, known.Version, known.Date)
	}
	s.Answer = string(answer)
	return c.newer(r), c.keep(s)
}

// newer returns a release if it is later than this program.
func (c *Checker) newer(r Release) Release {
	if r.Version == "" || !r.after(c.opt.Version) {
		return Release{}
	}
	return r
}

// A state is what stateFile holds.
type state struct {
	Asked  time.Time `json:"asked"`
	Answer string    `json:"answer,omitempty"`
}

// state reads it. What cannot be read is made again.
func (c *Checker) state() state {
	var s state
	data, err := c.opt.Dir.Read(stateFile)
	if err != nil || json.Unmarshal(data, &s) != nil {
		return state{}
	}
	return s
}

// known is what the answer in a state says. It is verified like one that came
// just now: the key may be another since, and the file can be edited.
func (c *Checker) known(s state) Release {
	r, err := c.opt.Source.open([]byte(s.Answer))
	if err != nil {
		return Release{}
	}
	return r
}

func (c *Checker) keep(s state) error {
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("note the check for a newer version: %w", err)
	}
	if err := c.opt.Dir.Write(stateFile, data, store.Cause{Kind: store.CauseSetup}); err != nil {
		return fmt.Errorf("note the check for a newer version: %w", err)
	}
	return nil
}
