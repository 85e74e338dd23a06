package vector

import "golang.org/x/sys/cpu"

// dotAVX2 is the sum of the products of n bytes, a multiple of eight: of those of
// probe, which are below 128, and of the upper seven bits of those of body.
//
//go:noescape
func dotAVX2(probe, body *byte, n int) uint64

// dot is dotPlain, eight times as fast where the processor can.
func (p *Probe) dot(body []byte) uint64 {
	if cpu.X86.HasAVX2 && len(body) > 0 && len(body) == len(p.bytes) {
		return dotAVX2(&p.bytes[0], &body[0], len(body))
	}
	return dotPlain(p.parts, body)
}
