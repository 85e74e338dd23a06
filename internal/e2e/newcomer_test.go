package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/llm/llmtest"
	"yumori/internal/models"
)

// TestANewcomerFindsAModelInTheWindow begins with an Ollama that has no model
// and ends with a reply by one, by keyboard and within the window.
func TestANewcomerFindsAModelInTheWindow(t *testing.T) {
	t.Parallel()
	const reply = "Hello, it is good to hear you."
	server := llmtest.NewOllama(t, llmtest.Say(reply).Always())
	suited := models.New(models.Options{Providers: new(models.Providers)}).SuggestModels() // as the window asks
	if len(suited) == 0 {
		t.Skip("this machine has too little memory for any model, so nothing is offered")
	}
	for _, s := range suited {
		server.Library = append(server.Library, llmtest.OllamaModel{Name: s.Name})
	}
	release := make(chan struct{})
	server.Pulls(llmtest.Pull{Hold: release})
	home := t.TempDir()
	d := newDesktop(t)
	d.env = append(d.env, "OLLAMA_HOST="+server.URL)
	w := d.open(home)
	d.picture("card")
	was := d.screen()
	w.press("shift+Tab", 3) // what attaches, the tour, and what opens the card
	w.keys("space")
	w.redrawn("connecting", was, anyPart)
	was = d.screen()
	w.press("Tab", 4) // three things to say, and the first model that is offered
	w.keys("space")
	w.redrawn("downloading", was, anyPart)
	close(release)
	settings := func() string {
		data, err := os.ReadFile(filepath.Join(home, "settings.json"))
		if err != nil {
			return ""
		}
		return string(data)
	}
	d.until("the model among the settings", func() bool { return strings.Contains(settings(), `"ollama"`) })
	d.drawn("downloaded")
	w.typed("Hello there")
	w.keys("Return")
	d.until("the reply on disk", func() bool { return len(w.talk("luna")) >= 2 })
	d.drawn("replied")
	w.close()
	if list := w.logged("luna"); len(list) != 3 || list[0].Role != "persona" {
		t.Errorf("the greeting of the first start is not on disk: %+v", list)
	}
	if said := w.talk("luna")[1]; said.Text != reply || !strings.HasPrefix(said.Model, "ollama/") {
		t.Errorf("the reply is %+v", said)
	}
}
