package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yumori/internal/config"
	"yumori/internal/imports"
)

// shells are those that commands can be completed in.
var shells = [...]string{"bash", "zsh", "fish"}

func completionCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     s.words.text("about_completion"),
		Args:      wrongUse(cobra.ExactArgs(1)),
		ValidArgs: shells[:],
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(s.Out, true)
			case "zsh":
				return root.GenZshCompletion(s.Out)
			case "fish":
				return root.GenFishCompletion(s.Out, true)
			}
			return &usageError{errors.New(s.words.text("no_shell", args[0], strings.Join(shells[:], ", ")))}
		},
	}
}

// completeWith has an argument or a flag completed from a list.
func completeWith(list ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
}

// completions says what can stand where, beside commands, flags and files: only
// what is known without opening a home, which another process may have.
func completions(root *cobra.Command) error {
	var kinds []string
	for _, k := range imports.Kinds() {
		kinds = append(kinds, string(k))
	}
	for _, path := range []string{"config get", "config set"} {
		if cmd, _, err := root.Find(strings.Fields(path)); err == nil {
			cmd.ValidArgsFunction = completeWith(config.Keys()...)
		}
	}
	bring, _, err := root.Find([]string{"import"})
	if err != nil {
		return err
	}
	return bring.RegisterFlagCompletionFunc("as", completeWith(kinds...))
}

func manCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: s.words.text("about_man"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(s.Out, manualOf(s, cmd.Root()))
			return err
		},
	}
}

// manualOf is the page of the manual, in the language of man(7).
func manualOf(s *session, root *cobra.Command) string {
	w := s.words
	var b strings.Builder
	section := func(key string) { fmt.Fprintf(&b, ".SH %s\n", roff(w.text(key))) }
	fmt.Fprintf(&b, ".TH YUMORI 1 \"\" \"%s\"\n", roff(version()))
	b.WriteString(".ad l\n")
	section("man_name")
	fmt.Fprintf(&b, "yumori \\- %s\n", roff(w.text("about")))
	section("man_synopsis")
	fmt.Fprintf(&b, ".B yumori\n%s\n", roff("[--home DIR] [--persona SLUG] [--json] [--now TIME] [COMMAND]"))
	section("man_commands")
	commands(root, func(cmd *cobra.Command) {
		use := strings.TrimSuffix(cmd.UseLine(), " [flags]")
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(use), roff(sentence(cmd.Short)))
		writeFlags(&b, cmd.LocalNonPersistentFlags(), ".RS", ".RE")
	})
	section("man_options")
	b.WriteString(roff(w.text("man_everywhere")) + "\n")
	writeFlags(&b, root.PersistentFlags(), "", "")
	for _, part := range []string{"exit", "environment", "files"} {
		section("man_" + part)
		for line := range strings.Lines(w.text("man_" + part + "_text")) {
			term, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(term), roff(text))
		}
	}
	return b.String()
}

// commands goes through the commands that help shows, each before those below
// it.
func commands(root *cobra.Command, show func(*cobra.Command)) {
	list := slices.Clone(root.Commands())
	for _, cmd := range list {
		if cmd.IsAvailableCommand() && cmd.Name() != "help" {
			show(cmd)
			commands(cmd, show)
		}
	}
}

// writeFlags writes flags as a list, between begin and end if there are any.
func writeFlags(b *strings.Builder, flags *pflag.FlagSet, begin, end string) {
	var list []*pflag.Flag
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			list = append(list, f)
		}
	})
	if len(list) == 0 {
		return
	}
	b.WriteString(strings.TrimPrefix(begin+"\n", "\n"))
	for _, f := range list {
		value, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace("--"+f.Name+" "+value)), roff(sentence(usage)))
	}
	b.WriteString(strings.TrimPrefix(end+"\n", "\n"))
}

// sentence is a text with a stop.
func sentence(text string) string {
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "。") {
		return text
	}
	if r := []rune(text); r[len(r)-1] > 0x2000 {
		return text + "。"
	}
	return text + "."
}

// betweenWide are the characters of Japanese behind which a line may break, as
// roff has to be told.
var betweenWide = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}、。）」：]`)

// roff is a text as roff reads it: what would be a request, an escape or a
// typographic hyphen is none.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ", `"`, `\(dq`).Replace(text)
	text = betweenWide.ReplaceAllString(text, `$0\:`)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
