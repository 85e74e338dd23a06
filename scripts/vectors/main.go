// Command vectors writes vectors.bin for package similar from a file of GloVe vectors in
// their text form, a word and its numbers a line, the commonest word first
// (https://nlp.stanford.edu/projects/glove, glove.6B.100d.txt; public domain, PDDL 1.0):
//
//	cd scripts/vectors && go run . glove.6B.100d.txt ../../internal/lang/similar/vectors.bin
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"math"
	"os"
	"strconv"
	"strings"
)

// words is how many of the commonest words are kept.
const words = 30000

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: vectors GLOVE-FILE OUT-FILE")
	}
	names, vectors, err := load(os.Args[1])
	if err == nil {
		err = os.WriteFile(os.Args[2], encode(names, centred(vectors)), 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// load reads the vectors of the commonest words of letters.
func load(path string) (names []string, vectors [][]float64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("open vectors: %w", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() && len(names) < words {
		fields := strings.Fields(lines.Text())
		if len(fields) < 2 || len(fields[0]) < 2 || strings.Trim(fields[0], "abcdefghijklmnopqrstuvwxyz") != "" {
			continue
		}
		var v []float64
		for _, s := range fields[1:] {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return nil, nil, fmt.Errorf("read vector of %q: %w", fields[0], err)
			}
			v = append(v, x)
		}
		names, vectors = append(names, fields[0]), append(vectors, v)
	}
	return names, vectors, lines.Err()
}

// centred takes from every vector what all have in common, which says only that a word
// is common, and gives them one length (Mu and Viswanath, All-but-the-Top, 2018).
func centred(vectors [][]float64) [][]float64 {
	mean := make([]float64, len(vectors[0]))
	for _, v := range vectors {
		for i, x := range v {
			mean[i] += x / float64(len(vectors))
		}
	}
	for _, v := range vectors {
		square := 0.0
		for i := range v {
			v[i] -= mean[i]
			square += v[i] * v[i]
		}
		for i := range v {
			v[i] /= math.Sqrt(square)
		}
	}
	return vectors
}

// encode writes words and vectors as package similar reads them.
func encode(names []string, vectors [][]float64) []byte {
	text := strings.Join(names, "\n") + "\n"
	var out bytes.Buffer
	for _, n := range [...]int{len(names), len(vectors[0]), len(text)} {
		out.Write(binary.LittleEndian.AppendUint32(nil, uint32(n)))
	}
	out.WriteString(text)
	for _, v := range vectors {
		for _, x := range v {
			out.WriteByte(byte(int8(math.Round(x * math.MaxInt8))))
		}
	}
	return out.Bytes()
}
