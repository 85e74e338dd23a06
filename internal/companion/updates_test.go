package companion

import (
	"bytes"
	"context"
	"crypto/x509"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm/builtin"
	"yumori/internal/updates"
)

// TestANewerVersionIsToldOnceAndFaultsAreSilent: with the check on, the home
// publishes a newer version once; an address that fails is not told of.
func TestANewerVersionIsToldOnceAndFaultsAreSilent(t *testing.T) {
	t.Parallel()
	answer, err := os.ReadFile("../updates/testdata/minisign-0.11.txt")
	if err != nil {
		t.Fatal(err)
	}
	key, err := os.ReadFile("../updates/testdata/minisign-0.11.pub")
	if err != nil {
		t.Fatal(err)
	}
	broken, asked := false, 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		if broken {
			w.WriteHeader(http.StatusTeapot)
		}
		_, _ = w.Write(answer)
	}))
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	now, log := time.Date(2026, 12, 3, 12, 0, 0, 0, time.UTC), &bytes.Buffer{}
	h, err := openHome(t.Context(), Options{
		Home: t.TempDir(), Now: func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(log, nil)),
		Builtin: builtin.New(builtin.Options{}), Samples: os.DirFS("../../assets"),
		Updates: updates.Source{Address: server.URL, Key: strings.TrimSpace(string(key)), Roots: roots},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = h.Close() }()
	w := &nightWatch{home: h}
	look := func() (told []updates.Release) {
		ctx, cancel := context.WithCancel(t.Context())
		events := h.Subscribe(ctx)
		w.lookForUpdate(t.Context())
		cancel()
		for e := range events {
			if r, ok := e.State.(updates.Release); ok && e.Topic == TopicUpdate {
				told = append(told, r)
			}
		}
		return told
	}
	if told := look(); len(told) > 0 || asked != 0 {
		t.Fatal("asked with the check off")
	}
	s := h.Settings()
	s.Update.Check = true
	if err := h.Change(s); err != nil {
		t.Fatal(err)
	}
	var told []updates.Release
	for day := range 4 {
		broken = day == 2
		told = append(append(told, look()...), look()...)
		now = now.AddDate(0, 0, 1)
	}
	if len(told) != 1 || told[0].Version != "0.2.0" || asked != 4 {
		t.Errorf("told of %+v, asked %d times in four days", told, asked)
	}
	if log.Len() > 0 {
		t.Errorf("logged: %s", log)
	}
}
