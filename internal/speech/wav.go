package speech

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// ErrSound says that what a speech server sent is no sound that can be played.
var ErrSound = errors.New("no sound")

// A Sound is a piece of sound.
type Sound struct {
	Rate     int // samples of a channel in a second
	Channels int
	Samples  []int16 // of all channels in turn
}

// Length is how long it takes to play.
func (s Sound) Length() time.Duration {
	if s.Rate <= 0 || s.Channels <= 0 {
		return 0
	}
	return time.Duration(len(s.Samples)/s.Channels) * time.Second / time.Duration(s.Rate)
}

// The limits of a sound that is played.
const (
	maxRate     = 192_000
	minRate     = 4_000
	maxChannels = 8
	maxLength   = 3 * time.Minute // of one sentence
)

// The parts of a WAV file: "RIFF", a size, "WAVE", then chunks of a name, a size
// and data, padded to an even length. "fmt " comes before "data". All numbers are
// little-endian.
const (
	riffHead  = 12
	chunkHead = 8
	pcm       = 1
	extended  = 0xfffe // the format is in the extension, PCM here
)

// ReadWAV reads a WAV file with 16 bits a sample. A file whose data is said to be
// longer than it is, as servers say that stream, ends where it ends. Everything
// else is an ErrSound.
func ReadWAV(file []byte) (Sound, error) {
	if len(file) < riffHead || string(file[:4]) != "RIFF" || string(file[8:12]) != "WAVE" {
		return Sound{}, fmt.Errorf("%w: not a WAV file", ErrSound)
	}
	var s Sound
	for rest := file[riffHead:]; len(rest) >= chunkHead; {
		name, size := string(rest[:4]), uint64(binary.LittleEndian.Uint32(rest[4:]))
		body := rest[chunkHead:]
		body = body[:min(size, uint64(len(body)))]
		switch name {
		case "fmt ":
			if err := s.format(body); err != nil {
				return Sound{}, err
			}
		case "data":
			return s.filled(body)
		}
		rest = rest[min(chunkHead+uint64(len(body))+size%2, uint64(len(rest))):]
	}
	return Sound{}, fmt.Errorf("%w: a WAV file without data", ErrSound)
}

// format reads the chunk "fmt ".
func (s *Sound) format(b []byte) error {
	if len(b) < 16 {
		return fmt.Errorf("%w: a WAV file without a format", ErrSound)
	}
	kind, bits := binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[14:])
	s.Channels, s.Rate = int(binary.LittleEndian.Uint16(b[2:])), int(binary.LittleEndian.Uint32(b[4:]))
	if kind != pcm && kind != extended || bits != 16 || s.Channels < 1 || s.Channels > maxChannels || s.Rate < minRate || s.Rate > maxRate {
		return fmt.Errorf("%w: a WAV file of kind %d with %d bits, %d channels, %d Hz", ErrSound, kind, bits, s.Channels, s.Rate)
	}
	return nil
}

// filled returns the sound with the samples of the chunk "data".
func (s Sound) filled(b []byte) (Sound, error) {
	if s.Rate == 0 {
		return Sound{}, fmt.Errorf("%w: a WAV file without a format", ErrSound)
	}
	frame := 2 * s.Channels
	if b = b[:len(b)/frame*frame]; len(b) == 0 {
		return Sound{}, fmt.Errorf("%w: an empty WAV file", ErrSound)
	}
	s.Samples = make([]int16, len(b)/2)
	for i := range s.Samples {
		s.Samples[i] = int16(binary.LittleEndian.Uint16(b[2*i:])) //nolint:gosec // the same bits
	}
	if s.Length() > maxLength {
		return Sound{}, fmt.Errorf("%w: %v of it", ErrSound, s.Length())
	}
	return s, nil
}
