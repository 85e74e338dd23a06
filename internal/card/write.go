package card

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // pictures of a CharX
	_ "image/jpeg" // pictures of a CharX
	"image/png"
	"slices"
	"strings"
)

// Encode writes the card in a kind of file, always as version 3: one that was
// read as version 3 has its text again byte for byte. A PNG holds the version 2
// beside it, for older programs; one without a picture gets a plain one. left
// names what that kind of file has no place for.
func (c *Card) Encode(k Kind) (data []byte, left []string, err error) {
	switch k {
	case PNG:
		return c.encodePNG()
	case CharX:
		data, err = c.encodeCharX()
		return data, nil, err
	}
	if c.Picture != nil {
		left = append(left, "picture")
	}
	text, err := c.newest()
	return text, append(left, c.files.names()...), err
}

func (c *Card) encodePNG() (data []byte, left []string, err error) {
	texts, files := map[string][]byte{}, c.files
	if texts[keywordV3], err = c.newest(); err != nil {
		return nil, nil, err
	}
	if texts[keywordV2], err = c.oldest(); err != nil {
		return nil, nil, err
	}
	picture := c.Picture
	if c.Kind == CharX {
		left, files = c.files.names(), nil
	}
	if picture == nil {
		var from string
		if picture, from, err = c.portrait(); err != nil {
			return nil, nil, err
		}
		left = slices.DeleteFunc(slices.Clone(left), func(name string) bool { return name == from })
	}
	data, err = writePNG(picture, texts, files)
	return data, left, err
}

// newest returns the text of the card as version 3.
func (c *Card) newest() ([]byte, error) {
	if c.Version == 3 {
		return c.text, nil
	}
	root, body, err := c.members()
	if err != nil {
		return nil, err
	}
	return wrap(root, body)
}

// members returns what a card of version 3 is made of, to be changed.
func (c *Card) members() (root, body object, err error) {
	if err := json.Unmarshal(c.text, &root); err != nil {
		return nil, nil, fmt.Errorf("read card again: %w", err)
	}
	if c.Version == 1 {
		root, body = splitV1(root)
	} else if err := json.Unmarshal(root["data"], &body); err != nil {
		return nil, nil, fmt.Errorf("read card again: %w", err)
	}
	if c.Version == 3 {
		return root, body, nil
	}
	root["spec"], root["spec_version"] = quoted(specV3), quoted("3.0")
	if absent(body["group_only_greetings"]) {
		body["group_only_greetings"] = json.RawMessage("[]")
	}
	return root, body, eachEntry(body, func(e object) {
		if absent(e["use_regex"]) {
			e["use_regex"] = json.RawMessage("false")
		}
	})
}

// splitV1 takes what version 1 has of a character out of its one object; what
// else is in there stays. Some programs write members of later versions there.
func splitV1(all object) (root, body object) {
	body = object{"extensions": json.RawMessage("{}"), "tags": json.RawMessage("[]"), "alternate_greetings": json.RawMessage("[]")}
	for _, name := range textMembers() {
		body[name] = quoted("")
	}
	for _, name := range append(textMembers(), "extensions", "tags", "alternate_greetings", "group_only_greetings",
		"nickname", "source", "creator_notes_multilingual", "assets", "character_book") {
		if !absent(all[name]) {
			body[name] = all[name]
		}
	}
	if absent(all["creator_notes"]) && !absent(all["creatorcomment"]) {
		body["creator_notes"] = all["creatorcomment"]
	}
	return all, body
}

// eachEntry changes the entries of lore in the data of a card.
func eachEntry(body object, change func(object)) error {
	var book object
	var entries []object
	if absent(body["character_book"]) {
		return nil
	}
	if json.Unmarshal(body["character_book"], &book) != nil || json.Unmarshal(book["entries"], &entries) != nil {
		return nil //nolint:nilerr // what cannot be read stays as it is
	}
	for _, e := range entries {
		if e != nil {
			change(e)
		}
	}
	var err error
	if book["entries"], err = marshal(entries); err != nil {
		return err
	}
	body["character_book"], err = marshal(book)
	return err
}

// newerNote stands before the author's notes in the version 2 of a card of
// version 3, as its specification asks for.
const newerNote = "This character card is version 3, but it is loaded as version 2. Use a program that knows version 3 to use all of it.\n\n"

// oldest returns the text of the card for programs that do not know version 3,
// with what version 1 had for those that do not know version 2 either.
func (c *Card) oldest() ([]byte, error) {
	switch {
	case c.older != nil:
		return c.older, nil
	case c.Version == 2:
		return c.text, nil
	}
	_, body, err := c.members()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"assets", "nickname", "creator_notes_multilingual", "source", "group_only_greetings", "creation_date", "modification_date"} {
		delete(body, name)
	}
	if c.Version == 3 {
		body["creator_notes"] = quoted(newerNote + c.Notes)
	}
	if err := eachEntry(body, func(e object) {
		delete(e, "use_regex")
		var content string
		if json.Unmarshal(e["content"], &content) == nil {
			_, content = splitDecorators(content)
			e["content"] = quoted(content)
		}
	}); err != nil {
		return nil, err
	}
	root := object{"spec": quoted(specV2), "spec_version": quoted("2.0")}
	for _, name := range textMembers()[:6] {
		root[name] = body[name]
		if absent(body[name]) {
			root[name] = quoted("")
		}
	}
	return wrap(root, body)
}

