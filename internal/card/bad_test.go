package card

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io/fs"
	"strings"
	"testing"
)

// claiming is a PNG whose header claims a size.
func claiming(w, h uint32) []byte {
	pic := picture(1)
	binary.BigEndian.PutUint32(pic[16:], w)
	binary.BigEndian.PutUint32(pic[20:], h)
	binary.BigEndian.PutUint32(pic[29:], crc32.ChecksumIEEE(pic[12:29]))
	return with(pic, plain("chara", v2))
}

func linked(name string) entry {
	e := file(name, "/etc/passwd")
	e.SetMode(fs.ModeSymlink | 0o777)
	return e
}

func encrypted() []byte {
	data := archive(file("card.json", v3))
	data[6] |= 1
	data[bytes.Index(data, []byte("PK\x01\x02"))+8] |= 1
	return data
}

func TestRefusals(t *testing.T) {
	pic := picture(2)
	good := with(pic, plain("chara", v2))
	flipped := bytes.Clone(good)
	flipped[len(flipped)-20] ^= 1
	long := bytes.Clone(good)
	binary.BigEndian.PutUint32(long[33:], 1<<31)
	lying := archive(file("card.json", v3), file("a.txt", strings.Repeat("a", 5000)))
	binary.LittleEndian.PutUint32(lying[bytes.LastIndex(lying, []byte("PK\x01\x02"))+24:], 10)
	many := make([]entry, 0, MaxEntries+1)
	for i := range MaxEntries + 1 {
		many = append(many, entry{zip.FileHeader{Name: fmt.Sprint("a/", i)}, ""})
	}
	lore := `{"spec":"chara_card_v2","data":{"name":"x","character_book":{"entries":[` + strings.Repeat("0,", MaxEntries) + `0]}}}`
	for _, tt := range []struct {
		name string
		data []byte
		want Reason
	}{
		{"nothing", nil, NotCard},
		{"text", []byte("Once upon a time"), NotCard},
		{"other json", []byte(`{"a":1}`), NotCard},
		{"no data", []byte(`{"spec":"chara_card_v3","data":[]}`), NotCard},
		{"json cut", []byte(v3[:len(v3)-9]), Damaged},
		{"not a number", []byte(`{"name":"x","description":NaN}`), Damaged},
		{"100,000 levels", []byte(`{"name":"x","description":"","a":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}"), TooDeep},
		{"50 MB of lore", []byte(`{"name":"x","description":"` + strings.Repeat("y", 50<<20) + `"}`), TooLarge},
		{"entries of lore", []byte(lore), TooMany},
		{"latin-1", []byte("{\"name\":\"Zo\xeb\",\"description\":\"\"}"), Encoding},
		{"file too large", make([]byte, MaxFile+1), TooLarge},

		{"picture alone", pic, NotCard},
		{"gigapixel", claiming(65_000, 65_000), TooLarge},
		{"no pixels", claiming(0, 7), Damaged},
		{"checksum", flipped, Damaged},
		{"chunk of 2 GiB", long, Damaged},
		{"cut", good[:len(good)-30], Damaged},
		{"signature alone", good[:8], Damaged},
		{"two cards", with(pic, plain("chara", v2), plain("chara", v1)), Duplicate},
		{"no base64", with(pic, textChunk("tEXt", []byte("chara\x00%%%%"))), Damaged},
		{"text without end", with(pic, textChunk("iTXt", []byte("chara\x00\x00\x00nothing"))), Damaged},
		{"packed bomb", with(pic, textChunk("zTXt", append([]byte("chara\x00\x00"), zipped(strings.Repeat("A", 64<<20))...))), TooLarge},
		{"bad zlib", with(pic, textChunk("zTXt", []byte("chara\x00\x00garbage"))), Damaged},
		{"asset outside", with(pic, plain("chara", v2), plain("chara-ext-asset_../../x", "y")), BadName},
		{"too large a picture", append(bytes.Clone(good), make([]byte, MaxPicture)...), TooLarge},

		{"no card in it", archive(file("a.txt", "b")), NotCard},
		{"up", archive(file("card.json", v3), file("../x", "b")), BadName},
		{"absolute", archive(file("card.json", v3), file("/etc/x", "b")), BadName},
		{"backslash", archive(file("card.json", v3), file(`a\..\..\x`, "b")), BadName},
		{"drive", archive(file("card.json", v3), file("C:/x", "b")), BadName},
		{"device", archive(file("card.json", v3), file("a/nul.txt", "b")), BadName},
		{"other encoding", archive(file("card.json", v3), file("\x89\xe6.png", "b")), BadName},
		{"link", archive(file("card.json", v3), linked("a")), Link},
		{"twice", archive(file("card.json", v3), file("card.json", v2)), Duplicate},
		{"encrypted", encrypted(), Encrypted},
		{"bomb", archive(file("card.json", v3), file("a", strings.Repeat("\x00", 8<<20))), TooLarge},
		{"declared size lies", lying, Damaged},
		{"many", archive(many...), TooMany},
		{"large card.json", archive(file("card.json", `{"a":"`+strings.Repeat("xy", MaxText)+`"}`)), TooLarge},
		{"archive cut", archive(file("card.json", v3))[:200], Damaged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Read(tt.data); reasonOf(err) != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// TestMoreFilesThanSaid: an archive may say that it has fewer entries than it
// has; what counts are those that a reader would go through.
func TestMoreFilesThanSaid(t *testing.T) {
	head := archive(entry{zip.FileHeader{Name: "a"}, ""})
	from := bytes.Index(head, []byte("PK\x01\x02"))
	end := bytes.Index(head, []byte("PK\x05\x06"))
	data := append(bytes.Clone(head[:from]), bytes.Repeat(head[from:end], 65_536+1)...)
	data = append(data, head[end:]...)
	binary.LittleEndian.PutUint32(data[len(data)-10:], uint32((end-from)*65_537))
	if _, err := Read(data); reasonOf(err) != TooMany {
		t.Errorf("got %v", err)
	}
}

// check holds for everything that is read at all: it can be written, and what
// was written is the same card.
func check(t *testing.T, data []byte) {
	c, err := Read(data)
	if err != nil {
		if reasonOf(err) == "" {
			t.Fatalf("an error without a reason: %v", err)
		}
		return
	}
	for _, k := range []Kind{PNG, CharX, JSON} {
		once, _, err := c.Encode(k)
		if err != nil {
			if reasonOf(err) == "" {
				t.Fatalf("write %s: %v", k, err)
			}
			continue
		}
		back, err := Read(once)
		if err != nil {
			if reasonOf(err) == TooLarge { // raised to version 3 it is larger
				continue
			}
			t.Fatalf("%s does not come back: %v", k, err)
		}
		if back.Name != c.Name || back.Description != c.Description || (back.Book == nil) != (c.Book == nil) {
			t.Fatalf("%s is another card", k)
		}
	}
	if c.Book != nil {
		c.Book.Active(t.Context(), Scan{Messages: []string{c.Description, c.First}})
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{v1, v2, v3, `{"data":{"name":null}}`, `{"name":"","first_mes":1,"character_book":{"entries":{"0":{}}}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { check(t, data) })
}

func FuzzPNG(f *testing.F) {
	pic := picture(1)
	f.Add(with(pic, plain("chara", v2)))
	f.Add(with(pic, plain("ccv3", v3), plain("chara", v2), plain("chara-ext-asset_a", "b")))
	f.Add(with(pic, textChunk("zTXt", append([]byte("chara\x00\x00"), zipped(b64(v1))...))))
	f.Add(with(pic, textChunk("iTXt", []byte("ccv3\x00\x00\x00\x00\x00"+b64(v3)))))
	f.Fuzz(func(t *testing.T, data []byte) { check(t, data) })
}

func FuzzCharX(f *testing.F) {
	f.Add(archive(file("card.json", v3), file("assets/icon/images/main.png", string(picture(1)))))
	f.Add(archive(file("card.json", v2), linked("a"), file("../b", "c")))
	f.Add(encrypted())
	f.Fuzz(func(t *testing.T, data []byte) { check(t, data) })
}
