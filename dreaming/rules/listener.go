package rules

import "yumori/episodic"

// Listener holds texts against what the two said.
func (d *Digest) Listener() *episodic.Listener {
	if d.heard == nil {
		t := episodic.Talk{Persona: d.Persona, User: d.User}
		for _, l := range d.Lines {
			if !l.Foreign {
				t.Lines = append(t.Lines, l.Line)
			}
		}
		heard := episodic.Listen(t)
		d.heard = &heard
	}
	return d.heard
}
