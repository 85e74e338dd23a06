package dreaming

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/episodic"
	"yumori/motivation"
)

// A Life is somebody who does not exist, for simulations and benchmarks: what
// they say to a persona day by day, and what it answers. The same seed is the
// same life.
type Life struct {
	Seed     uint64
	Language string // "ja", else English
	Talk     int    // exchanges on a day of talk; 0 is none
	Silent   int    // every so many days nothing is said; 0 is never
}

// A Said is one exchange of a Life.
type Said struct {
	Time    time.Time
	User    string
	Reply   string
	Emotion motivation.Emotion // that the persona reports
	// Recalled are old memories that came into the prompt of the reply; it
	// repeats one of them.
	Recalled []string
}

// Day returns what is said on a day, in a zone.
func (l Life) Day(d episodic.Date, loc *time.Location) []Said {
	if l.Talk <= 0 {
		return nil
	}
	day := startOf(d, loc)
	n := uint64(day.Unix() / (24 * 60 * 60))
	if l.Silent > 0 && n%uint64(l.Silent) == 0 {
		return nil
	}
	r := rand.New(rand.NewPCG(l.Seed, n)) //nolint:gosec // a made-up life is to be the same again
	at := earliest(d, 18*60+r.IntN(90), loc)
	list := make([]Said, 0, l.Talk)
	for range l.Talk {
		user, reply := l.line(r)
		list = append(list, Said{Time: at, User: user, Reply: reply, Emotion: feltIn(r)})
		at = at.Add(time.Duration(60+r.IntN(90)) * time.Second)
	}
	l.recall(list, n)
	return list
}

// recall has some replies of a day repeat a memory of the time before: word
// for word, or with a few words around it. One reply in five does.
func (l Life) recall(list []Said, n uint64) {
	r := rand.New(rand.NewPCG(l.Seed, ^n)) //nolint:gosec // as above
	memories, ways := englishMemories(), englishQuotes()
	if l.Language == "ja" {
		memories, ways = japaneseMemories(), japaneseQuotes()
	}
	for i := range list {
		if r.IntN(5) > 0 {
			continue
		}
		m := pickOne(r, memories)
		list[i].Recalled = []string{m, pickOne(r, memories)}
		list[i].Reply = strings.NewReplacer("{memory}", m, "{reply}", list[i].Reply).Replace(pickOne(r, ways))
	}
}

func feltIn(r *rand.Rand) motivation.Emotion {
	all := motivation.Categories()
	c := all[r.IntN(len(all))]
	if r.IntN(3) > 0 { // most days are calm
		c = motivation.Contentment
	}
	return motivation.Emotion{Category: c, Intensity: float64(1+r.IntN(9)) / 10}
}

// line makes one exchange.
func (l Life) line(r *rand.Rand) (user, reply string) {
	lines, things := englishLines(), englishThings()
	if l.Language == "ja" {
		lines, things = japaneseLines(), japaneseThings()
	}
	pair := lines[r.IntN(len(lines))]
	name := pickOne(r, things.names)
	if r.IntN(3) == 0 { // somebody new
		name = things.whole(pickOne(r, things.first), pickOne(r, things.last))
	}
	fill := strings.NewReplacer(
		"{name}", name, "{place}", pickOne(r, things.places), "{thing}", pickOne(r, things.things),
		"{n}", fmt.Sprint(2+r.IntN(40)),
	)
	return fill.Replace(pair[0]), fill.Replace(pair[1])
}

// whole returns a whole name.
func (t lifeThings) whole(first, last string) string {
	if first[0] < utf8.RuneSelf {
		return first + " " + last
	}
	return last + first
}

func pickOne(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }
