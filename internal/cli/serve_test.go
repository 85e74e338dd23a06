package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/llm/builtin"
)

func TestServeTellsWhereItIsAndHoldsTheHome(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	ctx, stop := context.WithCancel(t.Context())
	said, toTest := io.Pipe()
	p := &program{home: home, ctx: ctx, to: toTest}
	code := make(chan int, 1)
	go func() { code <- p.run(t, "", "serve", "--json", "--addr", "127.0.0.1:0") }()
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var o opened
	if err := json.Unmarshal([]byte(line), &o); err != nil {
		t.Fatal(err)
	}
	token, err := os.ReadFile(o.Token)
	if err != nil || strings.Contains(line, strings.TrimSpace(string(token))) {
		t.Errorf("printed %s, the token is %q, %v", line, token, err)
	}
	r, err := http.NewRequestWithContext(t.Context(), "GET", o.URL+"/models", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	res, err := http.DefaultClient.Do(r)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", res, err)
	}
	res.Body.Close()
	for _, command := range []string{"serve", "mcp"} {
		second := &program{home: home}
		if code := second.run(t, "", command); code != 1 || !strings.Contains(second.err.String(), "only that one can let programs in") || second.out.Len() > 0 {
			t.Errorf("a second %s: exit %d, %s", command, code, &second.err)
		}
	}
	stop()
	if c := <-code; c != 0 {
		t.Errorf("exit %d: %s", c, &p.err)
	}
	outer := &program{home: home}
	if code := outer.run(t, "", "serve", "--addr", "0.0.0.0:0"); code != 2 || !strings.Contains(outer.err.String(), "--remote") {
		t.Errorf("exit %d: %s", code, &outer.err)
	}
}

func TestMCPAnswersAllThatIsPipedIn(t *testing.T) {
	p := &program{home: t.TempDir()}
	in := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"sh","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"say","arguments":{"text":"Good evening"}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"state","arguments":{}}}
`
	if code := p.run(t, in, "mcp"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	answers := map[float64]bool{}
	for line := range strings.Lines(p.out.String()) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil || m["jsonrpc"] != "2.0" {
			t.Errorf("wrote %q", line)
		}
		if id, ok := m["id"].(float64); ok {
			answers[id] = m["result"] != nil
		}
	}
	if len(answers) != 3 || !answers[1] || !answers[2] || !answers[3] {
		t.Errorf("answers %v", answers)
	}
}

func TestTheDoorFollowsTheSettingsBesideTheWindow(t *testing.T) {
	h, err := companion.OpenHome(t.Context(), companion.Options{Home: t.TempDir(), Builtin: builtin.New(builtin.Options{}), Samples: samplePersonas()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	s := &session{words: wordsFor("en")}
	s.Err = io.Discard
	stop := letInAlongside(t.Context(), s, h)
	change := func(open bool) {
		settings := h.Settings()
		settings.Door = config.DoorChoices{Open: open, Address: "127.0.0.1:0"}
		if err := h.Change(settings); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(h.Path(), companion.DoorFile)); err == nil {
		t.Error("a token was made though the door is closed")
	}
	change(true)
	change(false)
	change(true)
	stop() // waits for what is under way
}

// TestADoorThatCannotBeOpenedIsToldOfInTheWindow has another program at the
// address, which then goes.
func TestADoorThatCannotBeOpenedIsToldOfInTheWindow(t *testing.T) {
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	p := &program{home: t.TempDir()}
	if code := p.run(t, "", "serve", "--addr", taken.Addr().String()); code != 1 || !strings.Contains(p.err.String(), "another address") {
		t.Errorf("exit %d: %s", code, &p.err)
	}
	h, err := companion.OpenHome(t.Context(), companion.Options{Home: t.TempDir(), Builtin: builtin.New(builtin.Options{}), Samples: samplePersonas()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	slug, err := h.First()
	if err != nil {
		t.Fatal(err)
	}
	c, err := h.Companion(t.Context(), slug)
	if err != nil {
		t.Fatal(err)
	}
	events := c.Subscribe(t.Context())
	s := &session{words: wordsFor("en")}
	s.Err = io.Discard
	defer letInAlongside(t.Context(), s, h)()
	settings := h.Settings()
	settings.Door = config.DoorChoices{Open: true, Address: taken.Addr().String()}
	if err := h.Change(settings); err != nil {
		t.Fatal(err)
	}
	told := false
	for e := range events {
		snap, ok := e.State.(companion.Snapshot)
		if !ok {
			continue
		}
		i := slices.IndexFunc(snap.Troubles, func(o companion.Trouble) bool { return o.Shut })
		if i < 0 && told {
			return
		}
		if i < 0 || told {
			continue
		}
		if told = true; snap.Troubles[i].File != taken.Addr().String() || !strings.Contains(snap.Troubles[i].What, "another address") {
			t.Errorf("%+v", snap.Troubles[i])
		}
		settings.Door.Open = false
		if err := h.Change(settings); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("nothing was told")
}

func TestTheDoorHasAllItsWords(t *testing.T) {
	files, err := filepath.Glob("../door/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	en := wordsFor("en")
	used := usedKeys(t)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range regexp.MustCompile(`"door_\w+"`).FindAllString(string(src), -1) {
			if used[strings.Trim(key, `"`)] = true; en[strings.Trim(key, `"`)] == "" {
				t.Errorf("%s: %s has no text", file, key)
			}
		}
	}
	for key := range en {
		if strings.HasPrefix(key, "door_") && !used[key] {
			t.Errorf("%s is not used", key)
		}
	}
}
