package document

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"github.com/ledongthuc/pdf"
)

// childEnv tells a process that it was started to read a document: the value
// is "pdf", or the path of pdftotext. What it reads is its standard input.
const childEnv = "YUMORI_READ_DOCUMENT"

// Exit codes of the reading process.
const (
	exitDone   = 0
	exitFailed = 1
	exitMemory = 3
)

// maxMemory is how much memory the reading process may use beyond what it
// starts with; memoryEnv is the same, when it is to be less.
const (
	maxMemory = 512 << 20
	memoryEnv = "YUMORI_READ_MEMORY"
)

// A report is one line of what the reading process says, as JSON.
type report struct {
	Of      int    `json:"of,omitempty"`      // pages there are
	Page    int    `json:"page,omitempty"`    // the number of the page done
	Text    string `json:"text,omitempty"`    // its text
	Broken  bool   `json:"broken,omitempty"`  // it could not be read to its end
	Problem Reason `json:"problem,omitempty"` // of the document
	Why     string `json:"why,omitempty"`
}

// Called reports whether this process was started to read a document. Main
// takes it over then.
func Called() bool { return os.Getenv(childEnv) != "" }

// Main reads the document on standard input, writes reports to standard
// output and returns the code to exit with. It is the first thing main does
// when Called.
func Main() int {
	task := os.Getenv(childEnv)
	_ = os.Unsetenv(childEnv) // or pdftotext, were it we, would start again
	memory := uint64(maxMemory)
	if n, err := strconv.ParseUint(os.Getenv(memoryEnv), 10, 64); err == nil {
		memory = min(memory, n)
	}
	if err := limitProcess(memory); err != nil {
		fmt.Fprintln(os.Stderr, "limit memory:", err)
		return exitFailed
	}
	if task != "pdf" {
		return become(task)
	}
	debug.SetMemoryLimit(int64(memory) * 3 / 4)
	go watchMemory(memory)
	out := &reporter{w: bufio.NewWriter(os.Stdout)}
	if err := readInput(out); err != nil {
		out.say(report{Problem: reasonOf(err), Why: err.Error()})
	}
	if out.err != nil {
		return exitFailed
	}
	return exitDone
}

// watchMemory ends the process when it uses more than it may, on systems too
// that cannot be told to.
func watchMemory(most uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(sample)
	start := sample[0].Value.Uint64()
	for range time.Tick(20 * time.Millisecond) {
		if metrics.Read(sample); sample[0].Value.Uint64() > start+most {
			os.Exit(exitMemory)
		}
	}
}

// A reporter writes reports.
type reporter struct {
	w   *bufio.Writer
	err error
}

func (r *reporter) say(line report) {
	if r.err != nil {
		return
	}
	data, err := json.Marshal(line)
	if err == nil {
		_, err = r.w.Write(append(data, '\n'))
	}
	if err == nil {
		err = r.w.Flush()
	}
	r.err = err
}

func readInput(out *reporter) error {
	info, err := os.Stdin.Stat()
	if err != nil {
		return err
	}
	return readPages(os.Stdin, info.Size(), out)
}

// readPages reads a PDF and reports its pages. The library panics on what it
// does not understand.
func readPages(f io.ReaderAt, length int64, out *reporter) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	at, size, err := frame(f, length)
	if err != nil {
		return err
	}
	doc, err := pdf.NewReader(at, size)
	if err != nil {
		return err
	}
	pages := &pageList{}
	pages.collect(doc.Trailer().Key("Root").Key("Pages"), 0)
	if len(pages.list) == 0 {
		return errors.New("no pages")
	}
	out.say(report{Of: len(pages.list)})
	for i, p := range pages.list {
		text, broken := readPage(p)
		out.say(report{Page: i + 1, Text: text, Broken: broken})
		if out.err != nil {
			return out.err
		}
	}
	return nil
}

// readPage returns the text of a page, as far as it can be read.
func readPage(page pdf.Value) (text string, broken bool) {
	s := &setter{}
	defer func() {
		if x := recover(); x != nil {
			broken = true
		}
		text = strings.ToValidUTF8(s.out.String(), unknown)
		text = unwrap(text[:min(len(text), maxPageText)])
	}()
	s.read(page)
	return "", false
}

// A pageList is the pages of a document in order.
type pageList struct {
	list []pdf.Value
	seen int
}

// collect walks the tree of pages, which may be a ring.
func (l *pageList) collect(v pdf.Value, depth int) {
	if l.seen++; depth > 50 || l.seen > 4*maxPages || len(l.list) >= maxPages {
		return
	}
	kids := v.Key("Kids")
	if kids.Kind() != pdf.Array {
		if v.Kind() == pdf.Dict {
			l.list = append(l.list, v)
		}
		return
	}
	for i := range kids.Len() {
		l.collect(kids.Index(i), depth+1)
	}
}

// reasonOf tells what is wrong by what the library says.
func reasonOf(err error) Reason {
	if errors.Is(err, pdf.ErrInvalidPassword) || strings.Contains(err.Error(), "encrypt") {
		return Encrypted
	}
	return Damaged
}

// frame finds the document in a file: its first line, which the library wants
// to be of a version it knows, and its last, behind which other things may
// stand.
func frame(f io.ReaderAt, length int64) (io.ReaderAt, int64, error) {
	begin, ok, err := find(f, 0, min(length, headRoom), "%PDF-")
	if err != nil || !ok {
		return nil, 0, errors.Join(err, errors.New("no header"))
	}
	tail := max(begin, length-headRoom)
	end, ok, err := find(f, tail, length-tail, "%%EOF")
	if err != nil || !ok {
		return nil, 0, errors.Join(err, errors.New("no end"))
	}
	size := end + int64(len("%%EOF")) - begin
	return &framed{io.NewSectionReader(f, begin, size)}, size, nil
}

// headRoom is how far from the ends of a file the document's own may be.
const headRoom = 4096

// find looks for the first place of a mark, or for "%%EOF" the last one.
func find(f io.ReaderAt, from, length int64, mark string) (int64, bool, error) {
	buf := make([]byte, length)
	n, err := f.ReadAt(buf, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, false, err
	}
	index := strings.Index
	if mark == "%%EOF" {
		index = strings.LastIndex
	}
	at := index(string(buf[:n]), mark)
	return from + int64(at), at >= 0, nil
}

// header is what every document is said to begin with.
const header = "%PDF-1.7\n"

// framed is a document whose first line is one that the library takes.
type framed struct{ r *io.SectionReader }

// ReadAt reads from the document, with the header in the place of its own.
func (d *framed) ReadAt(p []byte, off int64) (int, error) {
	n, err := d.r.ReadAt(p, off)
	for i := range p[:n] {
		if at := off + int64(i); at < int64(len(header)) {
			p[i] = header[at]
		} else {
			break
		}
	}
	return n, err
}
