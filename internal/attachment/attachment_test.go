package attachment

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"
	"testing"
)

func TestAttachmentsThatCannotBe(t *testing.T) {
	t.Parallel()
	header := "IHDR\x00\x00\x3e\x80\x00\x00\x3e\x80\x08\x06\x00\x00\x00" // 16,000 × 16,000
	bomb := "\x89PNG\r\n\x1a\n\x00\x00\x00\r" + string(binary.BigEndian.AppendUint32([]byte(header), crc32.ChecksumIEEE([]byte(header))))
	for _, tt := range []struct {
		name, data string
		want       Reason
	}{
		{"bomb.png", bomb, TooBig},
		{"cut.png", "\x89PNG\r\n\x1a\n\x00\x00", Damaged},
		{"program", "\x7fELF\x00\x01\x02", BadKind},
		{"long.txt", strings.Repeat("x", MaxText+1), TooBig},
		{"../../escape.txt", "\x00", BadKind},
	} {
		_, err := Read(tt.name, strings.NewReader(tt.data))
		var p *Problem
		if !errors.As(err, &p) || p.Reason != tt.want || !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
		if p != nil && strings.Contains(p.Name, "/") {
			t.Errorf("%s kept its path: %q", tt.name, p.Name)
		}
	}
}
