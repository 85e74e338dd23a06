// Command sqlite searches texts as one would with SQLite: by words with FTS5, by
// meaning with sqlite-vec, and by both. `yumori bench --beside` runs it on the texts
// and questions that it recalls itself, see scripts/speed. Usage:
//
//	sqlite TEXTS QUESTIONS FOLDER
package main

import (
	"bufio"
	"cmp"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode"

	vec "github.com/asg017/sqlite-vec-go-bindings/cgo"
	_ "github.com/mattn/go-sqlite3" // the driver
)

const (
	dim   = 384
	batch = 10_000 // rows a transaction
	hits  = 10
	pool  = 100 // of each search, when both are joined
	warm  = 20  // questions that do not count
	rrf   = 60  // the usual constant of reciprocal rank fusion
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sqlite:", err)
		os.Exit(1)
	}
}

// A bench is the database that is measured. English is searched by stemmed words,
// Japanese by trigrams, each in a table of its own: what the two need of FTS5.
type bench struct {
	db   *sql.DB
	file string
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("want TEXTS QUESTIONS FOLDER, got %d arguments", len(args))
	}
	texts, err := lines(args[0])
	if err != nil {
		return err
	}
	questions, err := lines(args[1])
	if err != nil {
		return err
	}
	vec.Auto()
	b := bench{file: filepath.Join(args[2], "beside.sqlite")}
	if b.db, err = sql.Open("sqlite3", b.file+"?_journal_mode=WAL&_synchronous=NORMAL&_cache_size=-65536"); err != nil {
		return err
	}
	defer b.db.Close()
	b.db.SetMaxOpenConns(1)
	empty := resident()
	if err := b.fill(texts); err != nil {
		return err
	}
	if err := b.ask(questions); err != nil {
		return err
	}
	show("sqlite_resident", float64(resident()-empty)/(1<<20), "MB")
	return nil
}

// resident is how much memory the process has, in bytes, after what it does not
// need was given back; 0 where the system does not tell.
func resident() int {
	debug.FreeOSMemory()
	data, err := os.ReadFile("/proc/self/statm")
	var all, pages int
	if err != nil {
		return 0
	}
	if _, err := fmt.Sscan(string(data), &all, &pages); err != nil {
		return 0
	}
	return pages * os.Getpagesize()
}

func lines(name string) (list []string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	dec := json.NewDecoder(bufio.NewReader(f))
	for dec.More() {
		var s string
		if err := dec.Decode(&s); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

func show(name string, value float64, unit string) {
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"name": name, "value": value, "unit": unit})
}

func (b bench) fill(texts []string) error {
	for _, q := range []string{
		`create table texts (id integer primary key, text text)`,
		`create virtual table en using fts5(text, content='texts', content_rowid='id', tokenize='porter unicode61')`,
		`create virtual table ja using fts5(text, content='texts', content_rowid='id', tokenize='trigram')`,
		`create virtual table vectors using vec0(v float[384])`,
	} {
		if _, err := b.db.Exec(q); err != nil {
			return fmt.Errorf("%s: %w", q, err)
		}
	}
	begin := time.Now()
	err := b.each(len(texts), func(tx *sql.Tx, i int) error {
		if _, err := tx.Exec(`insert into texts(id, text) values (?, ?)`, i+1, texts[i]); err != nil {
			return err
		}
		_, err := tx.Exec(`insert into `+table(texts[i])+`(rowid, text) values (?, ?)`, i+1, texts[i])
		return err
	})
	if err != nil {
		return err
	}
	show("sqlite_words_indexing", float64(len(texts))/time.Since(begin).Seconds(), "chunks/s")
	words := b.size()
	show("sqlite_words_disk", float64(words)/float64(len(texts)), "bytes/chunk")
	rnd := rand.New(rand.NewPCG(1, 2))
	begin = time.Now()
	err = b.each(len(texts), func(tx *sql.Tx, i int) error {
		_, err := tx.Exec(`insert into vectors(rowid, v) values (?, ?)`, i+1, vectorOf(rnd))
		return err
	})
	show("sqlite_vectors_indexing", float64(len(texts))/time.Since(begin).Seconds(), "chunks/s")
	show("sqlite_vectors_disk", float64(b.size()-words)/float64(len(texts)), "bytes/chunk")
	return err
}

