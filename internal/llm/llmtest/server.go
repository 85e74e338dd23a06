package llmtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Server is a fake model server. It checks every request as the real one
// would, answers a bad one with the real one's words, and plays its script for
// the good ones. It is safe for concurrent use.
type Server struct {
	// URL is the server's address, for the adapter's configuration.
	URL string
	// Key, if not "", is the only key that is accepted. Set it before the
	// first request.
	Key string
	// Models are the names that the server lists, and, if not empty, the only
	// ones it knows. Set them before the first request.
	Models []string
	// Dim is the dimension of the server's vectors; 0 means 8.
	Dim int
	// SpoilVectors, if not nil, changes the vectors before they are sent.
	SpoilVectors func([][]float64) [][]float64
	// Instead are steps that are played, as often as they are asked for, in
	// place of what is no answer of a model: by the end of the path ("/props").
	// Set it before the first request.
	Instead map[string]Step

	protocol protocol
	http     *httptest.Server
	closing  chan struct{}
	once     sync.Once

	mu       sync.Mutex // guards the fields below
	steps    []Step
	requests []Request
	served   Serving
	report   func(problem string)
}

// A Request is what a Server was sent.
type Request struct {
	Method, Path string
	Query        string
	Header       http.Header
	Body         []byte
	Tokens       int    // of a request for an answer: its length, by the server's own count
	Problem      string // why it was refused; "" if it was in order
}

// A protocol is what differs between the servers.
type protocol interface {
	// check returns the status and words with which the real server would
	// refuse the request, or 0.
	check(s *Server, what string, r *http.Request, body []byte) (int, string)
	// events returns the data of the events that play a step.
	events(s *Server, step Step, body []byte) []string
	// failure returns an error body.
	failure(status int, message string) string
	// vectors returns the answer to a request for vectors.
	vectors(s *Server, body []byte) string
	// models returns the list of models.
	models(s *Server) string
}

// TB is the part of testing.TB that the servers use.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Cleanup(f func())
}

// NewOpenAI starts a server of the OpenAI protocol for a test: it is closed
// with the test, and a request that the real server would refuse fails it.
func NewOpenAI(t TB, steps ...Step) *Server { return forTest(t, ServeOpenAI(steps...)) }

// ServeOpenAI starts a server of the OpenAI protocol outside of a test. Its
// URL ends in /v1. The caller closes it.
func ServeOpenAI(steps ...Step) *Server {
	s := serve(&openAI{}, steps)
	s.URL += "/v1"
	return s
}

// NewGemini starts a server of the Gemini protocol for a test: it is closed
// with the test, and a request that the real server would refuse fails it.
func NewGemini(t TB, steps ...Step) *Server { return forTest(t, ServeGemini(steps...)) }

// ServeGemini starts a server of the Gemini protocol outside of a test. The
// caller closes it.
func ServeGemini(steps ...Step) *Server {
	return serve(&gemini{signatures: map[string]bool{}}, steps)
}

func forTest(t TB, s *Server) *Server {
	t.Helper()
	t.Cleanup(s.Close)
	s.report = func(problem string) { t.Errorf("llmtest: the real server would refuse this request: %s", problem) }
	return s
}

func serve(p protocol, steps []Step) *Server {
	s := &Server{protocol: p, steps: steps, closing: make(chan struct{})}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
	return s
}

// Close ends all requests and stops the server.
func (s *Server) Close() {
	s.once.Do(func() {
		close(s.closing)
		s.http.CloseClientConnections()
		s.http.Close()
	})
}

// Add appends steps to the script.
func (s *Server) Add(steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = append(s.steps, steps...)
}

// Forget takes back the steps that were not played.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = nil
}

// Tolerate makes the server refuse bad requests without failing the test.
func (s *Server) Tolerate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report = nil
}

// Requests returns everything the server was asked so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Generations returns the requests for an answer, oldest first.
func (s *Server) Generations() []Request {
	return slices.DeleteFunc(s.Requests(), func(r Request) bool { return s.kind(r.Path) != wantAnswer })
}

// What a request is for.
const (
	wantAnswer  = "answer"
	wantVectors = "vectors"
	wantModels  = "models"
	wantMore    = "more" // something that this protocol alone has
)

// A speaker is a protocol that has more than the others: endpoints of its own,
// a stream of another form, or the OpenAI protocol besides.
type speaker interface {
	// kind says what a path is for, "" unknown.
	kind(path string) string
	// more answers a request that is for wantMore and in order.
	more(w http.ResponseWriter, r *http.Request, body []byte)
	// protocolOf returns the protocol that is spoken below a path.
	protocolOf(path string) protocol
}

// A framed is a protocol whose stream is not of server-sent events.
type framed interface {
	// frame makes a piece of the stream out of an event.
	frame(event string) string
	// contentType is that of the stream.
	contentType() string
}

func (s *Server) kind(path string) string {
	if p, ok := s.protocol.(speaker); ok {
		return p.kind(path)
	}
	return kindOf(path)
}

func (s *Server) protocolOf(path string) protocol {
	if p, ok := s.protocol.(speaker); ok {
		return p.protocolOf(path)
	}
	return s.protocol
}

func frame(p protocol, event string) string {
	if f, ok := p.(framed); ok {
		return f.frame(event)
	}
	return "data: " + event + "\n\n"
}

