package updates

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jedisct1/go-minisign"

	"yumori/internal/store"
)

// noon is when the tests begin.
var noon = time.Date(2026, 12, 3, 12, 0, 0, 0, time.UTC)

// A maintainer signs releases.
type maintainer struct{ secret minisign.PrivateKey }

func newMaintainer(t *testing.T) maintainer {
	t.Helper()
	_, secret, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	m := maintainer{}
	m.secret.SignatureAlgorithm = [2]byte{'E', 'd'}
	m.secret.KeyId = [8]byte(secret[32:40])
	copy(m.secret.SecretKey[:], secret)
	return m
}

func (m maintainer) key() string {
	pub := m.secret.PublicKey()
	return base64.StdEncoding.EncodeToString(append(append(pub.SignatureAlgorithm[:], pub.KeyId[:]...), pub.PublicKey[:]...))
}

// sign returns what the address would serve.
func (m maintainer) sign(t *testing.T, text, comment string) string {
	t.Helper()
	sig, err := m.secret.Sign([]byte(text), minisign.SignOptions{TrustedComment: comment, Hashed: true})
	if err != nil {
		t.Fatal(err)
	}
	return string(sig.Encode()) + text
}

const ownComment = "timestamp:1795565435\tfile:" + FileName + "\thashed"

func (m maintainer) release(t *testing.T, version, date string) string {
	t.Helper()
	return m.sign(t, fmt.Sprintf(`{"version":%q,"date":%q,"link":"https://yumori.example/%s","notes":{"en":"Tea.","ja":"お茶。"},"later":1}`, version, date, version), ownComment)
}

// A server is strict: a request with anything in it that is not needed fails the test.
type server struct {
	*httptest.Server
	asked  atomic.Int32
	answer atomic.Pointer[http.HandlerFunc]
}

func newServer(t *testing.T) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		if r.Method != http.MethodGet || r.URL.RequestURI() != "/latest" || r.ContentLength > 0 {
			t.Errorf("%s %s of %d bytes", r.Method, r.URL, r.ContentLength)
		}
		for name := range r.Header {
			if name != "Connection" && name != "Accept-Encoding" {
				t.Errorf("header %s: %q", name, r.Header[name])
			}
		}
		(*s.answer.Load())(w, r)
	}))
	s.Config.ErrorLog = nil
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *server) says(h http.HandlerFunc) { s.answer.Store(&h) }

func (s *server) serve(text string) {
	s.says(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) })
}

func (s *server) roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return pool
}

