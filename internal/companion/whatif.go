package companion

import (
	"yumori/dreaming"
	"yumori/internal/mind"
	"yumori/motivation"
)

// An Imagined is what a persona would be like with a drive at another level,
// by the functions that decide it when it is so. It is a value.
type Imagined struct {
	Leads   motivation.Drive   // the strongest then; "" nothing stirs
	Told    []motivation.Drive // that would be in its prompt, the strongest first
	Impulse dreaming.Impulse   // whether it would speak first
	Says    string             // what it would begin with without a model; "" nothing
}

// A DriveSetter says what would be with a drive at another level in [0, 1], and
// makes it so; FreeDrive takes that back.
type DriveSetter interface {
	Imagine(d motivation.Drive, level float64) (Imagined, error)
	SetDrive(d motivation.Drive, level float64) error
	FreeDrive(d motivation.Drive) error
}

// imagining has what would be.
type imagining struct{ c *Companion }

// Drives returns what moves the drives of the persona.
func (i imagining) Drives() DriveSetter { return drives{i.c.Editor, i.c} }

type drives struct {
	*mind.Editor
	c *Companion
}

// Imagine returns what the persona would be like now with a drive at a level in
// [0, 1]. It changes nothing and asks no model.
func (i drives) Imagine(d motivation.Drive, level float64) (Imagined, error) {
	mood, past, err := i.c.Initiative.mood()
	if err != nil {
		return Imagined{}, err
	}
	now := i.c.now()
	mood.Inner = mood.Inner.With(d, level, now)
	at := mood.Inner.At(now)
	would := Imagined{Leads: at.Dominant(), Told: at.Above(mood.Inner.Thresholds.Feel), Impulse: dreaming.Moved(mood, now)}
	if would.Leads == "" {
		return would, nil
	}
	m := motive{mood: mood, past: past, at: now, impulse: dreaming.Impulse{Drive: would.Leads}}
	would.Says, _, _ = i.c.Initiative.plainLine(m)
	return would, nil
}
