package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// asProgram has the test binary be the program.
const asProgram = "YUMORI_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(Run(context.Background(), Program{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:]))
	}
	os.Exit(m.Run())
}

// TestBashCompletes asks a real bash what it would complete.
func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	p := &program{home: t.TempDir()}
	if code := p.run(t, "", "completion", "bash"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "yumori")); err != nil {
		t.Skip(err)
	}
	script := p.out.String() + `
_get_comp_words_by_ref() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${words[cword]}; prev=${words[cword-1]}; }
__ltrim_colon_completions() { :; }
compopt() { :; }
COMP_WORDS=(yumori "$@"); COMP_CWORD=$#; COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
__start_yumori
printf '%s\n' "${COMPREPLY[@]}"
`
	for _, c := range []struct {
		line string
		want []string
	}{
		{"imp", []string{"import"}},
		{"skills ", []string{"disable", "enable", "list", "show"}},
		{"completion ", []string{"bash", "fish", "zsh"}},
		{"import --as cha", []string{"chat", "chatgpt"}},
		{"import --dr", []string{"--dry-run"}},
		{"config get door.", []string{"door.address", "door.open"}},
		{"res", []string{"restore"}},
	} {
		args := append([]string{"-c", script, "bash"}, strings.Split(c.line, " ")...)
		cmd := exec.CommandContext(t.Context(), bash, args...)
		cmd.Env = append(os.Environ(), asProgram+"=1", "LC_ALL=C.UTF-8", "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		var got []string
		for line := range strings.Lines(string(out)) {
			got = append(got, strings.Fields(line + " x")[0])
		}
		slices.Sort(got)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q completes to %q, want %q (%v)", c.line, got, c.want, err)
		}
	}
}

func TestCompletionIsThereForThreeShells(t *testing.T) {
	p := &program{home: t.TempDir()}
	for shell, has := range map[string]string{"bash": "__start_yumori", "zsh": "#compdef yumori", "fish": "complete -c yumori"} {
		if code := p.run(t, "", "completion", shell); code != 0 || !strings.Contains(p.out.String(), has) || p.err.Len() > 0 {
			t.Errorf("%s: exit %d: %s", shell, code, &p.err)
		}
	}
	for _, args := range [][]string{{"completion"}, {"completion", "tcsh"}, {"man", "x"}} {
		if code := p.run(t, "", args...); code != 2 {
			t.Errorf("%v: exit %d", args, code)
		}
	}
	if list, err := os.ReadDir(p.home); err != nil || len(list) > 0 {
		t.Errorf("a home was made: %v, %v", list, err)
	}
}

// TestTheManualHasEveryCommand holds page and help to the table of commands, and
// has groff find nothing wrong with the page.
func TestTheManualHasEveryCommand(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		s := &session{words: wordsFor(language)}
		root := s.root()
		page := manualOf(s, root)
		names := map[string]bool{}
		commands(root, func(cmd *cobra.Command) {
			names[cmd.CommandPath()] = true
			if cmd.Short == "" || !strings.Contains(page, roff(cmd.CommandPath())) || !strings.Contains(page, roff(cmd.Short)) {
				t.Errorf("%s: the page does not have %s (%q)", language, cmd.CommandPath(), cmd.Short)
			}
		})
		for _, name := range strings.Fields("chat model import export backup restore serve mcp skills completion man doctor dream") {
			if !names["yumori "+name] {
				t.Errorf("there is no command %s", name)
			}
		}
		groff, err := exec.LookPath("groff")
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(t.Context(), groff, "-man", "-ww", "-z", "-Kutf8", "-Tutf8")
		cmd.Stdin = strings.NewReader(page)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: groff: %v\n%s", language, err, out)
		}
	}
}

// TestHelpTellsTheExitCodes of every command.
func TestHelpTellsTheExitCodes(t *testing.T) {
	p := &program{home: t.TempDir()}
	for _, name := range []string{"", "model", "import", "export", "restore", "serve", "skills enable"} {
		args := append(strings.Fields(name), "--help")
		if code := p.run(t, "", args...); code != 0 || !strings.Contains(p.out.String(), "2 called wrongly") {
			t.Errorf("%v: exit %d: %s", args, code, &p.out)
		}
	}
}