// each does something for every row, in transactions.
func (b bench) each(n int, do func(tx *sql.Tx, i int) error) error {
	for from := 0; from < n; from += batch {
		tx, err := b.db.Begin()
		if err != nil {
			return err
		}
		for i := from; i < min(n, from+batch); i++ {
			if err := do(tx, i); err != nil {
				return err
			}
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	_, err := b.db.Exec(`pragma wal_checkpoint(truncate)`)
	return err
}

func (b bench) size() int64 {
	info, err := os.Stat(b.file)
	if err != nil {
		return 0
	}
	return info.Size()
}

func isJapanese(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) })
}

func table(text string) string {
	if isJapanese(text) {
		return "ja"
	}
	return "en"
}

// match is a query for any of a question's words, or of its trigrams in Japanese.
func match(text string) string {
	parts := strings.Fields(text)
	if isJapanese(text) {
		parts = nil
		runes := []rune(text)
		for i := 0; i+3 <= len(runes); i++ {
			parts = append(parts, string(runes[i:i+3]))
		}
	}
	for i, p := range parts {
		parts[i] = `"` + strings.ReplaceAll(p, `"`, `""`) + `"`
	}
	return strings.Join(parts, " OR ")
}

// vectorOf makes up a unit vector.
func vectorOf(rnd *rand.Rand) []byte {
	v, sum := make([]float64, dim), 0.0
	for i := range v {
		v[i] = rnd.NormFloat64()
		sum += v[i] * v[i]
	}
	out := make([]byte, 0, 4*dim)
	for _, x := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(x/math.Sqrt(sum))))
	}
	return out
}

func (b bench) ids(query string, args ...any) (list []int64, err error) {
	rows, err := b.db.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	return list, rows.Err()
}

func (b bench) byWords(text string, n int) ([]int64, error) {
	t := table(text)
	return b.ids(`select rowid from `+t+` where `+t+` match ? order by rank limit ?`, match(text), n)
}

func (b bench) byVector(v []byte, n int) ([]int64, error) {
	return b.ids(`select rowid from vectors where v match ? and k = ? order by distance`, v, n)
}

// byBoth joins the ranks of both and reads the texts.
func (b bench) byBoth(text string, v []byte) error {
	score := map[int64]float64{}
	words, err := b.byWords(text, pool)
	if err != nil {
		return err
	}
	near, err := b.byVector(v, pool)
	if err != nil {
		return err
	}
	for _, list := range [][]int64{words, near} {
		for i, id := range list {
			score[id] += 1 / float64(rrf+i)
		}
	}
	best := slices.SortedFunc(maps.Keys(score), func(a, b int64) int { return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b)) })
	for _, id := range best[:min(hits, len(best))] {
		var s string
		if err := b.db.QueryRow(`select text from texts where id = ?`, id).Scan(&s); err != nil {
			return err
		}
	}
	return nil
}

func (b bench) ask(questions []string) error {
	rnd := rand.New(rand.NewPCG(3, 4))
	for name, ask := range map[string]func(text string, v []byte) error{
		"sqlite_words":   func(text string, _ []byte) error { _, err := b.byWords(text, hits); return err },
		"sqlite_vectors": func(_ string, v []byte) error { _, err := b.byVector(v, hits); return err },
		"sqlite_both":    b.byBoth,
	} {
		var took []float64
		for i, q := range questions {
			v, begin := vectorOf(rnd), time.Now()
			if err := ask(q, v); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if i >= warm {
				took = append(took, float64(time.Since(begin).Microseconds())/1000)
			}
		}
		slices.Sort(took)
		for _, p := range []int{50, 95, 99} {
			show(fmt.Sprintf("%s_p%d", name, p), took[(len(took)-1)*p/100], "ms")
		}
	}
	return nil
}
