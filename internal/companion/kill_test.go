package companion

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/document"
	"yumori/internal/llm/builtin"
	"yumori/internal/store/powercut"
	"yumori/internal/transcript"
	"yumori/retrieval/background"
)

// kills is how often TestKilledTalkLosesNoWord kills the talker. The figure
// of a release is 1,000: go test ./companion -run Killed -kills 1000.
var kills = flag.Int("kills", 25, "how often to kill the process that talks")

// talkerEnv makes the test binary a talker on that home.
const talkerEnv = "YUMORI_TEST_TALKER"

func TestMain(m *testing.M) {
	if document.Called() { // as main does: a PDF is read by another process
		os.Exit(document.Main())
	}
	if home := os.Getenv(talkerEnv); home != "" {
		talker(home)
		return
	}
	if task := os.Getenv(importerEnv); task != "" {
		if err := importer(strings.Split(task, "\n")); err != nil {
			fmt.Println("fail", err)
		}
		return
	}
	if task := os.Getenv(bringerEnv); task != "" {
		if err := bringer(strings.Split(task, "\n")); err != nil {
			fmt.Println("fail", err)
		}
		return
	}
	if home := os.Getenv(changerEnv); home != "" {
		changer(home)
		return
	}
	os.Exit(m.Run())
}

// talker talks for ever, writing a line for each message that is on disk:
// "user ID" as soon as it is acknowledged, "reply ID" when a reply is; and
// "open indexes" once they are. What it finds odd, as it would a damaged file or
// index, is a line as well.
func talker(home string) {
	ctx := context.Background()
	odd := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelWarn}))
	h, err := openHome(ctx, Options{Home: home, Builtin: builtin.New(builtin.Options{}), Samples: samples(), Logger: odd})
	if err != nil {
		fmt.Println("fail", err)
		return
	}
	c, err := h.Companion(ctx, "luna")
	if err != nil {
		fmt.Println("fail", err)
		return
	}
	go func() {
		if c.Memories.Request(background.Nothing).Wait(ctx) == nil {
			fmt.Println("open indexes")
		}
	}()
	seen := transcript.ID("")
	go func() {
		for e := range c.Subscribe(ctx) {
			if t, ok := e.State.(Turn); ok && t.User.ID != seen && t.User.ID != "" {
				seen = t.User.ID
				fmt.Println("user", t.User.ID)
			}
		}
	}()
	for i := 0; ; i++ {
		t, err := c.Say(ctx, Utterance{Text: fmt.Sprintf("I saw heron number %d by the river.", i)})
		if err != nil {
			fmt.Println("fail", err)
			return
		}
		fmt.Println("reply", t.Reply.ID)
	}
}

// TestKilledTalkLosesNoWord kills a talking process at random moments and
// holds the home to every message that was acknowledged. No start may find
// anything damaged, not even what is derived.
func TestKilledTalkLosesNoWord(t *testing.T) {
	t.Parallel()
	on := powercut.New(t)
	home := on.Dir()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	acked := map[transcript.ID]string{}
	for i := range *kills {
		end := fate{after: time.Duration(rng.IntN(120)) * time.Millisecond, said: []string{"user"}}
		if i%2 == 1 { // in its talk, and not in its start
			end.said = []string{"user", "open"}
		}
		talkAndKill(t, on, home, end, acked)
	}
	if len(acked) < *kills {
		t.Fatalf("only %d messages in %d kills: the test proves little", len(acked), *kills)
	}
	c := luna(t, testHome(t, home, nil)) // which lets the doctor look at the end
	missing := len(acked)
	for page := (transcript.Page{More: true}); page.More; {
		var err error
		if page, err = c.Conversation.Page(page.Next, 500); err != nil {
			t.Fatal(err)
		}
		for _, m := range page.Messages {
			if _, ok := acked[m.ID]; ok {
				missing--
			}
		}
	}
	if missing != 0 {
		t.Errorf("%d of %d acknowledged messages are gone", missing, len(acked))
	}
	t.Logf("trust: %d tries: %d of %d acknowledged messages lost", *kills, missing, len(acked))
}

// A fate is when a talker ends: some time after it said lines of these kinds.
type fate struct {
	after time.Duration
	said  []string
}

// talkAndKill lets a talker run to its end and collects what it acknowledged.
func talkAndKill(t *testing.T, on *powercut.Disk, home string, end fate, acked map[transcript.ID]string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), talkerEnv+"="+home)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for doomed := false; ; {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			break // a line without its end was not acknowledged
		}
		if err != nil {
			t.Fatal(err)
		}
		if on.Dead() {
			continue
		}
		kind, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		end.said = slices.DeleteFunc(end.said, func(k string) bool { return k == kind })
		if len(end.said) == 0 && !doomed {
			doomed = true
			defer on.KillAfter(end.after, cmd.Process)()
		}
		switch kind {
		case "open":

		case "user", "reply":
			acked[transcript.ID(id)] = kind
		default:
			t.Fatalf("talker: %s", line)
		}
	}
	_ = cmd.Wait() // it was killed
}
