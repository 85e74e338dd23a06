package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// gptExport is what ChatGPT hands out of one conversation.
const gptExport = `[{"title":"Bicycle","create_time":1762000000,"conversation_id":"c1","current_node":"b","mapping":{
"r":{"id":"r","parent":null,"children":["a"]},
"a":{"id":"a","parent":"r","children":["b"],"message":{"author":{"role":"user"},"create_time":1762000000,"content":{"content_type":"text","parts":["My bicycle is red."]}}},
"b":{"id":"b","parent":"a","children":[],"message":{"author":{"role":"assistant"},"create_time":1762000060,"content":{"content_type":"text","parts":["A fine colour."]}}}}}]`

// TestAnExportIsImportedInTheWindow goes from the button for a new persona to the
// persona with the talk of another program, by keyboard.
func TestAnExportIsImportedInTheWindow(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "conversations.json")
	if err := os.WriteFile(file, []byte(gptExport), 0o600); err != nil {
		t.Fatal(err)
	}
	d := newDesktop(t)
	w := d.open(t.TempDir())
	was := d.screen()
	w.keys("ctrl+n")
	w.redrawn("new-persona", was, anyPart)
	was = d.screen()
	w.press("shift+Tab", 3) // from the name round the sheet's end: what creates, what cancels, what imports
	w.keys("space")
	w.redrawn("source", was, anyPart)
	w.press("Tab", 2) // from the first button to the path
	w.typed(file)
	was = d.screen()
	w.keys("Return")
	w.redrawn("plan", was, anyPart)
	w.press("shift+Tab", 1) // from whom it goes to, round to what imports
	w.keys("space")
	d.until("the talk on disk", func() bool { return w.archived("chatgpt", "My bicycle is red.") })
	d.drawn("imported")
	w.press("shift+Tab", 1) // what leads there
	was = d.screen()
	w.keys("space")
	w.redrawn("gone-there", was, anyPart)
	w.close()
}

// archived reports whether something was said in a past month of a persona.
func (w *window) archived(slug, text string) bool {
	w.t.Helper()
	files, err := filepath.Glob(filepath.Join(w.home, "personas", slug, "log_archives", "*.jsonl"))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, name := range files {
		if data, err := os.ReadFile(name); err == nil && bytes.Contains(data, []byte(text)) {
			return true
		}
	}
	return false
}
