package speech

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"yumori/internal/lang/plain"
	"yumori/internal/llm"
)

// wave is a WAV file of n samples.
func wave(rate, n int) []byte {
	b := append([]byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00"), 1, 0, 1, 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(2*rate))
	b = append(b, 2, 0, 16, 0)
	b = append(b, "LIST\x03\x00\x00\x00abc\x00data"...) // a chunk nobody knows, of an odd length
	b = binary.LittleEndian.AppendUint32(b, uint32(2*n))
	for i := range n {
		b = binary.LittleEndian.AppendUint16(b, uint16(i))
	}
	return b
}

// loudspeaker notes what is played.
type loudspeaker struct{ heard []Sound }

func (l *loudspeaker) Play(_ context.Context, s Sound) error {
	l.heard = append(l.heard, s)
	return nil
}

// A strict speech server refuses what is not as its protocol has it.
type strict struct {
	t     *testing.T
	mu    sync.Mutex // guards texts
	texts []string
	wav   []byte
}

func (s *strict) asked(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts = append(s.texts, text)
	slices.Sort(s.texts) // two may be asked for at once
}

func (s *strict) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost {
		s.t.Errorf("%s %s: %v", r.Method, r.URL, err)
	}
	q := r.URL.Query()
	switch r.URL.Path {
	case "/audio_query":
		if q.Get("speaker") != "8" || q.Get("text") == "" || len(q) != 2 || len(body) != 0 {
			s.t.Errorf("audio_query %s, body %q", r.URL.RawQuery, body)
		}
		s.asked(q.Get("text"))
		_, _ = io.WriteString(w, `{"accent_phrases":[],"outputSamplingRate":24000}`)
	case "/synthesis":
		if q.Get("speaker") != "8" || len(q) != 1 || !strings.Contains(string(body), `"outputSamplingRate":24000`) {
			s.t.Errorf("synthesis %s, body %q", r.URL.RawQuery, body)
		}
		_, _ = w.Write(s.wav)
	case "/v1/audio/speech":
		var ask map[string]string
		d := json.NewDecoder(strings.NewReader(string(body)))
		if err := d.Decode(&ask); err != nil || len(ask) != 4 || ask["model"] != "kokoro" || ask["voice"] != "af_sky" || ask["response_format"] != "wav" {
			s.t.Errorf("speech %s: %v", body, err)
		}
		s.asked(ask["input"])
		_, _ = w.Write(s.wav)
	default:
		http.NotFound(w, r)
	}
}

func TestServersSpeak(t *testing.T) {
	for _, row := range []Server{
		{Kind: VOICEVOX, Address: "/", Voice: "8"},
		{Kind: OpenAI, Address: "/v1", Voice: "af_sky", Model: "kokoro"},
	} {
		host := &strict{t: t, wav: wave(24_000, 480)}
		srv := httptest.NewServer(host)
		defer srv.Close()
		row.Address = srv.URL + row.Address
		var out loudspeaker
		if err := With(NewServer(row, &out)).Read(t.Context(), "It is late & quiet. お茶をどうぞ。"); err != nil {
			t.Fatalf("%s: %v", row.Kind, err)
		}
		if want := []string{"It is late & quiet.", "お茶をどうぞ。"}; !slices.Equal(host.texts, want) {
			t.Errorf("%s was asked for %q", row.Kind, host.texts)
		}
		if len(out.heard) != 2 || out.heard[0].Rate != 24_000 || len(out.heard[0].Samples) != 480 || out.heard[0].Samples[479] != 479 {
			t.Errorf("%s: heard %+v", row.Kind, out.heard)
		}
	}
}

