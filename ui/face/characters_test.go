package face

import (
	"io/fs"
	"path"
	"regexp"
	"testing"

	"yumori/assets"
)

// Every character that a persona can be made of has a face of its own, in both
// languages the same, that can be told from every other.
func TestCharactersHaveFaces(t *testing.T) {
	g := NewGallery(assets.Files)
	named := regexp.MustCompile(`(?m)^- (?:Name|名前): (.+)$`)
	at := func(name string) key {
		return key{who: Who{Slug: name, Name: name}, pose: pose{expression: Neutral}, crop: cropHead, pixels: 48}
	}
	templates, err := fs.ReadDir(assets.Files, "templates")
	if err != nil || len(templates) != len(characters) {
		t.Fatalf("%d templates, %v", len(templates), err)
	}
	var seen []key
	for _, dir := range templates {
		var names []string
		for _, lang := range []string{"en", "ja"} {
			text, err := fs.ReadFile(assets.Files, path.Join("templates", dir.Name(), lang, "IDENTITY.md"))
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, named.FindStringSubmatch(string(text))[1])
		}
		if differing(painted(t, g, at(names[0])), painted(t, g, at(names[1]))) != 0 {
			t.Errorf("%s: %s and %s look different", dir.Name(), names[0], names[1])
		}
		for _, other := range append(seen, at("Basil"), at("Luna")) {
			if n := differing(painted(t, g, at(names[0])), painted(t, g, other)); n < 900 {
				t.Errorf("%s looks like %s: %d of a thousand pixels differ", names[0], other.who.Name, n)
			}
		}
		seen = append(seen, at(names[0]))
	}
}

// A character that was given another name from the start has its face, whoever
// else is called like that.
func TestACharacterUnderAnotherNameHasItsFace(t *testing.T) {
	g := NewGallery(assets.Files)
	k := key{who: Who{Slug: "luna-2", Name: "Luna", Face: "よね"}, pose: pose{expression: Neutral}, crop: cropHead, pixels: 48}
	cook := k
	cook.who = Who{Slug: "marta", Name: "Marta"}
	if differing(painted(t, g, k), painted(t, g, cook)) != 0 {
		t.Error("the cook has another face")
	}
}

// A persona of another name is not lent a character's face, and one that was called
// like it keeps it when it is given another: its folder keeps its name.
func TestARenamedCharacterKeepsItsFace(t *testing.T) {
	g := NewGallery(assets.Files)
	k := key{who: Who{Slug: "harriet", Name: "Hattie"}, pose: pose{expression: Neutral}, crop: cropHead, pixels: 48}
	was := k
	was.who.Name = "Harriet"
	if differing(painted(t, g, k), painted(t, g, was)) != 0 {
		t.Error("with another name it has another face")
	}
}
