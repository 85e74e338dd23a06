package transcript

import (
	"crypto/rand"
	"fmt"
	"io"
	"time"

	"github.com/oklog/ulid/v2"
)

// A minter makes ids that rise, whatever the clock does.
type minter struct {
	last    ulid.ULID // the highest id known, of this process or of the file
	entropy io.Reader // nil is crypto/rand
}

// seen tells the minter about an id of the file. Ids that are no ULIDs are
// not its business, and one from beyond the year 6400, which a user must have
// put there, does not use up the rest.
func (g *minter) seen(id ID) {
	u, err := ulid.ParseStrict(string(id))
	if err == nil && u.Compare(g.last) > 0 && u[0]&0x80 == 0 {
		g.last = u
	}
}

// next returns an id for a message written at now that is higher than all
// seen before. When the clock stands still or goes back it counts on from the
// last one.
func (g *minter) next(now time.Time) (ID, error) {
	ms := max(now.UnixMilli(), 0)
	if ms > int64(g.last.Time()) {
		entropy := g.entropy
		if entropy == nil {
			entropy = rand.Reader
		}
		u, err := ulid.New(uint64(ms), entropy)
		if err != nil {
			return "", fmt.Errorf("make message id: %w", err)
		}
		// The top bit stays clear so that there is room to count.
		u[6] &= 0x7f
		g.last = u
		return ID(u.String()), nil
	}
	u := g.last
	for i := len(u) - 1; i >= 0; i-- {
		u[i]++ // carries over into the time when the rest is full
		if u[i] != 0 {
			break
		}
	}
	g.last = u
	return ID(u.String()), nil
}

// month returns the month an id was made in by UTC, give or take a day; ""
// for an id that does not tell.
func (id ID) month() string {
	u, err := ulid.ParseStrict(string(id))
	if err != nil {
		return ""
	}
	return ulid.Time(u.Time()).UTC().Format(monthFormat)
}

const monthFormat = "2006-01"
