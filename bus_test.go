package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// programEnv makes the test binary the program, with these arguments.
const programEnv = "YUMORI_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if args := os.Getenv(programEnv); args != "" {
		os.Args = append(os.Args[:1], strings.Fields(args)...)
		main()
	}
	os.Exit(m.Run())
}

// TestNoBusIsLaunched talks where there is no session bus, with a model whose
// key is looked for in the keyring: nothing is left running.
func TestNoBusIsLaunched(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only there a bus is launched")
	}
	for _, name := range []string{"bus", "dbus-session"} {
		if _, err := os.Stat(filepath.Join("/run/user", "0", name)); err == nil {
			t.Skip("there is a session bus")
		}
	}
	tools, home := t.TempDir(), t.TempDir()
	launched := filepath.Join(tools, "launched")
	script := "#!/bin/sh\necho >> " + launched + "\necho DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere\n"
	if err := os.WriteFile(filepath.Join(tools, "dbus-launch"), []byte(script), 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	for _, args := range []string{
		"config set models.chat.provider openai", "config set models.chat.name m",
		"config set models.chat.base_url http://127.0.0.1:1/v1", "chat --once Hello", "state",
	} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = []string{programEnv + "=--home " + home + " " + args, "PATH=" + tools + ":/usr/bin:/bin", "HOME=" + home, "LANG=en_US.UTF-8", "GORACE=" + os.Getenv("GORACE")}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", args, err, out)
		}
	}
	if list, err := os.ReadFile(launched); err == nil {
		t.Errorf("%d buses were launched", len(list))
	}
}
