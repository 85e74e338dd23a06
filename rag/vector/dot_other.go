//go:build !amd64

package vector

func (p *Probe) dot(body []byte) uint64 { return dotPlain(p.parts, body) }
