package llm

// EstimateUsage estimates what the call of req cost that answered m, for
// providers that do not say.
func EstimateUsage(req Request, m Message) Usage {
	u := Usage{Calls: 1, Estimated: true, Answer: estimateMessage(m)}
	for _, s := range req.System {
		u.Prompt += EstimateTokens(s.Text)
	}
	for _, m := range req.Messages {
		u.Prompt += estimateMessage(m) + messageOverhead
	}
	for _, t := range req.Tools {
		u.Prompt += EstimateTokens(t.Name) + EstimateTokens(t.Description) + EstimateTokens(string(t.Schema))
	}
	return u
}

const (
	messageOverhead = 4   // tokens that a chat format spends on each message
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
