package rules

import "slices"

// A Reread is what the rules read of a day, for the stages of a night that read
// the same lines one after the other. Nobody changes what is in it.
type Reread struct{ digest *Digest }

// of returns a Material as it was read before; nil if it was not.
func (k *Reread) of(in Material) *Digest {
	if k == nil || k.digest == nil {
		return nil
	}
	was := k.digest
	if was.User != in.User || was.Persona != in.Persona || was.Date != in.Date || !slices.EqualFunc(was.Lines, in.Lines, sameLine) {
		return nil
	}
	return &Digest{Material: in, Remarks: was.Remarks, ByLine: was.ByLine, Names: was.Names, left: was.left}
}

// keep has a digest at hand.
func (k *Reread) keep(d *Digest) {
	if k != nil {
		k.digest = d
	}
}

// sameLine reports whether two lines are read the same.
func sameLine(a, b Line) bool {
	return a.ID == b.ID && a.Text == b.Text && a.Speaker == b.Speaker && a.Name == b.Name && a.Foreign == b.Foreign &&
		a.Time.Equal(b.Time) && slices.Equal(a.Brought, b.Brought)
}
