package statement

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	data, _ := os.ReadFile(os.Getenv("F"))
	for l := range strings.Lines(string(data)) {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '@' {
			continue
		}
		fmt.Println(">", l)
		for _, st := range Statements(l) {
			fmt.Printf("    %v asks=%v corr=%v subj=%+v %q\n", st.Mode, st.Asks, st.Corrects, st.Subject, st.Text)
			for _, te := range st.Tells {
				fmt.Printf("       - %s of=%v topic=%s about=%s value=%s\n", te.Text, te.Of, te.Topic, te.About, te.Value)
			}
		}
	}
}
