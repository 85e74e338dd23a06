package speech

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/internal/lang/plain"
	"yumori/internal/llm"
	"yumori/internal/llm/wire"
)

// ErrServer says that a speech server did not answer as it should. The error has
// an llm error with it that says why, or an ErrSound.
var ErrServer = errors.New("speech server")

// ErrNoDevice says that the system has nothing that plays a sound.
var ErrNoDevice = errors.New("no device that plays sounds")

// A Kind is the protocol of a speech server.
type Kind string

// The protocols.
const (
	VOICEVOX Kind = "voicevox" // and the engines that speak like it
	OpenAI   Kind = "openai"   // POST /audio/speech
)

// A Server is a speech server and how it is to speak.
type Server struct {
	Kind    Kind
	Address string // "http://localhost:50021", or with /v1 for OpenAI's
	Voice   string // VOICEVOX: the number of a style; OpenAI: a name
	Model   string // OpenAI alone; "" is tts-1
	// Key returns the key of that address, "" there is none; nil there is none. OpenAI
	// alone. It may take a while, and is asked for each sentence.
	Key func() (string, error)
}

// A Player plays a sound and returns when it has been heard, or when ctx ends:
// then it is silent at once. It returns an ErrNoDevice where nothing plays.
type Player interface {
	Play(ctx context.Context, s Sound) error
}

// The limits of a request for one sentence.
const (
	serverWait = 20 * time.Second
	maxSpeech  = 24 << 20
	maxQuery   = 1 << 20
)

// A server is the engine of a speech server.
type server struct {
	Server
	player Player
	client *http.Client
	wait   time.Duration // for the sound of a sentence
	mu     sync.Mutex    // guards coming
	coming []*coming     // the sentences asked for and not yet spoken, of one text
}

// A coming is a sentence whose sound was asked for.
type coming struct {
	ctx      context.Context //nolint:containedctx // of the text: what another text left is not taken
	sentence string
	done     chan struct{} // closed when the rest is set
	sound    Sound
	err      error
}

// Ahead asks for the sound of a sentence that Speak gets next, or soon: after the
// one before has come, for two at once would both be late.
func (s *server) Ahead(ctx context.Context, sentence string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.find(ctx, sentence) >= 0 {
		return
	}
	c := &coming{ctx: ctx, sentence: sentence, done: make(chan struct{})}
	s.coming = slices.DeleteFunc(s.coming, func(old *coming) bool { return old.ctx != ctx })
	var before *coming
	if n := len(s.coming); n > 0 {
		before = s.coming[n-1]
	}
	s.coming = append(s.coming, c)
	go func() {
		defer close(c.done)
		if before != nil {
			<-before.done // it ends with ctx
		}
		c.sound, c.err = s.say(ctx, sentence)
	}()
}

// find is the place of what is coming, -1 it was not asked for.
func (s *server) find(ctx context.Context, sentence string) int {
	return slices.IndexFunc(s.coming, func(c *coming) bool { return c.ctx == ctx && c.sentence == sentence })
}

// asked takes what was asked for ahead; nil it was not.
func (s *server) asked(ctx context.Context, sentence string) *coming {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(ctx, sentence)
	if i < 0 {
		return nil
	}
	c := s.coming[i]
	s.coming = slices.Delete(s.coming, i, i+1)
	return c
}

// take returns the sound of a sentence, asked for ahead or now.
func (s *server) take(ctx context.Context, sentence string) (Sound, error) {
	c := s.asked(ctx, sentence)
	if c == nil {
		return s.say(ctx, sentence)
	}
	<-c.done // it ends with ctx
	return c.sound, c.err
}

// NewServer makes an engine of a speech server. It speaks with servers on this
// machine, and with others by https. A server that does not answer a sentence in
// 20 s is an llm.ErrUnavailable.
func NewServer(s Server, p Player) Engine {
	s.Address = strings.TrimRight(strings.TrimSpace(s.Address), "/")
	t := wire.New(wire.Options{Provider: string(s.Kind), HeaderWait: serverWait, IdleWait: serverWait, MaxBytes: maxSpeech, Tries: 1})
	return &server{Server: s, player: p, client: wire.Client(t), wait: serverWait}
}

// Speak has the server say a sentence and plays it, no louder than a loud voice,
// whatever the server sends. See Engine.
func (s *server) Speak(ctx context.Context, sentence string, in plain.Language) error {
	sound, err := s.take(ctx, sentence)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w: %w", ErrServer, err)
	}
	return s.player.Play(ctx, sound)
}

// say gets the sound of a sentence.
func (s *server) say(ctx context.Context, sentence string) (Sound, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.wait, llm.ErrUnavailable)
	defer cancel()
	var file []byte
	var err error
	if s.Kind == VOICEVOX {
		file, err = s.voicevox(ctx, sentence)
	} else {
		file, err = s.openAI(ctx, sentence)
	}
	if err != nil {
		if cause := context.Cause(ctx); cause != nil && ctx.Err() != nil {
			return Sound{}, fmt.Errorf("%w: no sound after %v", cause, s.wait)
		}
		return Sound{}, err
	}
	sound, err := ReadWAV(file)
	if err != nil {
		return Sound{}, err
	}
	return bounded(sound), nil
}

// voicevox asks how the sentence is to be spoken, and has it spoken so.
func (s *server) voicevox(ctx context.Context, sentence string) ([]byte, error) {
	voice := s.Voice
	if voice == "" {
		voice = "3"
	}
	query, err := s.post(ctx, "/audio_query?"+url.Values{"speaker": {voice}, "text": {sentence}}.Encode(), nil)
	if err != nil {
		return nil, err
	}
	if len(query) > maxQuery || !json.Valid(query) {
		return nil, fmt.Errorf("%w: the answer to audio_query is no JSON", ErrSound)
	}
	return s.post(ctx, "/synthesis?"+url.Values{"speaker": {voice}}.Encode(), query)
}

// openAI has the sentence spoken by OpenAI's protocol.
func (s *server) openAI(ctx context.Context, sentence string) ([]byte, error) {
	ask := struct {
		Model  string `json:"model"`
		Input  string `json:"input"`
		Voice  string `json:"voice"`
		Format string `json:"response_format"`
	}{s.Model, sentence, s.Voice, "wav"}
	if ask.Model == "" {
		ask.Model = "tts-1"
	}
	if ask.Voice == "" {
		ask.Voice = "alloy"
	}
	body, err := json.Marshal(ask)
	if err != nil {
		return nil, fmt.Errorf("ask for speech: %w", err)
	}
	return s.post(ctx, "/audio/speech", body)
}

// post sends a request and returns the whole answer.
func (s *server) post(ctx context.Context, path string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Address+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", llm.ErrAddress, err)
	}
	req.Header.Set("Content-Type", "application/json")
	if s.Key != nil && s.Kind == OpenAI {
		key, err := s.Key()
		if err != nil {
			return nil, fmt.Errorf("read key: %w", err)
		}
		if key != "" {
			req.Header.Set("Authorization", "Bearer "+key)
		}
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err //nolint:wrapcheck // it says where from
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body) //nolint:wrapcheck // the transport's body bounds it, and says what is wrong
}
