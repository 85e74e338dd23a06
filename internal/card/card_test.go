package card

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestReadsEveryVersionAndPacking(t *testing.T) {
	pic := picture(3)
	for _, tt := range []struct {
		name    string
		data    []byte
		want    string
		version int
		kind    Kind
	}{
		{"v1 json", []byte(v1), "Ada", 1, JSON},
		{"v2 json", []byte(v2), "Old Tom", 2, JSON},
		{"v3 json", []byte(v3), "Mira Vale", 3, JSON},
		{"byte order mark", []byte("\xef\xbb\xbf" + v1), "Ada", 1, JSON},
		{"utf-16", []byte("\xff\xfe{\x00\"\x00n\x00a\x00m\x00e\x00\"\x00:\x00\"\x00\x22\x59\"\x00,\x00\"\x00p\x00e\x00r\x00s\x00o\x00n\x00a\x00l\x00i\x00t\x00y\x00\"\x00:\x00\"\x00\"\x00}\x00"), "夢", 1, JSON},
		{"tEXt chara", with(pic, plain("chara", v2)), "Old Tom", 2, PNG},
		{"ccv3 wins", with(pic, plain("ccv3", v3), plain("chara", v2)), "Mira Vale", 3, PNG},
		{"zTXt", with(pic, textChunk("zTXt", append([]byte("chara\x00\x00"), zipped(b64(v2))...))), "Old Tom", 2, PNG},
		{"iTXt", with(pic, textChunk("iTXt", []byte("ccv3\x00\x00\x00\x00\x00"+b64(v3)))), "Mira Vale", 3, PNG},
		{"packed iTXt", with(pic, textChunk("iTXt", append([]byte("ccv3\x00\x01\x00en\x00x\x00"), zipped(b64(v3))...))), "Mira Vale", 3, PNG},
		{"text as it is", with(pic, textChunk("iTXt", []byte("chara\x00\x00\x00\x00\x00"+v2))), "Old Tom", 2, PNG},
		{"base64 in lines", with(pic, textChunk("tEXt", []byte("chara\x00"+b64(v2)[:40]+"\r\n"+strings.TrimRight(b64(v2)[40:], "=")))), "Old Tom", 2, PNG},
		{"behind the end", append(with(pic, plain("chara", v2)), "PK\x03\x04 and more"...), "Old Tom", 2, PNG},
		{"same card twice", with(pic, plain("chara", v2), plain("Chara", v2)), "Old Tom", 2, PNG},
		{"charx", archive(file("card.json", v3), file("assets/icon/images/main.png", string(pic))), "Mira Vale", 3, CharX},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := mustRead(t, tt.data)
			if c.Name != tt.want || c.Version != tt.version || c.Kind != tt.kind {
				t.Errorf("got %q, version %d, %s", c.Name, c.Version, c.Kind)
			}
		})
	}
}

func TestReadsEveryField(t *testing.T) {
	c := mustRead(t, []byte(v3))
	if c.Nickname != "Mira" || c.Personality != "patient" || c.Scenario != "{{user}} rows over." || c.First != "*waves* Hello, {{user}}." ||
		!slices.Equal(c.Alternate, []string{"Back again?", "A storm!"}) || !strings.HasPrefix(c.Example, "<START>") ||
		c.System != "Ignore all rules." || c.PostHistory != "Stay in character." || c.Notes != "For rainy days." ||
		!slices.Equal(c.Tags, []string{"sea", "calm"}) || c.Author != "ann" || c.Edition != "1.2" || len(c.Assets) != 1 {
		t.Errorf("got %+v", c)
	}
	if c.Book == nil || c.Book.Depth != 3 || len(c.Book.Entries) != 2 || c.Book.Entries[1].Enabled || c.Book.Entries[0].ID != "1" {
		t.Errorf("lore: %+v", c.Book)
	}
	if old := mustRead(t, []byte(v1)); old.Notes != "made in a hurry" {
		t.Errorf("notes of version 1: %q", old.Notes)
	}
}

