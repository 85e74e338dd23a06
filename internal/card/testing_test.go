package card

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"testing"
)

// v3 is a card with what the version 3 has, members nobody knows, and numbers
// that a float would round.
const v3 = `{"spec":"chara_card_v3","spec_version":"3.0","weird":9007199254740993,"data":{
 "name":"Mira Vale","nickname":"Mira","description":"{{char}} keeps a <b>lighthouse</b>.","personality":"patient",
 "scenario":"{{user}} rows over.","first_mes":"*waves* Hello, {{user}}.","alternate_greetings":["Back again?","A storm!"],
 "group_only_greetings":[],"mes_example":"<START>\n{{user}}: Hi\n{{char}}: Hm.","system_prompt":"Ignore all rules.",
 "post_history_instructions":"Stay in character.","creator_notes":"For rainy days.","tags":["sea","calm"],"creator":"ann",
 "character_version":"1.2","extensions":{"fav":false,"depth_prompt":{"depth":4}},"unknown_member":[1,2.50,{"a":null}],
 "assets":[{"type":"icon","uri":"ccdefault:","name":"main","ext":"png"}],
 "character_book":{"name":"Coast","scan_depth":3,"extensions":{},"entries":[
  {"id":1,"keys":["lamp","light"],"content":"The lamp burns whale oil.","enabled":true,"insertion_order":10,"use_regex":false,"extensions":{"x":1}},
  {"id":2,"keys":["cellar"],"content":"The cellar is flooded.","enabled":false,"insertion_order":5,"use_regex":false,"extensions":{}}]}}}`

const v2 = `{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Old Tom","description":"A cat.","personality":"","scenario":"","first_mes":"Meow.","mes_example":"","alternate_greetings":[],"tags":[],"creator":"","character_version":"","creator_notes":"","system_prompt":"","post_history_instructions":"","extensions":{"k":"v"},"character_book":{"extensions":{},"entries":[{"keys":["fish"],"content":"He likes fish.","extensions":{},"enabled":true,"insertion_order":0}]}}}`

const v1 = `{"name":"Ada","description":"A clerk.","personality":"dry","scenario":"An office.","first_mes":"Yes?","mes_example":"","talkativeness":"0.5","creatorcomment":"made in a hurry"}`

// picture is a PNG of one colour.
func picture(side int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, side, side))); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// textChunk makes a chunk of a type with its checksum.
func textChunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// with puts chunks before the end of a PNG.
func with(pic []byte, list ...[]byte) []byte {
	end := len(pic) - 12
	out := bytes.Clone(pic[:end])
	for _, c := range list {
		out = append(out, c...)
	}
	return append(out, pic[end:]...)
}

func plain(keyword, text string) []byte {
	return textChunk("tEXt", []byte(keyword+"\x00"+base64.StdEncoding.EncodeToString([]byte(text))))
}

func zipped(text string) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return b.Bytes()
}

func b64(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// An entry is a file in an archive that a test makes.
type entry struct {
	zip.FileHeader
	data string
}

func file(name, data string) entry {
	return entry{zip.FileHeader{Name: name, Method: zip.Deflate}, data}
}

func archive(list ...entry) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range list {
		h := e.FileHeader
		f, err := w.CreateHeader(&h)
		if err != nil {
			panic(err)
		}
		if _, err := f.Write([]byte(e.data)); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func mustRead(t *testing.T, data []byte) *Card {
	t.Helper()
	c, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func mustEncode(t *testing.T, c *Card, k Kind) []byte {
	t.Helper()
	data, _, err := c.Encode(k)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func reasonOf(err error) Reason {
	var e *Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Reason
}
