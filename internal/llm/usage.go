package llm

// EstimateUsage estimates what the call of req cost that answered m, for
// providers that do not say.
func EstimateUsage(req Request, m Message) Usage {
	return Usage{Calls: 1, Estimated: true, Prompt: TokenScale{}.Request(req), Answer: estimateMessage(m)}
}

const (
	messageOverhead = 4   // tokens that a chat format spends on each message
	toolOverhead    = 8   // and on each tool
	pictureTokens   = 800 // what a picture costs; between 258 and 1,600 at today's providers
)

func estimateMessage(m Message) int {
	n := EstimateTokens(m.Text)
	for _, a := range m.Attachments {
		if IsImage(a) {
			n += pictureTokens
		} else {
			n += EstimateTokens(string(a.Data))
		}
	}
	for _, c := range m.Calls {
		n += EstimateTokens(c.Name) + EstimateTokens(string(c.Args))
	}
	for _, r := range m.Results {
		n += EstimateTokens(r.Text)
	}
	return n
}
