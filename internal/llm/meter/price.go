package meter

// A Price is what a million tokens cost, in a currency of the user's; zero is
// unknown.
type Price struct {
	In  float64 `json:"price_in"`  // of a prompt, or of texts to embed
	Out float64 `json:"price_out"` // of an answer
}

// Of returns what a request costs; 0 if no price is known.
func (p Price) Of(prompt, answer int) float64 {
	return (p.In*float64(prompt) + p.Out*float64(answer)) / 1e6
}
