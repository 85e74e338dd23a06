package card

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"io"
	"strings"
)

// A PNG is a signature and chunks of length, type, data and checksum. A card is
// in a chunk of text, as JSON in Base64, under one of the keywords; assets of
// some older programs are in chunks of their own.
const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	keywordV2    = "chara"
	keywordV3    = "ccv3"
	keywordAsset = "chara-ext-asset_"
)

// A chunk is one part of a PNG.
type chunk struct {
	kind string
	data []byte
	raw  []byte // with length and checksum
}

// chunks walks the chunks of a PNG up to its end; what stands behind that is
// not looked at. Nothing is copied.
func chunks(data []byte) ([]chunk, error) {
	rest := data[len(pngSignature):]
	var list []chunk
	for {
		if len(rest) < 12 {
			return nil, refuse(Damaged, "the picture breaks off")
		}
		n := binary.BigEndian.Uint32(rest)
		if uint64(n)+12 > uint64(len(rest)) {
			return nil, refuse(Damaged, "a chunk of %d bytes, of which %d are there", n, len(rest)-12)
		}
		c := chunk{kind: string(rest[4:8]), data: rest[8 : 8+n], raw: rest[:12+n]}
		if crc32.ChecksumIEEE(rest[4:8+n]) != binary.BigEndian.Uint32(rest[8+n:]) {
			return nil, refuse(Damaged, "the checksum of a chunk %q is wrong", c.kind)
		}
		if list = append(list, c); c.kind == "IEND" {
			return list, checkHeader(list[0])
		}
		rest = rest[12+n:]
	}
}

// checkHeader bounds what a picture claims to be.
func checkHeader(c chunk) error {
	if c.kind != "IHDR" || len(c.data) != 13 {
		return refuse(Damaged, "the picture does not begin with its header")
	}
	w, h := uint64(binary.BigEndian.Uint32(c.data)), uint64(binary.BigEndian.Uint32(c.data[4:]))
	switch {
	case w == 0 || h == 0:
		return refuse(Damaged, "a picture of %d × %d", w, h)
	case w*h > MaxPixels:
		return refuse(TooLarge, "a picture of %d × %d, at most %d pixels", w, h, MaxPixels)
	}
	return nil
}

func readPNG(data []byte) (*Card, error) {
	if len(data) > MaxPicture {
		return nil, refuse(TooLarge, "the picture has %d bytes, at most %d", len(data), MaxPicture)
	}
	list, err := chunks(data)
	if err != nil {
		return nil, err
	}
	texts, files := map[string][]byte{}, newBundle()
	picture := []byte(pngSignature)
	for _, ch := range list {
		keyword := keywordOf(ch)
		switch path, isAsset := strings.CutPrefix(keyword, keywordAsset); {
		case strings.EqualFold(keyword, keywordV2), strings.EqualFold(keyword, keywordV3):
			if err := takeText(texts, strings.ToLower(keyword), ch); err != nil {
				return nil, err
			}
			continue
		case isAsset:
			if err := files.takeChunk(path, ch); err != nil {
				return nil, err
			}
			continue
		}
		picture = append(picture, ch.raw...)
	}
	newest := texts[keywordV3]
	if newest == nil {
		newest = texts[keywordV2]
	}
	if newest == nil {
		return nil, refuse(NotCard, "a picture without a card in it")
	}
	c, err := parse(newest)
	if err != nil {
		return nil, err
	}
	c.Kind, c.Picture, c.files = PNG, picture, files
	if texts[keywordV3] != nil {
		c.older = texts[keywordV2]
	}
	return c, nil
}

// takeText takes the card of a chunk in; two that differ are refused, for nobody
// can tell which of them another program shows.
func takeText(texts map[string][]byte, keyword string, ch chunk) error {
	text, err := textOf(ch)
	if err != nil {
		return err
	}
	if before, ok := texts[keyword]; ok && !bytes.Equal(before, text) {
		return refuse(Duplicate, "two different cards in one picture")
	}
	texts[keyword] = text
	return nil
}

// keywordOf returns the keyword of a chunk of text; "" for any other.
func keywordOf(c chunk) string {
	switch c.kind {
	case "tEXt", "zTXt", "iTXt":
		keyword, _, _ := bytes.Cut(c.data, []byte{0})
		return string(keyword)
	}
	return ""
}

// textOf returns the text of a chunk, taken out of Base64.
func textOf(c chunk) ([]byte, error) {
	rest, packed, ok := bodyOf(c)
	if !ok {
		return nil, refuse(Damaged, "a chunk of text without one")
	}
	if packed {
		r, err := zlib.NewReader(bytes.NewReader(rest))
		if err == nil {
			rest, err = io.ReadAll(io.LimitReader(r, MaxText+1))
		}
		if err != nil {
			return nil, refuse(Damaged, "packed text: %v", err)
		}
	}
	if len(rest) > base64.StdEncoding.EncodedLen(MaxText) || packed && len(rest) > MaxText {
		return nil, refuse(TooLarge, "the card in the picture has more than %d bytes", MaxText)
	}
	if trimmed := bytes.TrimSpace(rest); len(trimmed) > 0 && trimmed[0] == '{' {
		return trimmed, nil // some programs write it as it is
	}
	return unpacked(rest)
}

// bodyOf returns what stands behind the keyword of a chunk of text, and whether
// it is compressed.
func bodyOf(c chunk) (body []byte, packed, ok bool) {
	_, body, ok = bytes.Cut(c.data, []byte{0})
	switch {
	case !ok || c.kind == "tEXt":
		return body, false, ok
	case c.kind == "zTXt":
		return body[min(1, len(body)):], true, true // the method
	case len(body) < 2:
		return nil, false, false
	}
	packed = body[0] == 1
	if _, body, ok = bytes.Cut(body[2:], []byte{0}); ok { // the language
		_, body, ok = bytes.Cut(body, []byte{0}) // the keyword in it
	}
	return body, packed, ok
}

// unpacked decodes Base64, with lines and without the padding as well.
func unpacked(data []byte) ([]byte, error) {
	plain := bytes.TrimRight(bytes.Join(bytes.Fields(data), nil), "=")
	out, err := base64.RawStdEncoding.DecodeString(string(plain))
	if err != nil {
		return nil, refuse(Damaged, "the card in the picture is not in Base64")
	}
	return out, nil
}

// writePNG puts the card into a picture, with a version 2 for older programs.
// The files of the card that chunks can hold go along.
func writePNG(picture []byte, texts map[string][]byte, files *bundle) ([]byte, error) {
	list, err := chunks(picture)
	if err != nil {
		return nil, err
	}
	out := []byte(pngSignature)
	for _, c := range list[:len(list)-1] {
		out = append(out, c.raw...)
	}
	for _, name := range files.names() {
		data, _ := files.file(name)
		out = appendText(out, keywordAsset+name, data)
	}
	out = appendText(out, keywordV2, texts[keywordV2])
	out = appendText(out, keywordV3, texts[keywordV3])
	return append(out, list[len(list)-1].raw...), nil
}

// appendText appends a chunk of text in Base64.
func appendText(out []byte, keyword string, text []byte) []byte {
	body := append([]byte("tEXt"+keyword), 0)
	body = base64.StdEncoding.AppendEncode(body, text)
	out = binary.BigEndian.AppendUint32(out, uint32(len(body)-4)) //nolint:gosec // within MaxFile
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
}
