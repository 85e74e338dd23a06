package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/gemini"
	"yumori/internal/llm/ollama"
	"yumori/internal/llm/openai"
	"yumori/internal/models"
)

// providers is the one place that knows the providers. What it learns of
// servers holds for a run of the program.
type providers struct {
	known ollama.Known
}

func (p *providers) ollama(c config.ModelChoice) ollama.Config {
	return ollama.Config{BaseURL: c.BaseURL, Name: c.Name, Window: c.Window, Images: c.Images, LAN: c.LAN, Known: &p.known}
}

// pick makes the model of a choice. An address under openai is asked with the
// first request whether it is an Ollama, see ollama.Either; the key of OpenAI is
// not for it.
func (p *providers) pick(ctx context.Context, c config.ModelChoice, key string) (llm.Model, error) {
	switch c.Provider {
	case "ollama":
		return ollama.New(p.ollama(c))
	case "openai":
		m, err := openai.New(openai.Config{BaseURL: c.BaseURL, Service: c.Service(), Name: c.Name, Key: key, Window: c.Window, Images: c.Images, LAN: c.LAN})
		if err != nil || !strings.HasPrefix(c.BaseURL, "http://") {
			return m, err
		}
		return ollama.NewEither(m, p.ollama(c))
	case "gemini":
		return gemini.New(ctx, gemini.Config{Endpoint: c.BaseURL, Name: c.Name, Key: key, Window: c.Window, LAN: c.LAN})
	}
	return nil, fmt.Errorf("%w: no provider %q", config.ErrBadValue, c.Provider)
}

// pickEmbedder makes the embedder of a choice. The indexes try again by
// themselves, so a call is made once. An Ollama under openai keeps the name of
// its space: its vectors are the same in both protocols.
func (p *providers) pickEmbedder(ctx context.Context, c config.EmbedderChoice, key string) (llm.Embedder, error) {
	native := ollama.Config{BaseURL: c.BaseURL, Name: c.Name, LAN: c.LAN, Tries: 1, Known: &p.known}
	switch c.Provider {
	case "ollama":
		return ollama.NewEmbedder(ctx, native)
	case "openai":
		if c.Name != "" && ollama.IsOllama(ctx, native) {
			native.Space = "openai/" + c.Name
			return ollama.NewEmbedder(ctx, native)
		}
		e, err := openai.NewEmbedder(ctx, openai.Config{BaseURL: c.BaseURL, Name: c.Name, Key: key, Dim: c.Dim, LAN: c.LAN, Tries: 1})
		if err != nil || !c.Batch || c.BaseURL != "" && c.BaseURL != openai.DefaultBaseURL {
			return e, err
		}
		return openai.NewBatcher(e), nil
	case "gemini":
		return gemini.NewEmbedder(ctx, gemini.Config{Endpoint: c.BaseURL, Name: c.Name, Key: key, Dim: c.Dim, LAN: c.LAN, Tries: 1})
	}
	return nil, fmt.Errorf("%w: no embedder %q", config.ErrBadValue, c.Provider)
}

// list asks a provider for its models.
func (p *providers) list(ctx context.Context, c config.ModelChoice, key string) ([]models.Info, error) {
	var names []string
	var err error
	switch {
	case c.Provider == "ollama", c.Provider == "openai" && ollama.IsOllama(ctx, p.ollama(c)):
		return p.listOllama(ctx, c)
	case c.Provider == "openai":
		names, err = openai.ListModels(ctx, openai.Config{BaseURL: c.BaseURL, Key: key, LAN: c.LAN})
	case c.Provider == "gemini":
		names, err = gemini.ListModels(ctx, gemini.Config{Endpoint: c.BaseURL, Key: key, LAN: c.LAN})
	default:
		err = fmt.Errorf("%w: provider %q lists no models", config.ErrBadValue, c.Provider)
	}
	if err != nil {
		return nil, err
	}
	infos := make([]models.Info, len(names))
	for i, n := range names {
		infos[i].Name = n
	}
	return infos, nil
}

func (p *providers) listOllama(ctx context.Context, c config.ModelChoice) ([]models.Info, error) {
	list, err := ollama.List(ctx, p.ollama(c))
	if err != nil {
		return nil, err
	}
	infos := make([]models.Info, len(list))
	for i, m := range list {
		infos[i] = models.Info{
			Name: m.Name, Size: m.Size, Parameters: m.Parameters, Window: m.Context, Embeds: m.EmbedsOnly(),
		}
	}
	return infos, nil
}

// pull has an Ollama download a model.
func (p *providers) pull(ctx context.Context, c config.ModelChoice, progress func(models.PullProgress)) error {
	if c.Provider != "ollama" && (c.Provider != "openai" || !ollama.IsOllama(ctx, p.ollama(c))) {
		return fmt.Errorf("%w: provider %q downloads no models", config.ErrBadValue, c.Provider)
	}
	return ollama.Pull(ctx, p.ollama(c), func(g ollama.Progress) {
		progress(models.PullProgress{Status: g.Status, Done: g.Done, Total: g.Total})
	})
}

// discover finds model servers on this machine. Of what an Ollama has, it names
// the models that talk.
func (p *providers) discover(ctx context.Context) []models.Server {
	places := openai.LocalServers()
	for i := range places {
		if places[i].Kind == openai.Ollama {
			places[i].BaseURL = ollama.DefaultBaseURL() + "/v1"
		}
	}
	var found []models.Server
	for _, s := range openai.DiscoverAt(ctx, places) {
		server := models.Server{Kind: string(s.Kind), Provider: "openai", BaseURL: s.BaseURL, Models: s.Models}
		if s.Kind == openai.Ollama {
			server.Provider, server.BaseURL = "ollama", ollama.Native(s.BaseURL)
			server.Models = p.talkers(ctx, server)
		}
		found = append(found, server)
	}
	return found
}

// talkersWait bounds the look at the models of a server that was found.
const talkersWait = 500 * time.Millisecond

// talkers leaves out of a server's models those that only embed.
func (p *providers) talkers(ctx context.Context, s models.Server) []string {
	ctx, cancel := context.WithTimeout(ctx, talkersWait)
	defer cancel()
	list, err := p.listOllama(ctx, config.ModelChoice{BaseURL: s.BaseURL})
	if err != nil {
		return s.Models
	}
	names := []string{}
	for _, m := range list {
		if !m.Embeds {
			names = append(names, m.Name)
		}
	}
	return names
}
