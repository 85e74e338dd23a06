package builtin

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"yumori/internal/llm"
)

// A question about a document is looked up, and answered with the line that
// answers it and where that stands.
func TestQuotesDocument(t *testing.T) {
	for _, tt := range []struct{ lang, said, passage, want string }{
		{"en", "what does the manual say about the filter?", `{"file":"boiler.pdf","page":7,"text":"Keep children away. Clean the filter every three months. Use no soap."}`, "boiler.pdf, page 7 says: “Clean the filter every three months”"},
		{"en", "what does the contract say about the deposit?", `{"file":"flat.md","lines":[12,14],"text":"The rent is due on the 3rd. The deposit is two months of rent."}`, "flat.md, line 12 says: “The deposit is two months of rent”"},
		{"ja", "説明書に、フィルターのことは何て書いてある？", `{"file":"給湯器.pdf","page":7,"text":"火を近づけない。フィルターは三か月ごとに洗う。"}`, "「フィルターは三か月ごとに洗う」"},
	} {
		k := newTalk(t, tt.lang)
		k.tools = []llm.ToolSpec{{Name: toolSearch}}
		req := k.request([]llm.Message{{Role: llm.RoleUser, Text: tt.said}})
		res, err := k.mind.Generate(context.Background(), req, nil)
		if err != nil || len(res.Message.Calls) != 1 || res.Message.Calls[0].Name != toolSearch || !json.Valid(res.Message.Calls[0].Args) {
			t.Fatalf("%q: looked nothing up: %+v, %v", tt.said, res.Message, err)
		}
		for text, want := range map[string]string{tt.passage: tt.want, "": ""} {
			req.Messages = []llm.Message{{Role: llm.RoleUser, Text: tt.said}, res.Message, {Role: llm.RoleTool, Results: []llm.Result{{ID: res.Message.Calls[0].ID, Name: toolSearch, Text: text}}}}
			got, err := k.mind.Generate(context.Background(), req, nil)
			if said := speech(got.Message.Text); err != nil || !strings.Contains(said, want) || text == "" && strings.ContainsAny(said, "“「") {
				t.Errorf("%q, found %q: answered %q, %v; want %q", tt.said, text, said, err, want)
			}
		}
	}
}
