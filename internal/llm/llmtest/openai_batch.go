package llmtest

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A BatchServer is a fake OpenAI with files and batches beside what a Server
// has. A request that the real one would refuse fails the test. It is safe for
// concurrent use; set the fields before the first request.
type BatchServer struct {
	*Server
	// Ends are the states that batches end in, one after the other; the last one
	// is that of all that follow. None: "completed".
	Ends []string
	// Looks is how often a batch is not over yet when it is looked at.
	Looks int
	// Fails, if not nil, tells of which lines nothing comes, from 0 on.
	Fails func(line int) bool
	// Spoil, if not nil, changes a line of results, without its end.
	Spoil func(line string) string
	// Taken, if not nil, is called when a batch has been taken, before that is
	// answered; false: the answer is lost.
	Taken func() bool
	// Uploaded, if not nil, is called when a file has been uploaded.
	Uploaded func()
	// Clock tells when batches were taken; nil is time.Now.
	Clock func() time.Time
	// Page is how many batches a list has, at most; 0: as many as are asked for.
	Page int
	// Refuse, if not 0, is the status with which batches are refused.
	Refuse int

	t TB

	mu      sync.Mutex // guards what follows
	files   map[string][]byte
	called  map[string]string // files by what they were called
	batches map[string]*fakeBatch
	begun   int
	texts   int // in batches that were taken
	served  int // requests of its own endpoints
}

type fakeBatch struct {
	input, end, status string
	output, errors     string
	looks              int
	taken              int64
	metadata           map[string]string
}

// NewOpenAIBatches starts one for a test: it is closed with the test.
func NewOpenAIBatches(t TB) *BatchServer {
	t.Helper()
	s := &BatchServer{Server: NewOpenAI(t), t: t, files: map[string][]byte{}, called: map[string]string{}, batches: map[string]*fakeBatch{}}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	s.URL = h.URL + "/v1"
	return s
}

// Answer has batches refused with a status from now on; 0 has them served again.
func (s *BatchServer) Answer(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Refuse = status
}

// Held returns how many files the server still has.
func (s *BatchServer) Held() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.files)
}

// Batches returns how many batches were taken, how many texts were in them, and
// how many requests were made for files and batches in all.
func (s *BatchServer) Batches() (batches, texts, requests int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begun, s.texts, s.served
}

