package cli

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"

	"yumori/internal/companion"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/internal/llm"
)

// wordFiles holds the sentences of the terminal: words/<language>.json, one
// object of key → text for fmt.Sprintf.
//
//go:embed words/*.json
var wordFiles embed.FS

// words are the terminal's sentences in one language.
type words map[string]string

// wordsFor loads the sentences of a language, English for one there is none of.
func wordsFor(language string) words {
	for _, lang := range []string{language, "en"} {
		data, err := wordFiles.ReadFile(path.Join("words", lang+".json"))
		if err != nil {
			continue
		}
		w := words{}
		if json.Unmarshal(data, &w) == nil {
			return w
		}
	}
	return words{} // unreachable: the files are embedded and a test reads them
}

// text returns the sentence of a key with its verbs filled.
func (w words) text(key string, args ...any) string {
	format, ok := w[key]
	if !ok {
		return key
	}
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// explain makes a sentence from an error: what happened and what to do. What
// nobody foresaw is told in its own words behind one calm sentence.
func (w words) explain(err error) string {
	reason := companion.ReasonOf(err)
	if e := new(llm.Error); reason == companion.ReasonNoModel && errors.As(err, &e) && e.Provider == "ollama" {
		return w.text("why_no_model_here", err.Error())
	}
	if e := new(exchange.CardError); errors.As(err, &e) {
		return w.text("card_"+e.Reason, e.File)
	}
	if e := new(doorError); errors.As(err, &e) {
		return w.text("door_in_use", e.address)
	}
	if key, ok := importReason(err); ok {
		return w.text(key, err.Error())
	}
	switch reason {
	case companion.ReasonUnknown, companion.ReasonValue, companion.ReasonSetting, companion.ReasonUnreadable,
		companion.ReasonInUse, companion.ReasonReadOnly, companion.ReasonNotSaved, companion.ReasonNoModel, companion.ReasonUnavail, companion.ReasonBadRequest,
		companion.ReasonCard, companion.ReasonExport, companion.ReasonUpdateMute, companion.ReasonUpdateSign, companion.ReasonUpdateOlder:
		return w.text("why_"+string(reason), err.Error())
	}
	return w.text("why_" + string(reason))
}

// importReason names the sentence for what cannot be brought in.
func importReason(err error) (key string, ok bool) {
	if e := new(imports.Error); errors.As(err, &e) {
		return "import_bad_" + string(e.Reason), true
	}
	reason, ok := exchange.ArchiveReason(err)
	return "import_bad_" + reason, ok
}
