package companion

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostMemory is what a file may take beside what the program takes anyway, in MB.
const mostMemory = 256

// pngChunk is a chunk of a PNG.
func pngChunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	body := append([]byte(kind), data...)
	return binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
}

// hungryPNG is a picture of a width and height, with text chunks.
func hungryPNG(side uint32, chunks ...[]byte) []byte {
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side)
	out := append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", append(header, 8, 6, 0, 0, 0))...)
	out = append(out, slices.Concat(chunks...)...)
	return append(out, pngChunk("IEND", nil)...)
}

// A repeats gives a text again and again, so many bytes of it.
type repeats struct {
	text string
	at   int
}

func (e *repeats) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.text[e.at%len(e.text)]
		e.at++
	}
	return len(p), nil
}

// bomb is an archive of a file that unpacks to so many MB.
func bomb(t *testing.T, name, text string, mb int64) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	w, err := z.Create(name)
	must(t, err)
	_, err = io.CopyN(w, &repeats{text: text}, mb<<20)
	must(t, err)
	must(t, z.Close())
	return b.Bytes()
}

// hungry are files that would take much memory if somebody let them; all of them: go
// test ./internal/companion -run TakesMuchMemory -mutations 1000.
func hungry(t *testing.T) map[string][]byte {
	t.Helper()
	var zipped bytes.Buffer
	z, err := zlib.NewWriterLevel(&zipped, zlib.BestSpeed)
	must(t, err)
	_, err = io.CopyN(z, &repeats{text: "A"}, 400<<20)
	must(t, err)
	must(t, z.Close())
	files := map[string][]byte{
		"wide.png":   hungryPNG(16_000, pngChunk("tEXt", []byte("chara\x00e30="))),
		"packed.png": hungryPNG(1, pngChunk("zTXt", append([]byte("chara\x00\x00"), zipped.Bytes()...))),
		"deep.json":  []byte(`{"spec":"chara_card_v3","data":` + strings.Repeat(`{"a":`, 1_000_000)),
	}
	if *mutations < 1_000 {
		return files
	}
	entry := `{"keys":["lamp"],"content":"` + strings.Repeat("The lamp burns. ", 64) + `","enabled":true,"insertion_order":1,"extensions":{}},`
	lore := `{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Mira","character_book":{"entries":[` + strings.Repeat(entry, 50<<20/len(entry))
	maps.Copy(files, map[string][]byte{
		"packed.charx":       bomb(t, "card.json", `{"spec":"chara_card_v3","data":{"name":"`, 400),
		"persona.zip":        bomb(t, "SOUL.md", "I keep the lamp. ", 400),
		"conversations.zip":  bomb(t, "conversations.json", `[{"title":"tea","mapping":{"a":{"message":null}}},`, 400),
		"lore.json":          []byte(strings.TrimSuffix(lore, ",") + `]}}}`),
		"line.txt":           []byte("Alex: " + strings.Repeat("x", 40<<20)),
		"conversations.json": []byte("[" + strings.Repeat(`{"title":"tea","mapping":{}},`, 2_000_000)),
		"talk.jsonl":         []byte(strings.Repeat(`{"name":"Alex","is_user":true,"mes":"`+strings.Repeat("Hello. ", 2000)+`"}`+"\n", 3000)),
	})
	return files
}

// TestNoFileTakesMuchMemory brings in files that unpack to hundreds of megabytes or
// claim to be as large, each by a process of its own, and looks at the most memory that
// it had: it is within a bound of what it takes without a file.
func TestNoFileTakesMuchMemory(t *testing.T) {
	t.Parallel()
	peak := func(name, file string) int64 {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		task := filepath.Join(t.TempDir(), "home")
		if file != "" {
			task += "\n" + file
		}
		cmd.Env = append(os.Environ(), bringerEnv+"="+task, "GOGC=100", "GOMEMLIMIT=off")
		out, err := cmd.CombinedOutput()
		if err != nil || strings.Contains(string(out), "fail ") {
			t.Errorf("%s: %v\n%.2000s", name, err, out)
		}
		_, rest, _ := strings.Cut(string(out), "peak ")
		var kb int64
		if _, err := fmt.Sscan(rest, &kb); err != nil {
			t.Fatalf("%s: %v\n%.2000s", name, err, out)
		}
		_, became, _ := strings.Cut(string(out), "ended: ")
		became, _, _ = strings.Cut(became, "\n")
		t.Logf("%s: %d MB; %.200s", name, kb>>10, became)
		return kb >> 10
	}
	without, most, worst := peak("nothing", ""), int64(0), ""
	bound := int64(mostMemory)
	if raceEnabled {
		bound *= 8
	}
	files := hungry(t)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(file, files[name], 0o600))
		took := peak(name, file) - without
		if took > bound {
			t.Errorf("%s takes %d MB", name, took)
		}
		if took > most {
			most, worst = took, name
		}
	}
	t.Logf("trust: %d tries: each file took %d MB at most (%s) beside the %d MB of the program", len(files), most, worst, without)
}
