package cli

import (
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"yumori/internal/updates"
)

// signedRelease is a server with the file that minisign 0.11 signed, which tells of 0.2.0.
func signedRelease(t *testing.T) (src updates.Source, served *atomic.Pointer[[]byte], asked *atomic.Int32) {
	t.Helper()
	answer, err := os.ReadFile("../updates/testdata/minisign-0.11.txt")
	if err != nil {
		t.Fatal(err)
	}
	key, err := os.ReadFile("../updates/testdata/minisign-0.11.pub")
	if err != nil {
		t.Fatal(err)
	}
	served, asked = &atomic.Pointer[[]byte]{}, &atomic.Int32{}
	served.Store(&answer)
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write(*served.Load())
	}))
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return updates.Source{Address: s.URL, Key: strings.TrimSpace(string(key)), Roots: roots}, served, asked
}

// TestUpdate: off until it is turned on, told by update and doctor, and a fault
// is a sentence of its own in either language.
func TestUpdate(t *testing.T) {
	src, served, asked := signedRelease(t)
	p := &program{home: filepath.Join(t.TempDir(), "home")}
	says := func(code int, want string, args ...string) {
		t.Helper()
		if got := p.run(t, "", args...); got != code || !strings.Contains(p.out.String()+p.err.String(), want) {
			t.Errorf("%q: exit %d, %s%s, want %d and %q", args, got, &p.out, &p.err, code, want)
		}
	}
	says(0, "no update address", "update")
	p.updates = src
	says(0, "yumori config set update.check true", "update")
	says(0, "false", "config", "get", "update.check")
	if asked.Load() != 0 {
		t.Fatal("somebody was asked with the check off")
	}
	says(0, "", "config", "set", "update.check", "true")
	says(0, "Version 0.2.0 is available: https://yumori.example/releases/0.2.0\nTea in the garden.\n", "update")
	says(0, `"newer":{"version":"0.2.0",`, "update", "--json")
	before := asked.Load()
	says(0, "Version 0.2.0 is available: https://yumori.example/releases/0.2.0\n", "doctor")
	if asked.Load() != before {
		t.Error("the doctor asked")
	}
	says(0, "", "config", "set", "locale", "ja")
	says(0, "バージョン 0.2.0 があります：https://yumori.example/releases/0.2.0\n庭でお茶を。\n", "update")
	served.Store(&[]byte{'?'})
	says(1, "署名がない", "update")
	says(0, "", "config", "set", "locale", "en")
	says(1, "wasn't signed by the makers", "update")
	p.updates.Address = "https://127.0.0.1:1/"
	says(1, "doesn't respond", "update")
	says(0, "Version 0.2.0 is available", "doctor")
	says(0, "", "config", "set", "update.check", "false")
	says(0, "All is well", "doctor")
	if strings.Contains(p.out.String(), "0.2.0") {
		t.Error("told of with the check off")
	}
}