// ServeHTTP answers a request.
func (s *BatchServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/v1")
	if !strings.HasPrefix(path, "/files") && !strings.HasPrefix(path, "/batches") {
		s.Server.ServeHTTP(w, r)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.served++
	if s.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.Key {
		refuse(w, &openAI{}, http.StatusUnauthorized, "Incorrect API key provided.")
		return
	}
	if s.Refuse != 0 {
		refuse(w, &openAI{}, s.Refuse, "The server had an error while processing your request.")
		return
	}
	answer, status, problem := s.batchAnswer(r, path)
	if status != 0 {
		if status == http.StatusBadRequest {
			s.t.Errorf("llmtest: the real server would refuse this request: %s", problem)
		}
		refuse(w, &openAI{}, status, problem)
		return
	}
	_, _ = w.Write(answer)
}

var (
	fileContent = regexp.MustCompile(`^/files/([\w-]+)/content$`)
	fileNamed   = regexp.MustCompile(`^/files/([\w-]+)$`)
	batchNamed  = regexp.MustCompile(`^/batches/([\w-]+)$`)
	batchCancel = regexp.MustCompile(`^/batches/([\w-]+)/cancel$`)
)

// batchAnswer answers a request for files or batches. s.mu is held.
func (s *BatchServer) batchAnswer(r *http.Request, path string) (answer []byte, status int, problem string) {
	named := func(re *regexp.Regexp) string {
		if m := re.FindStringSubmatch(path); m != nil {
			return m[1]
		}
		return ""
	}
	switch r.Method + " " + path {
	case "POST /files":
		return s.upload(r)
	case "POST /batches":
		return s.begin(r)
	case "GET /files":
		return s.listFiles(), 0, ""
	case "GET /batches":
		return s.listBatches(r)
	}
	switch content, file, batch, cancel := named(fileContent), named(fileNamed), named(batchNamed), named(batchCancel); {
	case r.Method == http.MethodGet && s.files[content] != nil:
		return s.files[content], 0, ""
	case r.Method == http.MethodDelete && s.files[file] != nil:
		delete(s.files, file)
		return []byte(jsonText(map[string]any{"id": file, "object": "file", "deleted": true})), 0, ""
	case r.Method == http.MethodGet && s.batches[batch] != nil:
		s.look(s.batches[batch], batch)
		return s.batchText(batch), 0, ""
	case r.Method == http.MethodPost && s.batches[cancel] != nil:
		if s.batches[cancel].status != "in_progress" {
			return nil, http.StatusConflict, "Cannot cancel a batch with status '" + s.batches[cancel].status + "'."
		}
		s.batches[cancel].status = "cancelling"
		return s.batchText(cancel), 0, ""
	}
	return nil, http.StatusNotFound, "No such object: " + r.Method + " " + path
}

func (s *BatchServer) upload(r *http.Request) ([]byte, int, string) {
	if err := r.ParseMultipartForm(256 << 20); err != nil {
		return nil, 400, "Could not parse multipart form: " + err.Error()
	}
	f, head, err := r.FormFile("file")
	if err != nil || r.FormValue("purpose") != "batch" {
		return nil, 400, "'file' and 'purpose' are required; a batch's is 'batch', got '" + r.FormValue("purpose") + "'."
	}
	data, err := io.ReadAll(f)
	if err != nil || !strings.HasSuffix(head.Filename, ".jsonl") {
		return nil, 400, "Invalid file format. Expected .jsonl, got '" + head.Filename + "'."
	}
	id := fmt.Sprintf("file-%d", s.served)
	s.files[id], s.called[id] = data, head.Filename
	if s.Uploaded != nil {
		s.Uploaded()
	}
	return []byte(jsonText(map[string]any{"id": id, "object": "file", "bytes": len(data), "filename": head.Filename, "purpose": "batch"})), 0, ""
}

// A batchLine is one line of a batch's file.
type batchLine struct {
	CustomID string `json:"custom_id"`
	Method   string `json:"method"`
	URL      string `json:"url"`
	Body     struct {
		Model      string `json:"model"`
		Input      any    `json:"input"`
		Dimensions int    `json:"dimensions"`
		Encoding   string `json:"encoding_format"`
	} `json:"body"`
}

var labelForm = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func (s *BatchServer) begin(r *http.Request) ([]byte, int, string) {
	var q struct {
		Input    string `json:"input_file_id"`
		Endpoint string `json:"endpoint"`
		Window   string `json:"completion_window"`
		// Up to 16 texts of 512 characters, by names of 64.
		Metadata map[string]string `json:"metadata"`
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		return nil, 400, err.Error()
	}
	if s.files[q.Input] == nil || q.Endpoint != "/v1/embeddings" || q.Window != "24h" {
		return nil, 400, fmt.Sprintf("Invalid batch: %+v", q)
	}
	lines := strings.Split(string(bytes.TrimSuffix(s.files[q.Input], []byte("\n"))), "\n")
	if len(lines) > 50_000 {
		return nil, 400, "Too many requests in the batch"
	}
	seen := map[string]bool{}
	for i, text := range lines {
		if problem := lineProblem(text, seen); problem != "" {
			return nil, 400, fmt.Sprintf("line %d: %s", i+1, problem)
		}
	}
	id := fmt.Sprintf("batch_%d", s.begun)
	end := "completed"
	if len(s.Ends) > 0 {
		end = s.Ends[min(s.begun, len(s.Ends)-1)]
	}
	s.begun++
	s.texts += len(lines)
	s.batches[id] = &fakeBatch{input: q.Input, end: end, status: "validating", looks: s.Looks, taken: s.now().Unix(), metadata: q.Metadata}
	if s.Taken != nil && !s.Taken() {
		return nil, http.StatusBadGateway, "Bad gateway"
	}
	return s.batchText(id), 0, ""
}

func (s *BatchServer) now() time.Time {
	if s.Clock != nil {
		return s.Clock()
	}
	return time.Now()
}

// listFiles is all files. s.mu is held.
func (s *BatchServer) listFiles() []byte {
	list := []any{}
	for _, id := range slices.Sorted(maps.Keys(s.files)) {
		list = append(list, map[string]any{"id": id, "object": "file", "filename": s.called[id], "purpose": "batch", "bytes": len(s.files[id])})
	}
	return []byte(jsonText(map[string]any{"object": "list", "data": list, "has_more": false}))
}

// listBatches is a page of batches, the newest first. s.mu is held.
func (s *BatchServer) listBatches(r *http.Request) ([]byte, int, string) {
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > 100 {
		return nil, 400, "Invalid limit: " + r.URL.RawQuery
	}
	if s.Page > 0 {
		limit = min(limit, s.Page)
	}
	first := s.begun - 1
	if after := r.URL.Query().Get("after"); after != "" {
		if _, err := fmt.Sscanf(after, "batch_%d", &first); err != nil || s.batches[after] == nil {
			return nil, 400, "No such batch: " + after
		}
		first--
	}
	list := []json.RawMessage{}
	for n := first; n >= 0 && len(list) < limit; n-- {
		list = append(list, s.batchText(fmt.Sprintf("batch_%d", n)))
	}
	return []byte(jsonText(map[string]any{"object": "list", "data": list, "has_more": first+1 > len(list)})), 0, ""
}

// lineProblem says what is wrong with a line, and notes its label as seen.
func lineProblem(text string, seen map[string]bool) string {
	var l batchLine
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return err.Error()
	}
	input, ok := l.Body.Input.(string)
	switch {
	case !labelForm.MatchString(l.CustomID) || seen[l.CustomID]:
		return "bad or double custom_id " + l.CustomID
	case l.Method != http.MethodPost || l.URL != "/v1/embeddings" || l.Body.Model == "" || !ok || input == "":
		return text
	}
	seen[l.CustomID] = true
	return ""
}

