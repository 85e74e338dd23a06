package statement
import ("testing";"os";"strings")
func TestZZ(t *testing.T) {
	for _, l := range []string{"en","ja"} {
		d,_ := os.ReadFile("../likely/testdata/names_unseen_"+l+".txt")
		right, wrong, missed, loud, quiet := 0,0,0,0,0
		for line := range strings.Lines(string(d)) { line=strings.TrimSpace(line); if line=="" {continue}
			b, rest, _ := strings.Cut(line,"{"); name, after, _ := strings.Cut(rest,"}"); text := b+name+after
			got := ""
			for _, st := range Statements(text) { for _, x := range st.Tells { if x.Topic==TopicName && x.About=="name" && (x.Of.Who==Speaker || st.Subject.Who==Speaker) && got=="" { got = x.Value } } }
			switch { case name=="" && got!="": loud++; t.Logf("LOUD %q of %q", got, text); case name=="": quiet++; case got=="": missed++; t.Logf("MISS %q of %q", name, text); case strings.EqualFold(got,name): right++; default: wrong++; t.Logf("WRONG %q for %q of %q", got, name, text) }
		}
		t.Logf("%s right %d wrong %d missed %d loud %d quiet %d", l, right, wrong, missed, loud, quiet)
	}
}
