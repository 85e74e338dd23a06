package store

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"yumori/internal/store/powercut"
)

// childEnv makes the test binary do a child's work instead of testing; childHome
// tells it where.
const (
	childEnv  = "YUMORI_STORE_CHILD"
	childHome = "YUMORI_STORE_HOME"
)

// kills is how often TestKills kills the writer. The figure of a release is
// 10,000: go test ./internal/store -run TestKills -kills 10000.
var kills = flag.Int("kills", 60, "how often to kill the process that writes")

func TestMain(m *testing.M) {
	switch os.Getenv(childEnv) {
	case "write":
		os.Exit(childWrites(os.Getenv(childHome)))
	case "hold":
		os.Exit(childHolds(os.Getenv(childHome)))
	}
	os.Exit(m.Run())
}

// childWrites appends and writes for ever, and tells of each only after the
// store has.
func childWrites(dir string) int {
	h, err := Open(dir, Options{})
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	d, err := h.Persona("luna")
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	d.hist.git.Lock()
	d.hist.delay = 3 * time.Millisecond // commits are in the middle of everything
	d.hist.packing = packing{least: 10} // and so are packs
	d.hist.git.Unlock()
	j, err := d.Journal("log.jsonl", validJSON)
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	n := 0
	for l, err := range j.Backward(j.Size()) {
		if err != nil || json.Unmarshal(l.Data, &struct{ N *int }{&n}) != nil {
			fmt.Println("error", string(l.Data), err)
			return 1
		}
		break
	}
	fmt.Println("ready", n)
	for {
		n++
		line := fmt.Sprintf(`{"n":%d,"pad":%q}`, n, strings.Repeat("夢", n%3000))
		if _, err := j.Append([]byte(line)); err != nil {
			fmt.Println("error", err)
			return 1
		}
		fmt.Println("line", n)
		text := fmt.Sprintf("%d\n%s", n, strings.Repeat("x", n%5000))
		if err := d.Write("core_memory.txt", []byte(text), Cause{Kind: CauseTurn, Ref: strconv.Itoa(n)}); err != nil {
			fmt.Println("error", err)
			return 1
		}
		fmt.Println("file", n)
		if n%5 == 0 { // an editor writes, and the program over it
			if err := writeByHand(filepath.Join(d.path, "notepad.txt"), handText(n)); err != nil {
				fmt.Println("error", err)
				return 1
			}
			if err := d.Write("notepad.txt", []byte(text), Cause{Kind: CauseTurn}); err != nil {
				fmt.Println("error", err)
				return 1
			}
			fmt.Println("over", n)
		}
		if n%7 == 0 {
			if err := j.Rewrite(0, byUser); err != nil {
				fmt.Println("error", err)
				return 1
			}
		}
	}
}

func handText(n int) []byte { return fmt.Appendf(nil, "by hand, %d", n) }

// writeByHand writes as a careful editor does: beside the home, and then into its place.
// One that is killed while it writes in place loses a text that no program can bring back.
func writeByHand(name string, data []byte) error {
	beside := filepath.Join(filepath.Dir(name), "..", "..", "..", "editor.tmp")
	f, err := os.OpenFile(beside, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close(), os.Rename(beside, name))
}

// childHolds opens the home, says so, and keeps it until its input ends.
func childHolds(dir string) int {
	_, err := Open(dir, Options{})
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	fmt.Println("open", os.Getpid())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0 // without Close: the system frees the lock
}

// child starts the test binary as a child. What it prints comes line by line.
func child(t testing.TB, what, dir string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+what, childHome+"="+dir)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stdin.Close() })
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

// acks is what a home's children said is on disk.
type acks struct {
	line  int   // the last
	files []int // all
	hands []int // what was written by hand, and over by the program
}

func (a acks) file() int {
	if len(a.files) == 0 {
		return 0
	}
	return a.files[len(a.files)-1]
}

// killOne lets a child write for a while, kills it, and adds what it said to a.
func killOne(t *testing.T, on *powercut.Disk, dir string, after time.Duration, a *acks) {
	t.Helper()
	cmd, out := child(t, "write", dir)
	for out.Scan() {
		if on.Dead() {
			continue
		}
		word, rest, _ := strings.Cut(out.Text(), " ")
		n, err := strconv.Atoi(rest)
		switch {
		case err != nil:
			t.Fatalf("child: %s", out.Text())
		case word == "ready":
			defer on.KillAfter(after, cmd.Process)()
		case word == "line":
			a.line = n
		case word == "file":
			a.files = append(a.files, n)
		case word == "over":
			a.hands = append(a.hands, n)
		}
	}
	_ = cmd.Wait() // it was killed
}

