package persona

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"text/template"
)

// The texts around a persona's own are templates, one for each layer and
// language: prompts/<name>.<language>.tmpl. Their data is a frame.
//
//go:embed prompts/*.tmpl
var promptFiles embed.FS

// A frame is what the templates are filled with.
type frame struct {
	Name     string  // display name
	UserName string  // "" when not known
	Language string  // "en", "ja"
	Now      string  // RFC 3339
	Weekday  string  // in Language
	Model    string  // who speaks; "" not said
	Channel  string  // where the talk takes place; "" the window
	Toolless bool    // no tools are offered
	Pieces   []piece // the files of the layer, at least one unless the template says otherwise
	Cut      int     // of the template "cut": characters left out
}

// A piece is a file in a layer.
type piece struct {
	File  string
	Title string
	Text  string // what of the file goes into the prompt, marks of cuts included
	cut   int    // characters left out
	body  string // Text without marks, what a cut takes from
	keep  end    // which end of it stays when it is cut
	max   int    // characters of body
	bound int    // what max begins with
}

var parsedTexts = sync.OnceValues(func() (*template.Template, error) {
	return template.New("").Option("missingkey=error").ParseFS(promptFiles, "prompts/*.tmpl")
})

// text fills the template of a name in the frame's language.
func (f frame) text(name string) (string, error) {
	t, err := parsedTexts()
	if err != nil {
		return "", fmt.Errorf("parse prompt texts: %w", err)
	}
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name+"."+f.Language+".tmpl", f); err != nil {
		return "", fmt.Errorf("fill prompt text %q: %w", name, err)
	}
	return strings.TrimSpace(b.String()) + "\n", nil
}

func weekday(day int, language string) string {
	en := [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
	ja := [...]string{"日曜日", "月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日"}
	if language == "ja" {
		return ja[day]
	}
	return en[day]
}
