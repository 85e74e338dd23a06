package llmtest

import (
	"net/http"
	"slices"
)

// A Pull says what goes wrong with a download. The zero Pull goes well.
type Pull struct {
	// BreakAt ends the connection when this part of the whole has come.
	BreakAt float64
	// Error ends the download with the server's words in place of success.
	Error string
	// Hold keeps the download at half until it is closed; nil does not.
	Hold <-chan struct{}
}

// Pulls appends to the script of the downloads. One that no Pull stands for
// goes well.
func (o *Ollama) Pulls(pulls ...Pull) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pulls = append(o.pulls, pulls...)
}

func (o *Ollama) nextPull(name string) (p Pull, m OllamaModel, begun int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.pulls) > 0 {
		p, o.pulls = o.pulls[0], o.pulls[1:]
	}
	i := slices.IndexFunc(o.Library, func(m OllamaModel) bool { return tagged(m.Name) == tagged(name) })
	if i < 0 {
		p.Error = "pull model manifest: file does not exist"
		return p, m, 0
	}
	return p, o.Library[i], o.partly[tagged(name)]
}

// pull plays a download: the model's blob in twenty pieces, beginning with what
// had come before, then a small one, then the check.
func (o *Ollama) pull(w http.ResponseWriter, r *http.Request, name string) {
	p, m, done := o.nextPull(name)
	w.Header().Set("Content-Type", o.contentType())
	out := playing{protocol: o}
	tell := func(v map[string]any) { out.send(w, []string{jsonText(v)}) }
	tell(map[string]any{"status": "pulling manifest"})
	if m.Name == "" || p.Error != "" && p.BreakAt == 0 {
		tell(map[string]any{"error": p.Error})
		return
	}
	total, digest := m.size(), digestOf(m.Name)
	tell(map[string]any{"status": "pulling " + digest[7:19], "digest": digest, "total": total}) // completed is left out while 0
	for i := range int64(20) {
		if done = max(done, total*(i+1)/20); p.BreakAt > 0 && float64(done) > p.BreakAt*float64(total) {
			if p.Error == "" {
				panic(http.ErrAbortHandler)
			}
			tell(map[string]any{"error": p.Error})
			return
		}
		o.mu.Lock()
		o.partly[tagged(name)] = done
		o.mu.Unlock()
		tell(map[string]any{"status": "pulling " + digest[7:19], "digest": digest, "total": total, "completed": done})
		if p.Hold != nil && done*2 >= total {
			select {
			case <-p.Hold:
				p.Hold = nil
			case <-r.Context().Done():
				return
			case <-o.closing:
				return
			}
		}
	}
	small := digestOf(m.Name + "/params")
	tell(map[string]any{"status": "pulling " + small[7:19], "digest": small, "total": 487, "completed": 487})
	for _, s := range []string{"verifying sha256 digest", "writing manifest"} {
		tell(map[string]any{"status": s})
	}
	o.Install(m)
	tell(map[string]any{"status": "success"})
}