// A key goes along to the address it is of, and not where that sends it on.
func TestAServersKey(t *testing.T) {
	var elsewhere, here string
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { elsewhere += r.Header.Get("Authorization") }))
	defer other.Close()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if here = r.Header.Get("Authorization"); r.URL.Path == "/away/audio/speech" {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
			return
		}
		_, _ = w.Write(wave(24_000, 10))
	}))
	defer srv.Close()
	say := func(s Server) error {
		return NewServer(s, &loudspeaker{}).Speak(t.Context(), "Hello.", plain.English)
	}
	key := func() (string, error) { return "sk-secret", nil }
	if err := say(Server{Kind: OpenAI, Address: srv.URL, Key: key}); err != nil || here != "Bearer sk-secret" {
		t.Errorf("the server got %q, %v", here, err)
	}
	if err := say(Server{Kind: OpenAI, Address: srv.URL}); err != nil || here != "" {
		t.Errorf("without a key the server got %q, %v", here, err)
	}
	if err := say(Server{Kind: OpenAI, Address: srv.URL + "/away", Key: key}); err == nil || elsewhere != "" || strings.Contains(err.Error(), "sk-secret") {
		t.Errorf("sent on, another got %q, and the error is %v", elsewhere, err)
	}
	if err := say(Server{Kind: VOICEVOX, Address: srv.URL, Key: key}); here != "" {
		t.Errorf("VOICEVOX, which knows no keys, got %q, %v", here, err)
	}
	broken := errors.New("no keyring")
	if err := say(Server{Kind: OpenAI, Address: srv.URL, Key: func() (string, error) { return "", broken }}); !errors.Is(err, broken) {
		t.Errorf("without its keyring: %v", err)
	}
}

