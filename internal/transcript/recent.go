package transcript

// Bounds of what is kept at hand.
const (
	recentMessages = 256
	recentBytes    = 4 << 20
)

// A recent holds the messages read or written last. The zero value is empty.
type recent struct {
	order []ID // oldest first
	byID  map[ID]Message
	bytes int
}

func (c *recent) find(id ID) (Message, bool) {
	m, ok := c.byID[id]
	return share(m), ok
}

func (c *recent) add(m Message) {
	if c.byID == nil {
		c.byID = map[ID]Message{}
	}
	if _, ok := c.byID[m.ID]; ok {
		return
	}
	c.byID[m.ID] = share(m)
	c.order = append(c.order, m.ID)
	c.bytes += weight(m)
	for len(c.order) > recentMessages || c.bytes > recentBytes && len(c.order) > 1 {
		old := c.order[0]
		c.order = c.order[1:]
		c.bytes -= weight(c.byID[old])
		delete(c.byID, old)
	}
}

// share returns m with nothing in it that a caller's change could reach.
func share(m Message) Message {
	m.Attachments = append([]Attachment(nil), m.Attachments...)
	m.Foreign = append(Marks(nil), m.Foreign...)
	m.Trace = append([]byte(nil), m.Trace...)
	m.Opaque = append([]byte(nil), m.Opaque...)
	return m
}

func weight(m Message) int {
	return len(m.Text) + len(m.Trace) + len(m.Opaque) + 256*(1+len(m.Attachments)+len(m.Foreign))
}
