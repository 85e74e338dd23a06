package openai

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	api "github.com/sashabaranov/go-openai"

	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// How batches are sent and read.
const (
	batchWindow  = "24h"           // the only one there is
	batchBytes   = 1 << 30         // of a file of results, at most
	batchLine    = 1 << 20         // of one result, at most
	batchBackoff = 8 * time.Second // the longest wait between two tries of a request
	batchName    = "yumori"        // in the metadata of a batch: the name of Submit
	batchExt     = ".jsonl"        // of the file that is uploaded, after that name
	batchPage    = 100             // batches in a list, at most
	batchPages   = 50              // lists that are looked through
	batchClocks  = time.Hour       // by which the provider's clock may differ
)

// A Batcher is an Embedder that can also have texts worked off by OpenAI's Batch
// API, which only OpenAI itself has. It is safe for concurrent use.
type Batcher struct {
	*Embedder
	files *api.Client // without the shim: files are not answers
	begin *api.Client // sends what it is told to once: what begins a batch is paid for
	plain *wire.Transport
}

// NewBatcher returns e with batches. It contacts nobody.
func NewBatcher(e *Embedder) *Batcher {
	opt := wire.Options{
		Provider: provider, Key: e.cfg.Key, LAN: e.cfg.LAN, Proxy: e.cfg.Proxy, Backoff: e.cfg.Backoff,
		MaxBackoff: batchBackoff, MaxBytes: batchBytes,
	}
	client := func(t *wire.Transport) *api.Client {
		conf := api.DefaultConfig(e.cfg.Key)
		conf.BaseURL, conf.HTTPClient = e.cfg.BaseURL, wire.Client(t)
		return api.NewClientWithConfig(conf)
	}
	t := wire.New(opt)
	opt.Tries = 1
	return &Batcher{Embedder: e, files: client(t), begin: client(wire.New(opt)), plain: t}
}

// Submit is llm.Batcher. Each text is a request of its own.
func (b *Batcher) Submit(ctx context.Context, name string, texts []llm.Labelled) (llm.Batch, error) {
	const op = "submit batch"
	if len(texts) == 0 || len(texts) > llm.MaxBatch {
		return llm.Batch{}, b.plain.Errorf(op, llm.ErrBadRequest, "%d texts", len(texts))
	}
	var lines api.UploadBatchFileRequest
	for _, t := range texts {
		text := t.Text
		if text == "" {
			text = " " // an empty text is refused
		}
		lines.AddEmbedding(t.Label, api.EmbeddingRequest{
			Input: text, Model: api.EmbeddingModel(b.cfg.Name), Dimensions: b.cfg.Dim,
			EncodingFormat: api.EmbeddingEncodingFormatBase64,
		})
	}
	inner, cancel := context.WithTimeout(ctx, b.deadline)
	defer cancel()
	lines.FileName = name + batchExt
	file, err := b.files.UploadBatchFile(inner, lines)
	if err != nil {
		return llm.Batch{}, b.plain.Failure(ctx, op, llm.ErrBadAnswer, err)
	}
	resp, err := b.begin.CreateBatch(inner, api.CreateBatchRequest{
		InputFileID: file.ID, Endpoint: api.BatchEndpointEmbeddings, CompletionWindow: batchWindow,
		Metadata: map[string]any{batchName: name},
	})
	if err == nil && resp.ID == "" {
		err = errors.New("the batch has no name")
	}
	if err == nil {
		return batchOf(resp.Batch), nil
	}
	err = b.plain.Failure(ctx, op, llm.ErrBadAnswer, err)
	if errors.Is(err, llm.ErrUnavailable) || errors.Is(err, llm.ErrBadAnswer) || ctx.Err() != nil {
		return llm.Batch{Input: file.ID}, err // it may have been taken, and the answer lost
	}
	return llm.Batch{}, errors.Join(err, b.delete(ctx, file.ID))
}

// Find is llm.Batcher. It asks for lists, the newest batches first.
func (b *Batcher) Find(ctx context.Context, name string, after time.Time) (llm.Batch, bool, error) {
	const op = "find batch"
	var next *string
	for range batchPages {
		inner, cancel := context.WithTimeout(ctx, b.deadline)
		limit := batchPage
		page, err := b.files.ListBatch(inner, next, &limit)
		cancel()
		if err != nil {
			return llm.Batch{}, false, b.plain.Failure(ctx, op, llm.ErrBadAnswer, err)
		}
		for _, r := range page.Data {
			if r.Metadata[batchName] == name {
				return batchOf(r), true, nil
			}
		}
		n := len(page.Data)
		if !page.HasMore || n == 0 || time.Unix(int64(page.Data[n-1].CreatedAt), 0).Before(after.Add(-batchClocks)) {
			break
		}
		next = &page.Data[n-1].ID
	}
	return llm.Batch{}, false, b.clear(ctx, name)
}

// clear deletes what was uploaded under a name.
func (b *Batcher) clear(ctx context.Context, name string) error {
	inner, cancel := context.WithTimeout(ctx, b.deadline)
	defer cancel()
	list, err := b.files.ListFiles(inner)
	if err != nil {
		return b.plain.Failure(ctx, "list files", llm.ErrBadAnswer, err)
	}
	for _, f := range list.Files {
		if f.FileName == name+batchExt {
			err = errors.Join(err, b.delete(ctx, f.ID))
		}
	}
	return err
}

