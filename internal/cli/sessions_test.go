package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"yumori/internal/sessions"
)

func TestSlashNewBeginsAnotherTalk(t *testing.T) {
	p := &program{home: t.TempDir()}
	if code := p.run(t, "/new\nI bought a red bicycle.\n/new\nGood evening.\n/sessions\n", "chat"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	if !strings.Contains(p.err.String(), "Nothing was said") || !strings.Contains(p.out.String(), "bicycle.md") {
		t.Errorf("said %s\n%s", &p.out, &p.err)
	}
	if code := p.run(t, "", "sessions", "--json", "bicycle"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	var list []sessions.Session
	if err := json.Unmarshal(p.out.Bytes(), &list); err != nil || len(list) != 1 {
		t.Fatalf("%s, %v", &p.out, err)
	}
	for _, step := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"sessions", "submarine"}, 0, "No earlier conversations"},
		{[]string{"sessions", "end"}, 0, "Good"},
		{[]string{"sessions", "open", list[0].ID}, 0, list[0].Title},
		{[]string{"sessions", "open", "nothing"}, 1, ""},
		{[]string{"sessions", "open"}, 2, ""},
	} {
		code := p.run(t, "", step.args...)
		if said := strings.ToLower(p.out.String()); code != step.code || !strings.Contains(said, strings.ToLower(step.says)) {
			t.Errorf("%v: exit %d: %s %s", step.args, code, &p.out, &p.err)
		}
	}
}
