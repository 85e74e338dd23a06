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
)

// A Batcher is an Embedder that can also have texts worked off by OpenAI's Batch
// API, which only OpenAI itself has. It is safe for concurrent use.
type Batcher struct {
	*Embedder
	files *api.Client // without the shim: files are not answers
	plain *wire.Transport
}

// NewBatcher returns e with batches. It contacts nobody.
func NewBatcher(e *Embedder) *Batcher {
	t := wire.New(wire.Options{
		Provider: provider, Key: e.cfg.Key, LAN: e.cfg.LAN, Proxy: e.cfg.Proxy, Backoff: e.cfg.Backoff,
		MaxBackoff: batchBackoff, MaxBytes: batchBytes,
	})
	conf := api.DefaultConfig(e.cfg.Key)
	conf.BaseURL, conf.HTTPClient = e.cfg.BaseURL, wire.Client(t)
	return &Batcher{Embedder: e, files: api.NewClientWithConfig(conf), plain: t}
}

// Submit is llm.Batcher. Each text is a request of its own.
func (b *Batcher) Submit(ctx context.Context, texts []llm.Labelled) (llm.Batch, error) {
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
	lines.FileName = "texts.jsonl"
	file, err := b.files.UploadBatchFile(inner, lines)
	if err != nil {
		return llm.Batch{}, b.plain.Failure(ctx, op, llm.ErrBadAnswer, err)
	}
	resp, err := b.files.CreateBatch(inner, api.CreateBatchRequest{
		InputFileID: file.ID, Endpoint: api.BatchEndpointEmbeddings, CompletionWindow: batchWindow,
	})
	if err == nil && resp.ID == "" {
		err = errors.New("the batch has no name")
	}
	if err != nil {
		return llm.Batch{}, errors.Join(b.plain.Failure(ctx, op, llm.ErrBadAnswer, err), b.delete(ctx, file.ID))
	}
	return batchOf(resp.Batch), nil
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
