package vector

// A Calibration says what the cosines of an embedder mean for one persona's
// texts, and how much they are worth. No two embedders agree on that: what is
// a clear match for one is two texts that have nothing in common for another.
// So it is measured: each of some texts is asked as if it were a question, and
// should be nearer to what was said before and after it than to what was said
// elsewhere.
type Calibration struct {
	Texts   int     `json:"texts"`   // chunks with a vector when it was measured; 0: it never was
	Floor   float64 `json:"floor"`   // a cosine that texts without a connection reach; below it nothing is a candidate
	Ceiling float64 `json:"ceiling"` // a cosine from which on a match is clear
	Order   float64 `json:"order"`   // how often the text beside was nearer than one from elsewhere: 0.5 is chance
	Beyond  float64 `json:"beyond"`  // the same where the one from elsewhere shares more words
	Trust   float64 `json:"trust"`   // of the vectors' weight, in [0, 1]
}

// Uncalibrated is what holds until there are texts enough to measure: the
// bounds of the embedders in common use, at a third of the weight.
func Uncalibrated() Calibration {
	return Calibration{Floor: 0.35, Ceiling: 0.85, Order: 0.5, Beyond: 0.5, Trust: 0.33}
}

// scale returns where a cosine lies between floor and ceiling, in [0, 1].
func (c Calibration) scale(cosine float64) float64 {
	return min(1, max(0, (cosine-c.Floor)/max(c.Ceiling-c.Floor, 1e-6)))
}