// TestKills kills a writing process at random moments. Whatever it had said is
// on disk must be there, whole, and everything must be in order.
func TestKills(t *testing.T) {
	t.Parallel()
	kills := *kills
	if testing.Short() {
		kills = min(kills, 10)
	}
	seed := rand.Uint64()
	t.Logf("%d kills, seed %d", kills, seed)
	random := rand.New(rand.NewPCG(seed, 0))
	on := powercut.New(t)
	const perHome = 25 // a history that grows makes the checks slow
	var dir string
	var a acks
	lines, files := 0, 0
	for i := range kills {
		if i%perHome == 0 {
			lines, files, a = lines+a.line, files+len(a.files), acks{}
			dir = on.Dir()
			makeHomeAt(t, dir, func(*Dir) {})
			on.Settle()
		}
		killOne(t, on, dir, time.Duration(random.IntN(15_000))*time.Microsecond, &a)
		verifyKill(t, on, dir, &a, (i+1)%perHome == 0 || i == kills-1)
		if t.Failed() {
			t.Fatalf("at kill %d", i)
		}
	}
	t.Logf("trust: %d tries: all of %d lines and %d files that were acknowledged are there", kills, lines+a.line, files+len(a.files))
}

// verifyKill checks a home after a crash. What it found there counts as
// acknowledged from now on.
func verifyKill(t *testing.T, on *powercut.Disk, dir string, a *acks, whole bool) {
	t.Helper()
	h, err := Open(dir, Options{}) // free at once
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	d, err := h.Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	j := openJournal(t, d)
	last := 0
	for l, err := range j.Forward(0) {
		var rec struct{ N int }
		if err == nil {
			err = json.Unmarshal(l.Data, &rec)
		}
		if err != nil || rec.N != last+1 {
			t.Fatalf("line %d follows %d, %v", rec.N, last, err)
		}
		last = rec.N
	}
	if last != a.line && last != a.line+1 {
		t.Fatalf("line %d was acknowledged, %d is the last", a.line, last)
	}
	a.line = last
	data, err := d.Read("core_memory.txt")
	if errors.Is(err, os.ErrNotExist) && a.file() == 0 {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	number, rest, _ := strings.Cut(string(data), "\n")
	n, err := strconv.Atoi(number)
	if err != nil || n < a.file() || n > last || len(rest) != n%5000 {
		t.Fatalf("file %d was acknowledged, %.20q is there", a.file(), data)
	}
	if !whole {
		return
	}
	past, err := d.History("core_memory.txt")
	if err != nil {
		t.Fatal(err)
	}
	have := map[Version]bool{}
	for _, p := range past {
		have[p.Version] = true
	}
	for _, i := range a.files {
		if on.Powered() {
			break // versions of the last seconds may be lost
		}
		if !have[VersionOf([]byte(fmt.Sprintf("%d\n%s", i, strings.Repeat("x", i%5000))))] {
			t.Errorf("version %d of %d is not in the history", i, a.file())
		}
	}
	edits := versions(t, d, "notepad.txt")
	for _, i := range a.hands {
		if !slices.Contains(edits, string(handText(i))+" by "+string(CauseOutside)) {
			t.Errorf("what was written by hand at %d is not in the history", i)
		}
	}
	checkClean(t, h)
}

func TestSecondProcess(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "家")
	cmd, out := child(t, "hold", dir)
	if !out.Scan() || !strings.HasPrefix(out.Text(), "open") {
		t.Fatal(out.Text())
	}
	refused := func() {
		t.Helper()
		begin := time.Now()
		_, err := Open(dir, Options{})
		wantErr(t, err, ErrInUse)
		var inUse *InUseError
		if !errors.As(err, &inUse) || inUse.PID != cmd.Process.Pid || time.Since(inUse.Since) > time.Minute {
			t.Errorf("held by %+v, want PID %d", inUse, cmd.Process.Pid)
		}
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("it took %v", took)
		}
	}
	refused()
	if err := os.Remove(filepath.Join(dir, lockFile)); err != nil {
		t.Fatal(err)
	}
	refused()
	put(t, filepath.Join(dir, lockFile), "replaced")
	refused()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	h, err := Open(dir, Options{}) // at once
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(dir, Options{}) // the same process is no better
	wantErr(t, err, ErrInUse)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, lockFile)); err != nil {
		t.Fatal(err)
	}
	openHome(t, dir)
}