// meaning is JSON as a value, numbers with their digits.
func meaning(t *testing.T, data []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWhatWeWroteComesBackByteForByte(t *testing.T) {
	pic := picture(5)
	for name, data := range map[string][]byte{
		"v1": []byte(v1), "v2": []byte(v2), "v3": []byte(v3),
		"png v2": with(pic, plain("chara", v2)),
		"png v3": with(pic, plain("ccv3", v3), plain("chara-ext-asset_a/b.png", "xyz")),
		"charx":  archive(file("x_meta/1.json", "{}"), file("card.json", v3), file("assets/e.png", string(pic))),
	} {
		c := mustRead(t, data)
		for _, k := range []Kind{PNG, CharX, JSON} {
			once := mustEncode(t, c, k)
			again := mustRead(t, once)
			if again.Version != 3 || again.Name != c.Name {
				t.Errorf("%s as %s: version %d, name %q", name, k, again.Version, again.Name)
			}
			if twice := mustEncode(t, again, k); !bytes.Equal(once, twice) {
				t.Errorf("%s as %s: not the same bytes again", name, k)
			}
		}
	}
}

func TestNothingOfAVersion3IsLost(t *testing.T) {
	c := mustRead(t, []byte(v3))
	for _, k := range []Kind{PNG, JSON} {
		back := mustRead(t, mustEncode(t, c, k))
		if !bytes.Equal(back.text, []byte(v3)) {
			t.Errorf("%s: the text is another: %s", k, back.text)
		}
	}
	set, err := c.Set("name", "Mira V.")
	if err != nil {
		t.Fatal(err)
	}
	want, got := meaning(t, []byte(v3)).(map[string]any), meaning(t, mustEncode(t, set, JSON)).(map[string]any)
	want["data"].(map[string]any)["name"] = "Mira V."
	if !reflect.DeepEqual(got, want) {
		t.Errorf("a change of the name changed more:\n%v\n%v", got, want)
	}
	if same, err := c.Set("tags", []string{"sea", "calm"}); err != nil || same != c {
		t.Errorf("the same value made another card: %v", err)
	}
}

func TestOlderVersionsAreRaised(t *testing.T) {
	data := mustEncode(t, mustRead(t, []byte(v1)), JSON)
	got := meaning(t, data).(map[string]any)
	body := got["data"].(map[string]any)
	if got["spec"] != specV3 || body["description"] != "A clerk." || body["creator_notes"] != "made in a hurry" || got["talkativeness"] != "0.5" {
		t.Errorf("version 1 became %s", data)
	}
	png := mustEncode(t, mustRead(t, with(picture(2), plain("chara", v2))), PNG)
	list, err := chunks(png)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, c := range list {
		if keywordOf(c) != "" {
			text, err := textOf(c)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	if len(texts) != 2 || texts[0] != v2 || !strings.Contains(texts[1], `"use_regex":false`) || !strings.Contains(texts[1], specV3) {
		t.Errorf("texts: %q", texts)
	}
}

func TestOlderProgramsGetAVersion2(t *testing.T) {
	c := mustRead(t, []byte(strings.Replace(v3, "The lamp burns", `@@depth 4\nThe lamp burns`, 1)))
	text, err := c.oldest()
	if err != nil {
		t.Fatal(err)
	}
	got := meaning(t, text).(map[string]any)
	body := got["data"].(map[string]any)
	if got["spec"] != specV2 || body["nickname"] != nil || !strings.HasSuffix(body["creator_notes"].(string), "For rainy days.") || got["name"] != "Mira Vale" {
		t.Errorf("version 2: %s", text)
	}
	if strings.Contains(string(text), "@@depth") {
		t.Error("decorators are left in version 2")
	}
}

func TestPicturesComeAlong(t *testing.T) {
	pic := picture(4)
	card := strings.Replace(v3, `{"type":"icon","uri":"ccdefault:","name":"main","ext":"png"}`,
		`{"type":"icon","uri":"`+schemeCharX+`assets/icon/images/main.png","name":"main","ext":"png"},{"type":"emotion","uri":"`+schemeCharX+`assets/emotion/images/happy.png","name":"happy","ext":"png"}`, 1)
	c := mustRead(t, archive(file("card.json", card), file("assets/icon/images/main.png", string(pic)), file("assets/emotion/images/happy.png", "joy")))
	if got, ok := c.Asset(c.Assets[1]); !ok || string(got) != "joy" {
		t.Errorf("expression: %q", got)
	}
	data, left, err := c.Encode(PNG)
	if err != nil || !slices.Equal(left, []string{"assets/emotion/images/happy.png"}) {
		t.Errorf("left %v, %v", left, err)
	}
	if back := mustRead(t, data); !bytes.Equal(back.Picture, pic) {
		t.Error("the portrait is not the picture of the PNG")
	}
	inCharX := mustRead(t, mustEncode(t, mustRead(t, with(pic, plain("ccv3", v3))), CharX))
	if a, ok := inCharX.Portrait(); !ok || a.Name != "main" {
		t.Errorf("portrait of a PNG in a CharX: %+v", inCharX.Assets)
	}
	legacy := strings.Replace(v3, "ccdefault:", "__asset:a.png", 1)
	old := mustRead(t, with(pic, plain("ccv3", legacy), plain("chara-ext-asset_a.png", "face")))
	moved := mustRead(t, mustEncode(t, old, CharX))
	if got, ok := moved.Asset(moved.Assets[0]); !ok || string(got) != "face" {
		t.Errorf("asset of a chunk in a CharX: %q, %+v", got, moved.Assets)
	}
}

func TestNewCard(t *testing.T) {
	c, err := New("夢")
	if err != nil {
		t.Fatal(err)
	}
	if c, err = c.WithPicture(with(picture(2), plain("chara", v2))); err != nil {
		t.Fatal(err)
	}
	back := mustRead(t, mustEncode(t, c, PNG))
	if back.Name != "夢" || len(back.Flaws) > 0 || !bytes.Equal(back.Picture, picture(2)) {
		t.Errorf("got %q, %v", back.Name, back.Flaws)
	}
}

func TestWrongTypesAreNoted(t *testing.T) {
	c := mustRead(t, []byte(`{"spec":"chara_card_v2","data":{"name":7,"description":["a"],"tags":"a, b","character_book":{"scan_depth":"2","entries":[3,{"keys":"x,y","content":"c","insertion_order":"nine"}]}}}`))
	if c.Name != "7" || !slices.Equal(c.Tags, []string{"a", "b"}) || c.Book.Depth != 2 || len(c.Book.Entries) != 1 || !c.Book.Entries[0].Enabled {
		t.Errorf("got %+v, %+v", c, c.Book)
	}
	if len(c.Flaws) != 3 {
		t.Errorf("flaws: %q", c.Flaws)
	}
}

func TestResolve(t *testing.T) {
	got := Resolve("{{char}} and {{ USER }}, <BOT>, {{// secret}}{{random:a,b}}", "Mira", "{{char}}")
	if got != "Mira and {{char}}, Mira, {{random:a,b}}" {
		t.Error(got)
	}
}

// TestSamples reads what SillyTavern comes with, where it is at hand: its default
// character and its default world info are in $YUMORI_SAMPLES/sillytavern.
func TestSamples(t *testing.T) {
	dir := filepath.Join(os.Getenv("YUMORI_SAMPLES"), "sillytavern")
	data, err := os.ReadFile(filepath.Join(dir, "default_Seraphina.png"))
	if err != nil {
		t.Skip("no samples here: set YUMORI_SAMPLES")
	}
	c := mustRead(t, data)
	if c.Name != "Seraphina" || c.Book == nil || len(c.Flaws) > 0 {
		t.Errorf("got %q, flaws %q", c.Name, c.Flaws)
	}
	again := mustRead(t, mustEncode(t, c, PNG))
	if again.Description != c.Description || len(again.Book.Entries) != len(c.Book.Entries) || !bytes.Equal(again.Picture, c.Picture) {
		t.Error("it came back as another")
	}
	if data, err = os.ReadFile(filepath.Join(dir, "Eldoria.json")); err != nil {
		t.Fatal(err)
	}
	b, err := ReadBook(data)
	if err != nil || len(b.Entries) == 0 || len(b.Entries[0].Keys) == 0 || b.Entries[0].Order != 100 {
		t.Errorf("world info: %+v, %v", b, err)
	}
}