// look lets a batch go on.
func (s *BatchServer) look(b *fakeBatch, id string) {
	switch {
	case b.status == "cancelling":
		b.status = "cancelled"
	case b.looks > 0:
		b.looks--
		b.status = "in_progress"
	case b.status == "validating" || b.status == "in_progress":
		b.status = b.end
		if b.end != "failed" { // which is found out before anything is worked off
			s.workOff(b, id)
		}
	}
}

// workOff writes the results, the last line first: the order is not promised.
func (s *BatchServer) workOff(b *fakeBatch, id string) {
	lines := strings.Split(string(bytes.TrimSuffix(s.files[b.input], []byte("\n"))), "\n")
	var good, bad strings.Builder
	for i := len(lines) - 1; i >= 0; i-- {
		var l batchLine
		if json.Unmarshal([]byte(lines[i]), &l) != nil {
			continue // unreachable: begin has read it
		}
		if s.Fails != nil && s.Fails(i) || b.end != "completed" && i%2 == 0 {
			fmt.Fprintln(&bad, jsonText(map[string]any{
				"id": "r", "custom_id": l.CustomID, "response": nil,
				"error": map[string]any{"code": "batch_expired", "message": "This request could not be executed before the completion window expired."},
			}))
			continue
		}
		input, _ := l.Body.Input.(string)
		var v any
		for _, numbers := range s.testVectors([]string{input}, l.Body.Dimensions) {
			if v = numbers; l.Body.Encoding == "base64" {
				var raw []byte
				for _, x := range numbers {
					raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(x)))
				}
				v = base64.StdEncoding.EncodeToString(raw)
			}
		}
		line := jsonText(map[string]any{
			"id": "r", "custom_id": l.CustomID, "error": nil,
			"response": map[string]any{"status_code": 200, "request_id": "q", "body": map[string]any{
				"object": "list", "model": l.Body.Model, "data": []any{map[string]any{"object": "embedding", "index": 0, "embedding": v}},
				"usage": map[string]any{"prompt_tokens": 1, "total_tokens": 1},
			}},
		})
		if s.Spoil != nil {
			line = s.Spoil(line)
		}
		fmt.Fprintln(&good, line)
	}
	if good.Len() > 0 {
		b.output = "file-out-" + id
		s.files[b.output] = []byte(good.String())
	}
	if bad.Len() > 0 {
		b.errors = "file-err-" + id
		s.files[b.errors] = []byte(bad.String())
	}
}

func (s *BatchServer) batchText(id string) []byte {
	b := s.batches[id]
	orNil := func(name string) any {
		if name == "" {
			return nil
		}
		return name
	}
	o := map[string]any{
		"id": id, "object": "batch", "endpoint": "/v1/embeddings", "input_file_id": b.input, "completion_window": "24h",
		"status": b.status, "output_file_id": orNil(b.output), "error_file_id": orNil(b.errors), "created_at": b.taken, "new_field": 1, "metadata": b.metadata,
	}
	if b.status == "failed" {
		o["errors"] = map[string]any{"object": "list", "data": []any{map[string]any{"code": "token_limit_exceeded", "message": "Enqueued token limit reached."}}}
	}
	return []byte(jsonText(o))
}