// wrap makes the text of a card of its parts.
func wrap(root, body object) ([]byte, error) {
	data, err := marshal(body)
	if err != nil {
		return nil, err
	}
	root["data"] = data
	return marshal(root)
}

// marshal writes JSON with sorted members, and text as it is.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode card: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

func quoted(s string) json.RawMessage {
	data, err := marshal(s)
	if err != nil {
		return json.RawMessage(`""`) // unreachable: text can be encoded
	}
	return data
}

// encodeCharX packs the card. What a picture holds becomes files of the archive.
func (c *Card) encodeCharX() ([]byte, error) {
	text, err := c.newest()
	if err != nil || c.Kind == CharX {
		return packed(text, c.files, err)
	}
	root, body, err := c.members()
	if err != nil {
		return nil, err
	}
	files := newBundle()
	for _, name := range c.files.names() {
		data, _ := c.files.file(name)
		if err := files.add(movedTo+name, data); err != nil {
			return nil, err
		}
	}
	if body["assets"], err = c.movedAssets(body["assets"], files); err != nil {
		return nil, err
	}
	text, err = wrap(root, body)
	return packed(text, files, err)
}

// Where in a CharX the files of a PNG go, and the PNG itself.
const (
	movedTo     = "assets/other/"
	mainPicture = "assets/icon/images/main.png"
)

// movedAssets returns the assets as a CharX has them, and puts the picture into
// its files if one of them stands for it.
func (c *Card) movedAssets(raw json.RawMessage, files *bundle) (json.RawMessage, error) {
	var assets []object
	if json.Unmarshal(raw, &assets) != nil || len(assets) == 0 {
		assets = []object{{"type": quoted("icon"), "uri": quoted("ccdefault:"), "name": quoted("main"), "ext": quoted("png")}}
	}
	for _, a := range assets {
		var kind, uri string
		if json.Unmarshal(a["type"], &kind) != nil || json.Unmarshal(a["uri"], &uri) != nil {
			continue
		}
		if name, ok := strings.CutPrefix(uri, schemePNG); ok {
			a["uri"] = quoted(schemeCharX + movedTo + name)
		}
		if _, ok := files.file(mainPicture); !ok && kind == "icon" && uri == "ccdefault:" && c.Picture != nil {
			a["uri"] = quoted(schemeCharX + mainPicture)
			if err := files.add(mainPicture, c.Picture); err != nil {
				return nil, err
			}
		}
	}
	return marshal(assets)
}

func packed(text []byte, files *bundle, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return writeCharX(text, files)
}

// WithPicture returns the card with another picture, a PNG. One with chunks of a
// card in it loses them.
func (c *Card) WithPicture(picture []byte) (*Card, error) {
	if len(picture) > MaxPicture || !bytes.HasPrefix(picture, []byte(pngSignature)) {
		return nil, refuse(NotCard, "a picture that is no PNG of at most %d bytes", MaxPicture)
	}
	list, err := chunks(picture)
	if err != nil {
		return nil, err
	}
	plain := []byte(pngSignature)
	for _, ch := range list {
		if k := strings.ToLower(keywordOf(ch)); k != keywordV2 && k != keywordV3 && !strings.HasPrefix(k, keywordAsset) {
			plain = append(plain, ch.raw...)
		}
	}
	fresh := *c
	fresh.Picture = plain
	return &fresh, nil
}

// Portrait returns the asset that shows the character, and whether there is one:
// the icon called "main", else the first.
func (c *Card) Portrait() (Asset, bool) {
	best, found := Asset{}, false
	for _, a := range c.Assets {
		if _, ok := c.Asset(a); ok && a.Type == "icon" && (!found || a.Name == "main" && best.Name != "main") {
			best, found = a, true
		}
	}
	return best, found
}

// portrait returns a PNG for a card without one: its icon, or a plain area. from
// is the file of the card that it was made of.
func (c *Card) portrait() (picture []byte, from string, err error) {
	if a, ok := c.Portrait(); ok {
		data, _ := c.Asset(a)
		_, from, _ = strings.Cut(a.URI, "://")
		if fresh, err := c.WithPicture(data); err == nil {
			return fresh.Picture, from, nil
		}
		if im, ok := decodePicture(data); ok {
			var b bytes.Buffer
			if err := png.Encode(&b, im); err == nil && b.Len() <= MaxPicture {
				return b.Bytes(), from, nil
			}
		}
	}
	plain := image.NewPaletted(image.Rect(0, 0, 256, 384), color.Palette{color.Gray{Y: 0x50}})
	var b bytes.Buffer
	if err := png.Encode(&b, plain); err != nil {
		return nil, "", fmt.Errorf("draw picture of card: %w", err)
	}
	return b.Bytes(), "", nil
}

// decodePicture decodes a picture that does not claim to be larger than it may.
func decodePicture(data []byte) (image.Image, bool) {
	head, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || head.Width <= 0 || head.Height <= 0 || head.Width > MaxPixels/head.Height {
		return nil, false
	}
	im, _, err := image.Decode(bytes.NewReader(data))
	return im, err == nil
}
