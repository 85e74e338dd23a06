package companion

import (
	"slices"
	"testing"

	"yumori/internal/transcript"
)

func TestOneSentenceIsAskedAboutOnce(t *testing.T) {
	ask := func(id, about, source, says string) Ask {
		return Ask{ID: id, About: about, Sources: []transcript.ID{transcript.ID(source)}, Says: []string{says}}
	}
	list := []Ask{ask("h", "", "m1", "Your sister Mika has two cats, Pixel and Toast")}
	for _, note := range []Ask{
		ask("d#1", "Pixel", "m1", "“My sister Mika has two cats, Pixel and Toast”"),
		ask("d#2", "Toast", "m1", "“My sister Mika has two cats, Pixel and Toast”"),
		ask("d#3", "Leeds", "m2", "“I work in Leeds”"),
		ask("d#4", "Ben", "m2", "“I work in Leeds”"),
		ask("d#5", "Mika", "m1", "“Mika is proud of me”"),
		ask("d#6", "Pixel", "m3", "“My sister Mika has two cats”"),
		ask("d#7", "ソラ", "m4", "「猫の名前はソラです」"),
		ask("d#8", "猫", "m4", "「猫の名前はソラです」"),
	} {
		list = gather(list, note)
	}
	want := []Ask{
		{ID: "h", With: []string{"d#1", "d#2"}, Pages: []string{"Pixel", "Toast"}},
		{ID: "d#3", With: []string{"d#4"}, Pages: []string{"Ben"}},
		{ID: "d#5"}, {ID: "d#6"},
		{ID: "d#7", With: []string{"d#8"}, Pages: []string{"猫"}},
	}
	if !slices.EqualFunc(list, want, func(a, b Ask) bool {
		return a.ID == b.ID && slices.Equal(a.With, b.With) && slices.Equal(a.Pages, b.Pages)
	}) {
		t.Errorf("got %+v", list)
	}
}