// batchOf reads the protocol's form.
func batchOf(r api.Batch) llm.Batch {
	out := llm.Batch{ID: r.ID, Input: r.InputFileID, State: llm.BatchRunning}
	if r.OutputFileID != nil {
		out.Output = *r.OutputFileID
	}
	if r.ErrorFileID != nil {
		out.Errors = *r.ErrorFileID
	}
	switch r.Status {
	case "completed":
		out.State = llm.BatchCompleted
	case "failed":
		out.State = llm.BatchFailed
	case "expired":
		out.State = llm.BatchExpired
	case "cancelled":
		out.State = llm.BatchCancelled
	}
	if r.Errors != nil && len(r.Errors.Data) > 0 {
		out.Why = r.Errors.Data[0].Message
	}
	return out
}

// Look is llm.Batcher.
func (b *Batcher) Look(ctx context.Context, id string) (llm.Batch, error) {
	inner, cancel := context.WithTimeout(ctx, b.deadline)
	defer cancel()
	resp, err := b.files.RetrieveBatch(inner, id)
	if err == nil && resp.ID != id {
		err = fmt.Errorf("the answer is about batch %q", resp.ID)
	}
	if err != nil {
		return llm.Batch{}, b.plain.Failure(ctx, "look at batch", llm.ErrBadAnswer, err)
	}
	return batchOf(resp.Batch), nil
}

// Fetch is llm.Batcher.
func (b *Batcher) Fetch(ctx context.Context, batch llm.Batch, each func(string, []float32) error) error {
	if batch.Output == "" {
		return nil
	}
	const op = "fetch batch"
	inner, cancel := context.WithTimeout(ctx, b.deadline)
	defer cancel()
	body, err := b.files.GetFileContent(inner, batch.Output)
	if err != nil {
		return b.plain.Failure(ctx, op, llm.ErrBadAnswer, err)
	}
	defer body.Close()
	dim := b.Space().Dim
	lines := bufio.NewScanner(body)
	lines.Buffer(make([]byte, 64<<10), batchLine)
	for lines.Scan() {
		label, v, err := resultOf(lines.Bytes(), dim)
		if err != nil {
			continue // its text is asked for by itself
		}
		if err := each(label, v); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return b.plain.Failure(ctx, op, llm.ErrUnavailable, err)
		}
		return b.plain.Failure(ctx, op, llm.ErrBadAnswer, err)
	}
	return nil
}

// resultOf reads a line of results, format of the Batch API: one request that
// was answered with one vector of dim numbers.
func resultOf(line []byte, dim int) (label string, v []float32, err error) {
	var r struct {
		CustomID string          `json:"custom_id"`
		Error    json.RawMessage `json:"error"`
		Response struct {
			StatusCode int `json:"status_code"`
			Body       struct {
				Data []struct {
					Embedding vector `json:"embedding"`
				} `json:"data"`
			} `json:"body"`
		} `json:"response"`
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return "", nil, err
	}
	if r.CustomID == "" || r.Response.StatusCode != 200 || len(r.Response.Body.Data) != 1 {
		return "", nil, fmt.Errorf("no answer to %q: %s", r.CustomID, r.Error)
	}
	v = r.Response.Body.Data[0].Embedding
	return r.CustomID, v, llm.CheckVectors([][]float32{v}, 1, dim)
}

// A vector is numbers as JSON, or base64 of float32 little-endian.
type vector []float32

// UnmarshalJSON takes either form.
func (v *vector) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '"' {
		return json.Unmarshal(data, (*[]float32)(v))
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw)%4 != 0 {
		return errors.New("no base64 of numbers")
	}
	*v = make([]float32, len(raw)/4)
	for i := range *v {
		(*v)[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return nil
}

// Discard is llm.Batcher. A batch that is over cannot be ended; its files are
// deleted all the same.
func (b *Batcher) Discard(ctx context.Context, batch llm.Batch) error {
	var errs []error
	if batch.State == llm.BatchRunning || batch.State == "" {
		inner, cancel := context.WithTimeout(ctx, b.deadline)
		defer cancel()
		if _, err := b.files.CancelBatch(inner, batch.ID); err != nil {
			errs = append(errs, b.plain.Failure(ctx, "cancel batch", llm.ErrBadAnswer, err))
		}
	}
	for _, name := range []string{batch.Input, batch.Output, batch.Errors} {
		if name != "" {
			errs = append(errs, b.delete(ctx, name))
		}
	}
	return errors.Join(errs...)
}

func (b *Batcher) delete(ctx context.Context, file string) error {
	inner, cancel := context.WithTimeout(ctx, b.deadline)
	defer cancel()
	if err := b.files.DeleteFile(inner, file); err != nil {
		return b.plain.Failure(ctx, "delete file of batch", llm.ErrBadAnswer, err)
	}
	return nil
}

var _ llm.Batcher = (*Batcher)(nil)