// A bench is a checker, its maintainer and its server.
type bench struct {
	*Checker
	maintainer
	server *server
	dir    *store.Dir
	now    time.Time
	off    bool
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{maintainer: newMaintainer(t), server: newServer(t), now: noon}
	h, err := store.Open(t.TempDir(), store.Options{Now: func() time.Time { return b.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	b.dir = h.Dir()
	b.restart(b.key())
	return b
}

// restart makes the checker anew, with a key.
func (b *bench) restart(key string) {
	b.Checker = New(Options{
		Dir: b.dir, Now: func() time.Time { return b.now }, On: func() bool { return !b.off }, Version: "v0.1.0",
		Source: Source{Address: b.server.URL + "/latest", Key: key, Roots: b.server.roots()},
	})
}

// TestMinisignOfItsAuthor reads a file that minisign 0.11 signed.
func TestMinisignOfItsAuthor(t *testing.T) {
	t.Parallel()
	answer, err := os.ReadFile("testdata/minisign-0.11.txt")
	if err != nil {
		t.Fatal(err)
	}
	key, err := os.ReadFile("testdata/minisign-0.11.pub")
	if err != nil {
		t.Fatal(err)
	}
	src := Source{Address: "https://yumori.example", Key: strings.TrimSpace(string(key))}
	r, err := src.open(answer)
	if err != nil || r.Version != "0.2.0" || r.Link != "https://yumori.example/releases/0.2.0" || r.Notes.In("ja") != "庭でお茶を。" || r.Notes.In("fr") != "Tea in the garden." {
		t.Errorf("%+v %v", r, err)
	}
	for at := range answer { // in the untrusted comment, which nobody reads, no byte counts
		changed := []byte(string(answer))
		changed[at] ^= 1
		got, err := src.open(changed)
		if err == nil && got != r || err != nil && !errors.Is(err, ErrUntrusted) {
			t.Fatalf("byte %d changed: %+v %v", at, got, err)
		}
		if end := strings.Index(string(answer), "\n"); err == nil && at > end {
			t.Errorf("byte %d changed, and accepted", at)
		}
		if _, err := src.open(answer[:at]); !errors.Is(err, ErrUntrusted) {
			t.Fatalf("cut at byte %d: %v", at, err)
		}
	}
}

// TestANewerVersionIsTold: at once, from the file after a start, once a day.
func TestANewerVersionIsTold(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if got := b.KnownUpdate(); got != (Release{}) || b.UpdateHost() != "127.0.0.1" {
		t.Errorf("before anything was asked: %+v", got)
	}
	b.server.serve(b.release(t, "0.2.0", "2026-12-01"))
	got, err := b.LookForUpdate(t.Context())
	if err != nil || got.Version != "0.2.0" || got.Date != "2026-12-01" || got.Link != "https://yumori.example/0.2.0" || got.Notes.In("ja") != "お茶。" {
		t.Fatalf("%+v %v", got, err)
	}
	b.restart(b.key())
	for range 3 {
		b.now = b.now.Add(7 * time.Hour)
		if again, err := b.LookForUpdate(t.Context()); err != nil || again != got {
			t.Errorf("%+v %v", again, err)
		}
	}
	if n := b.server.asked.Load(); n != 1 {
		t.Errorf("asked %d times within a day", n)
	}
	b.now = b.now.Add(4 * time.Hour)
	b.server.serve(b.release(t, "0.3.0", "2026-12-04"))
	if got, err = b.LookForUpdate(t.Context()); err != nil || got.Version != "0.3.0" || b.KnownUpdate() != got {
		t.Errorf("%+v %v", got, err)
	}
	b.now = noon.AddDate(0, -1, 0) // a clock that was put back is not waited for
	if _, err = b.LookForUpdate(t.Context()); err != nil || b.server.asked.Load() != 3 {
		t.Errorf("asked %d times, %v", b.server.asked.Load(), err)
	}
	b.restart(newMaintainer(t).key())
	if got := b.KnownUpdate(); got != (Release{}) {
		t.Errorf("of a key that is no more: %+v", got)
	}
}

// TestNothingIsAskedUnlessTurnedOn: nor in a build that has no address.
func TestNothingIsAskedUnlessTurnedOn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.server.serve(b.release(t, "0.2.0", "2026-12-01"))
	if _, err := b.AskForUpdate(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.off, b.now = true, b.now.AddDate(0, 0, 3)
	_, demanded := b.AskForUpdate(t.Context())
	looked, err := b.LookForUpdate(t.Context())
	if !errors.Is(demanded, ErrOff) || looked != (Release{}) || err != nil || b.KnownUpdate() != (Release{}) || b.server.asked.Load() != 1 {
		t.Errorf("%v, %+v %v, asked %d times", demanded, looked, err, b.server.asked.Load())
	}
	c := New(Options{Dir: b.dir, Now: time.Now, On: func() bool { return true }})
	if _, err := c.AskForUpdate(t.Context()); !errors.Is(err, ErrNoSource) || c.UpdateHost() != "" {
		t.Error(err)
	}
}

// TestOlderVersionsAreNoNews: this one, an older one, one before it.
func TestOlderVersionsAreNoNews(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"0.1.0", "0.0.9", "0.1.0-rc.1"} {
		b := newBench(t)
		b.server.serve(b.release(t, version, "2026-12-01"))
		if got, err := b.AskForUpdate(t.Context()); err != nil || got != (Release{}) {
			t.Errorf("%s: %+v %v", version, got, err)
		}
	}
	unversioned := Release{Version: "0.1.0"}
	for _, built := range []string{"", "(devel)", "v0.0.0-20261125000000-abcdef012345+dirty"} {
		if !unversioned.after(built) {
			t.Errorf("%q is taken for a later version than 0.1.0", built)
		}
	}
}

// TestFaults: each is an error of its kind, is not tried again on the same day,
// and leaves what was known.
func TestFaults(t *testing.T) {
	t.Parallel()
	elsewhere := newServer(t)
	elsewhere.says(func(http.ResponseWriter, *http.Request) { t.Error("another host was asked") })
	status := func(code int) func(*testing.T, *bench) {
		return func(_ *testing.T, b *bench) {
			b.server.says(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
		}
	}
	text := func(of func(*testing.T, *bench) string) func(*testing.T, *bench) {
		return func(t *testing.T, b *bench) { b.server.serve(of(t, b)) }
	}
	body := func(js string) func(*testing.T, *bench) {
		return text(func(t *testing.T, b *bench) string { return b.sign(t, js, ownComment) })
	}
	faults := map[string]struct {
		set  func(*testing.T, *bench)
		want error
	}{
		"no network":               {func(_ *testing.T, b *bench) { b.server.Close() }, ErrUnreachable},
		"plain http":               {func(_ *testing.T, b *bench) { b.opt.Source.Address = "http://" + b.server.Listener.Addr().String() }, ErrUnreachable},
		"no address":               {func(_ *testing.T, b *bench) { b.opt.Source.Address = "https://\x00" }, ErrUnreachable},
		"a stranger's certificate": {func(_ *testing.T, b *bench) { b.opt.Source.Roots = x509.NewCertPool() }, ErrUnreachable},
		"a hang": {func(_ *testing.T, b *bench) {
			b.opt.Wait = 20 * time.Millisecond
			b.server.says(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		}, ErrUnreachable},
		"a hang in the answer": {func(t *testing.T, b *bench) {
			b.opt.Wait = 100 * time.Millisecond
			half := b.release(t, "0.3.0", "2026-12-02")[:100]
			b.server.says(func(w http.ResponseWriter, r *http.Request) {
				_, _ = w.Write([]byte(half))
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done()
				panic(http.ErrAbortHandler) // no end that looks whole
			})
		}, ErrUnreachable},
		"a redirect": {func(_ *testing.T, b *bench) {
			b.server.says(func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, elsewhere.URL+"/latest", http.StatusFound)
			})
		}, ErrUnreachable},
		"not found":      {status(http.StatusNotFound), ErrUnreachable},
		"nothing in it":  {status(http.StatusOK), ErrUntrusted},
		"a server error": {status(http.StatusInternalServerError), ErrUnreachable},
		"too large": {text(func(t *testing.T, b *bench) string {
			return b.release(t, "0.3.0", "2026-12-02") + strings.Repeat(" ", maxAnswer)
		}), ErrUntrusted},
		"endless": {func(_ *testing.T, b *bench) {
			b.server.says(func(w http.ResponseWriter, _ *http.Request) {
				for err := error(nil); err == nil; {
					_, err = w.Write(make([]byte, 4096))
				}
			})
		}, ErrUntrusted},
		"garbage": {text(func(*testing.T, *bench) string { return "<html>\n<body>\nlog\nin\nhere</body>" }), ErrUntrusted},
		"no signature": {text(func(t *testing.T, b *bench) string {
			return strings.SplitAfterN(b.release(t, "0.3.0", "2026-12-02"), "\n", 5)[4]
		}), ErrUntrusted},
		"another's signature": {text(func(t *testing.T, _ *bench) string { return newMaintainer(t).release(t, "0.3.0", "2026-12-02") }), ErrUntrusted},
		"another's with the key's name": {text(func(t *testing.T, b *bench) string {
			m := newMaintainer(t)
			m.secret.KeyId = b.secret.KeyId
			return m.release(t, "0.3.0", "2026-12-02")
		}), ErrUntrusted},
		"changed after it was signed": {text(func(t *testing.T, b *bench) string {
			return strings.Replace(b.release(t, "0.3.0", "2026-12-02"), `"0.3.0"`, `"9.3.0"`, 1)
		}), ErrUntrusted},
		"a comment that was changed": {text(func(t *testing.T, b *bench) string {
			return strings.Replace(b.sign(t, `{}`, "timestamp:1\tfile:another"), "file:another", "file:"+FileName, 1)
		}), ErrUntrusted},
		"another file": {text(func(t *testing.T, b *bench) string {
			return b.sign(t, `{"version":"0.3.0","date":"2026-12-02","link":"https://yumori.example/"}`, "timestamp:1\tfile:notes.txt\thashed")
		}), ErrUntrusted},
		"not JSON":                         {body(`version 0.3.0`), ErrUntrusted},
		"no version":                       {body(`{"date":"2026-12-02","link":"https://yumori.example/"}`), ErrUntrusted},
		"an odd version":                   {body(`{"version":"3","date":"2026-12-02","link":"https://yumori.example/"}`), ErrUntrusted},
		"an odd date":                      {body(`{"version":"0.3.0","date":"tomorrow","link":"https://yumori.example/"}`), ErrUntrusted},
		"a link to a file":                 {body(`{"version":"0.3.0","date":"2026-12-02","link":"file:///etc/passwd"}`), ErrUntrusted},
		"a link with a key":                {body(`{"version":"0.3.0","date":"2026-12-02","link":"https://a:b@yumori.example/"}`), ErrUntrusted},
		"notes that write on the terminal": {body(`{"version":"0.3.0","date":"2026-12-02","link":"https://yumori.example/","notes":{"en":"\u001b[2J"}}`), ErrUntrusted},
		"notes without an end":             {body(`{"version":"0.3.0","date":"2026-12-02","link":"https://yumori.example/","notes":{"ja":"` + strings.Repeat("a", maxNotes+1) + `"}}`), ErrUntrusted},
		"a version from before":            {text(func(t *testing.T, b *bench) string { return b.release(t, "0.1.5", "2026-12-02") }), ErrOlder},
		"a day from before":                {text(func(t *testing.T, b *bench) string { return b.release(t, "0.2.0", "2026-11-30") }), ErrOlder},
	}
	for name, c := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.server.serve(b.release(t, "0.2.0", "2026-12-01"))
			known, err := b.AskForUpdate(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			c.set(t, b)
			b.now = b.now.AddDate(0, 0, 2)
			got, err := b.LookForUpdate(t.Context())
			if !errors.Is(err, c.want) || got != (Release{}) {
				t.Fatalf("%+v %v, want %v", got, err, c.want)
			}
			if _, err := b.AskForUpdate(t.Context()); !errors.Is(err, c.want) {
				t.Errorf("on demand: %v", err)
			}
			b.server.Close() // whoever asks now hears of it
			if _, err := b.LookForUpdate(t.Context()); err != nil {
				t.Errorf("it asks once more on the same day: %v", err)
			}
			b.restart(b.key())
			if after := b.KnownUpdate(); after != known {
				t.Errorf("%+v is known after it, %+v before", after, known)
			}
		})
	}
	t.Logf("trust: %d tries: nothing of it was believed, what was known stayed, one request a day", len(faults))
}