func kindOf(path string) string {
	switch {
	case strings.HasSuffix(path, "/chat/completions"), strings.HasSuffix(path, ":streamGenerateContent"):
		return wantAnswer
	case strings.HasSuffix(path, "/embeddings"), strings.HasSuffix(path, ":batchEmbedContents"):
		return wantVectors
	case strings.HasSuffix(path, "/models"):
		return wantModels
	}
	return ""
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 64<<20))
	if err != nil {
		return // the client has gone
	}
	if s.aside(w, r) {
		return
	}
	what, p := s.kind(r.URL.Path), s.protocolOf(r.URL.Path)
	status, problem := 404, "Unknown request URL: "+r.Method+" "+r.URL.Path
	if what != "" {
		status, problem = p.check(s, what, r, body)
	}
	s.record(r, body, status, problem)
	if status != 0 {
		refuse(w, p, status, problem)
		return
	}
	switch what {
	case wantAnswer:
		if !s.refuseLong(w, body) {
			s.play(w, r, playing{p, body})
		}
	case wantVectors:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, p.vectors(s, body))
	case wantModels:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, p.models(s))
	case wantMore:
		if more, ok := p.(speaker); ok {
			more.more(w, r, body)
		}
	}
}

func (s *Server) record(r *http.Request, body []byte, status int, problem string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if status == 0 {
		problem = ""
	}
	tokens, _ := countTokens(body)
	s.requests = append(s.requests, Request{
		Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Header: r.Header.Clone(), Body: body, Tokens: tokens, Problem: problem,
	})
	// A wrong key, a wrong model or a long prompt is a case under test, a bad
	// message list a bug.
	tested := strings.HasPrefix(problem, "API key") || strings.HasPrefix(problem, tooLong)
	if status == http.StatusBadRequest && !tested && s.report != nil {
		s.report(problem)
	}
}

func refuse(w http.ResponseWriter, p protocol, status int, problem string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, p.failure(status, problem))
}

func (s *Server) next() (Step, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.steps) == 0 {
		return Step{}, false
	}
	step := s.steps[0]
	if !step.always {
		s.steps = s.steps[1:]
	}
	return step, true
}

// A playing is a request that is answered by a step.
type playing struct {
	protocol
	body []byte // of the request
}

// play plays the next step of the script.
func (s *Server) play(w http.ResponseWriter, r *http.Request, p playing) {
	step, ok := s.next()
	if !ok {
		refuse(w, p.protocol, http.StatusNotImplemented, "llmtest: the script has run out")
		return
	}
	switch step.fault {
	case faultStatus:
		playStatus(w, p.protocol, step)
		return
	case faultHang:
		s.hang(w)
		return
	}
	if s.serving() != (Serving{}) {
		step.prompt, _ = countTokens(p.body)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if f, ok := p.protocol.(framed); ok {
		w.Header().Set("Content-Type", f.contentType())
	}
	w.WriteHeader(http.StatusOK)
	flush(w)
	if step.fault == faultSilence {
		s.wait(r, 0)
		return
	}
	if step.fault == faultDrip {
		for s.wait(r, step.every) {
			p.send(w, p.events(s, Step{say: []string{"drip "}, finish: finishNone}, p.body))
		}
		return
	}
	s.playEvents(w, r, step, p)
}

// playEvents sends the events of a step and then what goes wrong.
func (s *Server) playEvents(w http.ResponseWriter, r *http.Request, step Step, p playing) {
	events := p.events(s, step, p.body)
	last := ""
	if step.fault == faultCutLine {
		last, events = frame(p.protocol, events[len(events)-1]), events[:len(events)-1]
	}
	p.send(w, events)
	switch step.fault {
	case faultCutLine:
		_, _ = io.WriteString(w, last[:len(last)/2])
		flush(w)
		panic(http.ErrAbortHandler)
	case faultCutAfter:
		panic(http.ErrAbortHandler)
	case faultGarbage:
		p.send(w, []string{"\x00\xff{{{not json"})
	case faultStall:
		s.wait(r, 0)
	case faultError:
		p.send(w, []string{p.failure(step.status, step.body)})
	}
}

func playStatus(w http.ResponseWriter, p protocol, step Step) {
	w.Header().Set("Content-Type", "application/json")
	for name, v := range step.header {
		w.Header()[name] = v
	}
	w.WriteHeader(step.status)
	body := step.body
	if step.message != "" {
		body = p.failure(step.status, step.message)
	}
	_, _ = io.WriteString(w, body)
}

// hang keeps the connection and says nothing until the server closes.
func (s *Server) hang(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	gone := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, conn) // returns when the client goes away
		close(gone)
	}()
	select {
	case <-gone:
	case <-s.closing:
		_ = conn.Close()
		<-gone
	}
}

// wait waits for d, or for ever if d is 0, and reports whether the client and
// the server are still there.
func (s *Server) wait(r *http.Request, d time.Duration) bool {
	var after <-chan time.Time
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		after = t.C
	}
	select {
	case <-after:
		return true
	case <-r.Context().Done():
	case <-s.closing:
	}
	return false
}

func (p playing) send(w http.ResponseWriter, events []string) {
	for _, e := range events {
		_, _ = io.WriteString(w, frame(p.protocol, e))
		flush(w)
	}
}

func flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() } // a client that has gone is noticed by wait

// testVectors makes a vector of each text: equal texts get equal vectors, not
// of length 1.
func (s *Server) testVectors(texts []string, dim int) [][]float64 {
	if dim <= 0 {
		dim = s.Dim
	}
	if dim <= 0 {
		dim = 8
	}
	out := make([][]float64, len(texts))
	for i, t := range texts {
		v := make([]float64, dim)
		v[0] = 1
		for j, b := range []byte(t) {
			v[(j+int(b))%dim] += float64(b) / 16
		}
		out[i] = v
	}
	if s.SpoilVectors != nil {
		out = s.SpoilVectors(out)
	}
	return out
}

// formatVector writes a vector as JSON, with NaN as it is.
func formatVector(v []float64) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, x := range v {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatFloat(x, 'g', -1, 64))
	}
	b.WriteByte(']')
	return b.String()
}