// Whatever a server does, it is an error with a reason, and nothing is played.
func TestServersThatFail(t *testing.T) {
	say := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }
	}
	for name, row := range map[string]struct {
		serve http.HandlerFunc
		want  error
	}{
		"noise":         {say("\x00\xffnoise"), ErrSound},
		"a page":        {say("<html>hello</html>"), ErrSound},
		"nothing":       {say(""), ErrSound},
		"torn":          {say(string(wave(24_000, 0)[:30])), ErrSound},
		"an hour of it": {say(string(wave(4_000, 4_000*181))), ErrSound},
		"an error": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "no voice", http.StatusInternalServerError)
		}, llm.ErrUnavailable},
		"another server": {func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }, llm.ErrNoModel},
	} {
		srv := httptest.NewServer(row.serve)
		var out loudspeaker
		for _, kind := range []Kind{VOICEVOX, OpenAI} {
			err := NewServer(Server{Kind: kind, Address: srv.URL}, &out).Speak(t.Context(), "Hello.", plain.English)
			if !errors.Is(err, row.want) || !errors.Is(err, ErrServer) || len(out.heard) > 0 {
				t.Errorf("%s, %s: %v", name, kind, err)
			}
		}
		srv.Close()
	}
	if err := NewServer(Server{Kind: OpenAI, Address: "http://127.0.0.1:1"}, &loudspeaker{}).Speak(t.Context(), "Hello.", plain.English); !errors.Is(err, llm.ErrUnavailable) {
		t.Errorf("nobody there: %v", err)
	}
	for _, address := range []string{"", "localhost:50021", "http://voice.example.org", "ftp://localhost"} {
		if err := NewServer(Server{Kind: VOICEVOX, Address: address}, &loudspeaker{}).Speak(t.Context(), "Hello.", plain.English); !errors.Is(err, llm.ErrAddress) {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// A server that hangs is left as soon as one wants silence, and by itself after a
// while.
func TestAServerThatHangs(t *testing.T) {
	asked := make(chan struct{}, 2)
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the server notices only then that nobody waits any more
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	defer srv.Close()
	ctx, stop := context.WithCancel(t.Context())
	end := make(chan error, 1)
	go func() {
		end <- NewServer(Server{Kind: OpenAI, Address: srv.URL}, &loudspeaker{}).Speak(ctx, "Hello.", plain.English)
	}()
	<-asked
	stop()
	if err := <-end; !errors.Is(err, context.Canceled) {
		t.Errorf("told to be silent: %v", err)
	}
	s := NewServer(Server{Kind: OpenAI, Address: srv.URL}, &loudspeaker{}).(*server)
	s.wait = 1
	if err := s.Speak(t.Context(), "Hello.", plain.English); !errors.Is(err, llm.ErrUnavailable) {
		t.Errorf("after its time: %v", err)
	}
}

// A Voice may be given another engine while it reads.
func TestAnotherEngine(t *testing.T) {
	a, b := &heard{}, &heard{}
	v := With(a)
	if err := v.Read(t.Context(), "One."); err != nil {
		t.Fatal(err)
	}
	if v.Become(With(b)); !v.Available() {
		t.Error("it is not there")
	}
	if err := v.Read(t.Context(), "Two."); err != nil || len(a.list) != 1 || len(b.list) != 1 {
		t.Errorf("%v, %q, %q", err, a.list, b.list)
	}
}

func TestWAV(t *testing.T) {
	streamed := wave(8_000, 100)
	copy(streamed[len(streamed)-204:], "\xff\xff\xff\xff") // the size of the data is not known
	if s, err := ReadWAV(streamed); err != nil || len(s.Samples) != 100 || s.Length().Milliseconds() != 12 {
		t.Errorf("streamed: %d samples, %v", len(s.Samples), err)
	}
	good := wave(8_000, 10)
	for n := range len(good) - 18 { // cut anywhere before the second sample
		if _, err := ReadWAV(good[:n]); !errors.Is(err, ErrSound) {
			t.Errorf("cut at %d: %v", n, err)
		}
	}
	float := wave(8_000, 10)
	float[20] = 3
	if _, err := ReadWAV(float); !errors.Is(err, ErrSound) {
		t.Errorf("floating point: %v", err)
	}
}

func FuzzReadWAV(f *testing.F) {
	f.Add(wave(24_000, 8))
	f.Add([]byte("RIFF\x00\x00\x00\x00WAVEdata\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, file []byte) {
		s, err := ReadWAV(file)
		if err == nil && (s.Rate < minRate || s.Channels < 1 || len(s.Samples) == 0 || len(s.Samples)%s.Channels != 0 || s.Length() > maxLength) {
			t.Errorf("%+v", s)
		}
	})
}

// While a sentence is heard the next is asked for: none waits for a server that
// has had the time.
func TestTheNextSentenceIsAskedForAhead(t *testing.T) {
	asked := make(chan string, 4)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var ask struct{ Input string }
		_ = json.NewDecoder(r.Body).Decode(&ask)
		asked <- ask.Input
		_, _ = w.Write(wave(24_000, 24))
	}))
	defer srv.Close()
	out := &patient{until: func() { // the first sentence is over once the second was asked for
		for range 2 {
			<-asked
		}
	}}
	if err := With(NewServer(Server{Kind: OpenAI, Address: srv.URL}, out)).Read(t.Context(), "One is heard. Two is next."); err != nil {
		t.Fatal(err)
	}
	if out.heard != 2 {
		t.Errorf("%d sentences were heard", out.heard)
	}
}

// So it is while the text is still being written.
func TestASentenceThatComesMeanwhileIsAskedForAhead(t *testing.T) {
	asked := make(chan string, 4)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var ask struct{ Input string }
		_ = json.NewDecoder(r.Body).Decode(&ask)
		asked <- ask.Input
		_, _ = w.Write(wave(24_000, 24))
	}))
	defer srv.Close()
	var g Growing
	g.Set("One is heard. Two")
	out := &patient{until: func() {
		<-asked
		g.Set("One is heard. Two is next. Thr")
		if got := <-asked; got != "Two is next." {
			t.Errorf("while the first is heard it asks for %q", got)
		}
		g.End("One is heard. Two is next. Three is last.")
	}}
	if err := With(NewServer(Server{Kind: OpenAI, Address: srv.URL}, out)).Follow(t.Context(), &g); err != nil {
		t.Fatal(err)
	}
	if out.heard != 3 {
		t.Errorf("%d sentences were heard", out.heard)
	}
}

// patient plays its first sound until something has happened.
type patient struct {
	heard int
	until func()
}

func (p *patient) Play(context.Context, Sound) error {
	if p.heard++; p.heard == 1 {
		p.until()
	}
	return nil
}