// TestStateIsNotBelieved: a file that was damaged or made up is no news.
func TestStateIsNotBelieved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	forged, err := json.Marshal(state{Asked: noon, Answer: newMaintainer(t).release(t, "9.0.0", "2026-12-01")})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(forged), "{", `{"asked":"yesterday"}`, "[]"} {
		if err := b.dir.Write(stateFile, []byte(text), store.Cause{}); err != nil {
			t.Fatal(err)
		}
		if got := b.KnownUpdate(); got != (Release{}) {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// TestWhatCannotBeNotedIsNotAsked: a disk that takes no writes would have the
// address asked every minute.
func TestWhatCannotBeNotedIsNotAsked(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.server.serve(b.release(t, "0.2.0", "2026-12-01"))
	if err := b.dir.Write(stateFile+"/in-its-place", []byte("x"), store.Cause{}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.LookForUpdate(t.Context()); err == nil || b.server.asked.Load() != 0 {
		t.Errorf("%v, asked %d times", err, b.server.asked.Load())
	}
}

// TestCancelled: whoever stops waiting stops the request.
func TestCancelled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	b.server.says(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if _, err := b.AskForUpdate(ctx); !errors.Is(err, ErrUnreachable) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestSourceOfTheBuild: both constants are set, or neither.
func TestSourceOfTheBuild(t *testing.T) {
	t.Parallel()
	s := Built()
	if (s.Address == "") != (s.Key == "") {
		t.Error("an address without a key, or a key without an address")
	}
	if s.Key == "" {
		return
	}
	if _, err := minisign.NewPublicKey(s.Key); err != nil || !strings.HasPrefix(s.Address, "https://") {
		t.Errorf("%s %v", s.Address, err)
	}
}

// FuzzOpen: an answer never panics, and what is accepted can be shown.
func FuzzOpen(f *testing.F) {
	answer, err := os.ReadFile("testdata/minisign-0.11.txt")
	if err != nil {
		f.Fatal(err)
	}
	key, err := os.ReadFile("testdata/minisign-0.11.pub")
	if err != nil {
		f.Fatal(err)
	}
	src := Source{Address: "https://yumori.example", Key: strings.TrimSpace(string(key))}
	want, err := src.open(answer)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(answer)
	f.Add([]byte("a\nb\nc\nd\n{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := src.open(data); err == nil && r != want {
			t.Errorf("%+v", r)
		}
	})
}
