package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/internal/memory"
	"yumori/internal/memory/stores"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/rag"
	"yumori/retrieval"
	"yumori/retrieval/background"
	"yumori/retrieval/library"
	"yumori/retrieval/source"
)

// A Size says what to measure recalling with.
type Size struct {
	Chunks    int          // messages that are made up; 0 means 100,000
	Questions int          // 0 means 200
	Beside    string       // a program that searches the same texts, see beside; "": none
	Report    func(Figure) // gets each figure when it is there
}

// A Figure is one thing measured.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	Bar   float64 `json:"bar,omitempty"` // what is promised: at most this much, at least so many chunks a second; 0: nothing is
	Met   bool    `json:"met"`           // true without a bar
}

// The sizes and bars of the benchmark. Bars that belong to 100,000 chunks and
// more are named at those only.
const (
	benchChunks    = 100_000
	benchQuestions = 200
	benchMany      = 1_000_000
	benchDim       = 384       // of an embedder's vectors
	benchScan      = benchMany // vectors at most: 1.5 GB
	benchADay      = 200       // messages
	benchRunning   = 2_000     // messages of the running log
	benchWarm      = 20        // questions that do not count
)

// Recall measures recalling in a home of its own, which is removed
// afterwards: a conversation of so many messages, half of them Japanese, in
// the archives and the running log. Made-up text is harder than talk: every
// question has hundreds of texts that share words with it. 100,000 chunks take
// about a minute.
func Recall(ctx context.Context, size Size) error {
	if size.Chunks <= 0 {
		size.Chunks = benchChunks
	}
	if size.Questions <= 0 {
		size.Questions = benchQuestions
	}
	tmp, err := os.MkdirTemp("", "yumori-bench-")
	if err != nil {
		return fmt.Errorf("measure recall: %w", err)
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // a temporary directory
	b := timing{Size: size, root: tmp, now: time.Now()}
	if err := b.run(ctx); err != nil {
		return fmt.Errorf("measure recall: %w", err)
	}
	return nil
}

// A timing is a measurement under way, in the folder of a persona who only
// remembers.
type timing struct {
	Size
	root string
	now  time.Time

	home    *store.Home
	dir     *store.Dir
	service *retrieval.Service
	texts   []string // of some messages, to ask about
}

func (b *timing) run(ctx context.Context) (err error) {
	if err := b.open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	if _, err := b.service.Update(ctx); err != nil {
		return err
	}
	empty := resident()
	if err := b.fill(ctx); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{b.indexing, b.learning, b.opening} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := b.asking(ctx); err != nil {
		return err
	}
	b.show(Figure{Name: "resident_above_empty", Value: float64(resident()-empty) / (1 << 20), Unit: "MB", Bar: b.barAt(benchChunks, 300)})
	if err := b.changing(ctx); err != nil {
		return err
	}
	if err := b.disk(); err != nil {
		return err
	}
	b.scanning()
	return b.beside(ctx)
}

// show reports a figure.
func (b *timing) show(f Figure) {
	f.Met = f.Bar == 0 || f.Value <= f.Bar
	if f.Unit == "chunks/s" {
		f.Met = f.Value >= f.Bar
	}
	if b.Report != nil {
		b.Report(f)
	}
}

// barAt returns a bar that is promised for up to so many chunks.
func (b *timing) barAt(chunks int, bar float64) float64 {
	if b.Chunks > chunks {
		return 0
	}
	return bar
}

func (b *timing) open() error {
	var err error
	if b.home, err = store.Open(b.root, store.Options{Now: b.Now}); err != nil {
		return err
	}
	b.service, err = b.recall()
	if err != nil {
		return errors.Join(err, b.home.Close())
	}
	return nil
}

// recall opens the recall of the persona.
func (b *timing) recall() (*retrieval.Service, error) {
	const slug = "bench"
	var err error
	if b.dir, err = b.home.Persona(slug); errors.Is(err, fs.ErrNotExist) {
		b.dir, err = b.home.CreatePersona(slug)
	}
	if err != nil {
		return nil, err
	}
	log, err := transcript.Open(b.dir, transcript.Options{Now: b.Now})
	if err != nil {
		return nil, err
	}
	kept, err := stores.Open(b.dir, stores.Options{Now: b.Now})
	if err != nil {
		return nil, err
	}
	return retrieval.New(retrieval.Options{
		Folder: source.Folder{
			Dir: b.dir, Log: log, Episodes: kept.Episodes, Insights: kept.Insights, Logger: slog.New(slog.DiscardHandler),
			IsTalk: func(string, string) bool { return false },
		},
		Exchanges: kept.Exchanges,
		Settings:  func() retrieval.Settings { return retrieval.Settings{Auto: true} },
		Planner:   func(context.Context) retrieval.Planner { return nil },
		Knowledge: func(library.Base) {},
	}, b), nil
}

// close closes what open opened.
func (b *timing) close() error {
	b.service.Close()
	return b.home.Close()
}

// Now is retrieval.Host.
func (b *timing) Now() time.Time { return b.now }

// Names is retrieval.Host.
func (*timing) Names() source.Names {
	return source.Names{User: "User", Persona: "Persona", Language: "en"}
}

// Entities is retrieval.Host.
func (*timing) Entities() []string { return nil }

// Falls is retrieval.Host.
func (*timing) Falls(string) ([]memory.Derived, error) { return nil, nil }

// MarkOthers is retrieval.Host.
func (*timing) MarkOthers([]retrieval.Memory) {}

// fill writes the conversation: whole months into archives, the newest
// messages into the running log.
func (b *timing) fill(ctx context.Context) error {
	g := newBabble()
	const step = 24 * time.Hour / benchADay
	first := b.now.Add(-time.Duration(b.Chunks) * step)
	var out bytes.Buffer
	file, parent := "", ""
	flush := func() error {
		if out.Len() == 0 {
			return nil
		}
		_, err := b.dir.Import(file, &out, int64(out.Len()))
		out.Reset()
		return err
	}
	for i := range b.Chunks {
		at := first.Add(time.Duration(i) * step)
		name := source.LogArchive + "/" + at.Format("2006-01") + source.LogEnding
		if b.Chunks-i <= min(benchRunning, b.Chunks/2) {
			name = source.LogFile
		}
		if name != file {
			if err := errors.Join(flush(), ctx.Err()); err != nil {
				return err
			}
			file = name
		}
		id, role, text := fmt.Sprintf("01B%023d", i), []string{"user", "persona"}[i%2], g.text(i)
		if i%max(1, b.Chunks/b.Questions/2) == 0 {
			b.texts = append(b.texts, text)
		}
		line, err := json.Marshal(map[string]string{"kind": "message", "id": id, "parent": parent, "role": role, "time": at.Format(time.RFC3339), "text": text})
		if err != nil {
			return err
		}
		out.Write(append(line, '\n'))
		parent = id
	}
	return flush()
}

func (b *timing) indexing(ctx context.Context) error {
	begin := time.Now()
	if err := b.service.Request(background.Changes).Wait(ctx); err != nil {
		return err
	}
	took := time.Since(begin)
	chunks := 0
	for _, x := range b.service.Open() {
		chunks += x.Status().Chunks
	}
	if chunks < b.Chunks {
		return fmt.Errorf("%d of %d chunks were indexed", chunks, b.Chunks)
	}
	b.show(Figure{Name: "chunks", Value: float64(chunks)})
	b.show(Figure{Name: "indexing", Value: float64(chunks) / took.Seconds(), Unit: "chunks/s", Bar: 4_000})
	return nil
}

// learning learns all spaces anew, after the one that began with the indexing
// is there.
func (b *timing) learning(ctx context.Context) error {
	b.service.Settle(ctx)
	begin, chunks := time.Now(), 0
	for _, x := range b.service.Open() {
		if err := x.Learn(ctx); err != nil {
			return err
		}
		chunks += x.Status().Chunks
	}
	took := time.Since(begin).Seconds()
	for _, x := range b.service.Open() { // what a running persona searches with
		if err := x.Relearn(ctx); err != nil {
			return err
		}
	}
	b.show(Figure{Name: "learning", Value: took, Unit: "s"})
	b.show(Figure{Name: "learning_50000", Value: took * 50_000 / float64(max(chunks, 1)), Unit: "s", Bar: 20})
	return nil
}

// opening closes everything and asks a question as soon as there is somebody
// to ask.
func (b *timing) opening(ctx context.Context) error {
	begin := time.Now()
	if err := b.close(); err != nil {
		return err
	}
	b.show(Figure{Name: "closing", Value: time.Since(begin).Seconds(), Unit: "s"})
	b.service, b.dir = nil, nil
	debug.FreeOSMemory()
	begin = time.Now()
	if err := b.open(); err != nil {
		return err
	}
	if _, err := b.service.Recall(ctx, retrieval.Question{Text: b.question(0)}); err != nil {
		return err
	}
	b.show(Figure{Name: "open_to_answer", Value: time.Since(begin).Seconds(), Unit: "s", Bar: b.barAt(benchChunks, 1.5)})
	_, err := b.service.Update(ctx)
	b.service.Settle(ctx)
	return err
}

// question is half of what was said at some time.
func (b *timing) question(i int) string {
	text := b.texts[(i*7919)%len(b.texts)]
	runes := []rune(text)
	return string(runes[:len(runes)/2])
}

// quoting is a question for what was said word by word: one word, which many
// messages hold, or two.
func (b *timing) quoting(i int) string {
	text := b.texts[(i*7919)%len(b.texts)]
	words := strings.Fields(text)
	if len(words) == 1 { // Japanese
		runes := []rune(text)
		return "「" + string(runes[:2+4*(i/2%2)]) + "」のことを覚えている？"
	}
	return `Do you remember "` + strings.Join(words[1:2+i/2%2], " ") + `"?`
}

// asking asks questions, of the keyword index alone and as a turn would.
func (b *timing) asking(ctx context.Context) error {
	alone, err := b.timed(b.question, func(text string) error {
		for _, x := range b.service.Open() {
			if _, err := x.WordsAlone(ctx, text, 10); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	recall := func(text string) error {
		found, err := b.service.Recall(ctx, retrieval.Question{Text: text})
		if err == nil && len(found.Memories) == 0 {
			err = fmt.Errorf("nothing was recalled for %q: %s", text, strings.Join(found.Notes, "; "))
		}
		return err
	}
	whole, err := b.timed(b.question, recall)
	if err != nil {
		return err
	}
	quoted, err := b.timed(b.quoting, recall)
	if err != nil {
		return err
	}
	late := b.barAt(benchMany, 400)
	if b.Chunks <= benchChunks {
		late = 60
	}
	b.show(Figure{Name: "recall_p50", Value: at(whole, 50), Unit: "ms", Bar: b.barAt(benchChunks, 20)})
	b.show(Figure{Name: "recall_p95", Value: at(whole, 95), Unit: "ms", Bar: late})
	b.show(Figure{Name: "recall_p99", Value: at(whole, 99), Unit: "ms"})
	b.show(Figure{Name: "phrase_p50", Value: at(quoted, 50), Unit: "ms", Bar: b.barAt(benchChunks, 20)})
	b.show(Figure{Name: "phrase_p95", Value: at(quoted, 95), Unit: "ms", Bar: late})
	b.show(Figure{Name: "bleve_p50", Value: at(alone, 50), Unit: "ms"})
	b.show(Figure{Name: "bleve_p95", Value: at(alone, 95), Unit: "ms"})
	b.show(Figure{Name: "recall_to_bleve", Value: at(whole, 50) / max(at(alone, 50), 1e-3), Unit: "×"})
	return nil
}

// timed returns how many milliseconds each question took, ascending.
func (b *timing) timed(question func(i int) string, ask func(string) error) ([]float64, error) {
	var took []float64
	for i := range benchWarm + b.Questions {
		text := question(i)
		begin := time.Now()
		if err := ask(text); err != nil {
			return nil, err
		}
		if i >= benchWarm {
			took = append(took, float64(time.Since(begin).Microseconds())/1000)
		}
	}
	slices.Sort(took)
	return took, nil
}

func at(sorted []float64, percent int) float64 { return sorted[(len(sorted)-1)*percent/100] }

// changing changes one file and asks for what it says.
func (b *timing) changing(ctx context.Context) error {
	const day = "2001-02-03"
	text := "## [10:00:00] fact\n\nThe zanzibarine lamp stands in the attic.\n"
	if err := b.dir.Write("memory/"+day+".md", []byte(text), store.Cause{Kind: store.CauseTool}); err != nil {
		return err
	}
	begin := time.Now()
	found, err := b.service.Recall(ctx, retrieval.Question{Text: "the zanzibarine lamp"})
	if err != nil {
		return err
	}
	if len(found.Memories) == 0 || !strings.Contains(found.Memories[0].Content, "zanzibarine") {
		return errors.New("a changed file was not found")
	}
	b.show(Figure{Name: "changed_file", Value: float64(time.Since(begin).Microseconds()) / 1000, Unit: "ms", Bar: b.barAt(benchChunks, 100)})
	return nil
}

func (b *timing) disk() error {
	root, err := b.dir.Derived(".index/static")
	if err != nil {
		return err
	}
	total, vectors := int64(0), int64(0)
	err = filepath.WalkDir(filepath.Dir(root), func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // merged away meanwhile
		case err != nil:
			return err
		case e.Name() == "windows.bin":
			vectors += info.Size()
		default:
			total += info.Size()
		}
		return nil
	})
	b.show(Figure{Name: "disk", Value: float64(total) / float64(b.Chunks), Unit: "bytes/chunk", Bar: 1024})
	b.show(Figure{Name: "disk_vectors", Value: float64(vectors) / float64(b.Chunks), Unit: "bytes/chunk"})
	return err
}

// scanning scans as many vectors exactly.
func (b *timing) scanning() {
	n := min(b.Chunks, benchScan)
	scan := rag.NewScan(n, benchDim)
	took, err := b.timed(b.question, func(text string) error {
		scan.Nearest(len(text)%n, 10)
		return nil
	})
	if err != nil {
		return // never: a scan does not fail
	}
	b.show(Figure{Name: "scan_vectors", Value: float64(n)})
	b.show(Figure{Name: "scan_p50", Value: at(took, 50), Unit: "ms"})
}

// resident is how much memory the process has, in bytes; where the system does
// not tell, what the Go runtime has from it.
func resident() int64 {
	debug.FreeOSMemory()
	if data, err := os.ReadFile("/proc/self/statm"); err == nil {
		if f := strings.Fields(string(data)); len(f) > 1 {
			if pages, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				return pages * int64(os.Getpagesize())
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}
