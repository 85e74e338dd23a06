package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxProblems bounds how many faults of one set of arguments are told.
const maxProblems = 5

// A schema is the part of JSON Schema that tools use. A keyword that is not
// here is refused when the schema is read, so that none is silently ignored.
// There are no defaults, references or alternatives.
type schema struct {
	Type                 string             `json:"type"`
	Description          string             `json:"description"`
	Properties           map[string]*schema `json:"properties"`
	Required             []string           `json:"required"`
	AdditionalProperties *bool              `json:"additionalProperties"` // nil means true
	Items                *schema            `json:"items"`
	MaxItems             *int               `json:"maxItems"`
	Enum                 []any              `json:"enum"`
	MinLength            int                `json:"minLength"` // in characters
	MaxLength            *int               `json:"maxLength"`
	Minimum              *float64           `json:"minimum"`
	Maximum              *float64           `json:"maximum"`
}

// parseSchema reads the schema of a tool's arguments, which must be an object.
func parseSchema(data json.RawMessage) (*schema, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	d.UseNumber()
	var s *schema
	if err := d.Decode(&s); err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	if s == nil || s.Type != "object" {
		return nil, errors.New(`read schema: the type of the whole must be "object"`)
	}
	if err := s.sound(); err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	return s, nil
}

// sound says whether the schema makes sense in itself.
func (s *schema) sound() error {
	switch s.Type {
	case "object", "array", "string", "number", "integer", "boolean":
	default:
		return fmt.Errorf("unknown type %q", s.Type)
	}
	if s.Enum != nil && (s.Type == "object" || s.Type == "array") {
		return fmt.Errorf("enum on type %s", s.Type)
	}
	for _, name := range s.Required {
		if s.Properties[name] == nil {
			return fmt.Errorf("%q is required but not a property", name)
		}
	}
	for name, p := range s.Properties {
		if p == nil {
			return fmt.Errorf("property %q is empty", name)
		}
		if err := p.sound(); err != nil {
			return fmt.Errorf("property %q: %w", name, err)
		}
	}
	if s.Items != nil {
		if err := s.Items.sound(); err != nil {
			return fmt.Errorf("items: %w", err)
		}
	}
	return nil
}

// read returns args as the schema describes them, each member once, or says
// what is wrong with them in words for the model: at most maxProblems
// *ArgErrors, joined, in the order of the properties' names. No arguments at
// all count as an empty object.
func (s *schema) read(args json.RawMessage) (json.RawMessage, error) {
	v, err := decode(args)
	if err != nil {
		return nil, &ArgError{Reason: "are not valid JSON: " + err.Error()}
	}
	problems := s.problems(nil, "", v)
	if len(problems) > maxProblems {
		more := len(problems) - maxProblems
		problems = append(problems[:maxProblems], fmt.Errorf("and %d more", more))
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	clean, err := json.Marshal(v) // of two members with one name the last counts
	if err != nil {
		return nil, &ArgError{Reason: "cannot be read: " + err.Error()}
	}
	return clean, nil
}

// problems adds to found what is wrong with v, which stands at path.
func (s *schema) problems(found []error, path string, v any) []error {
	bad := func(format string, args ...any) []error {
		return append(found, &ArgError{Path: path, Reason: fmt.Sprintf(format, args...)})
	}
	if kind := kindOf(v); kind != s.Type && (kind != "integer" || s.Type != "number") {
		return bad("must be of type %s, not %s", s.Type, kind)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) {
		return bad("must be one of %s", list(s.Enum))
	}
	switch v := v.(type) {
	case string:
		return append(found, s.outOfLength(path, v)...)
	case json.Number:
		return append(found, s.outOfRange(path, v)...)
	case []any:
		if s.MaxItems != nil && len(v) > *s.MaxItems {
			return bad("must have at most %d items, not %d", *s.MaxItems, len(v))
		}
		for i, item := range v {
			if s.Items != nil {
				found = s.Items.problems(found, fmt.Sprintf("%s[%d]", path, i), item)
			}
		}
	case map[string]any:
		return s.fields(found, path, v)
	}
	return found
}

// fields adds what is wrong with the members of an object.
func (s *schema) fields(found []error, path string, v map[string]any) []error {
	at := func(name string) string {
		name = shorten(name, maxNameShown)
		if path == "" {
			return name
		}
		return path + "." + name
	}
	for _, name := range slices.Sorted(slices.Values(s.Required)) {
		if _, ok := v[name]; !ok {
			found = append(found, &ArgError{Path: at(name), Reason: "is required"})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		switch p := s.Properties[name]; {
		case p != nil:
			found = p.problems(found, at(name), v[name])
		case s.AdditionalProperties != nil && !*s.AdditionalProperties:
			found = append(found, &ArgError{Path: at(name), Reason: "is not an argument of this tool"})
		}
	}
	return found
}

func (s *schema) outOfLength(path, v string) []error {
	n := utf8.RuneCountInString(v)
	switch {
	case n < s.MinLength:
		return []error{&ArgError{Path: path, Reason: fmt.Sprintf("must have at least %d characters, not %d", s.MinLength, n)}}
	case s.MaxLength != nil && n > *s.MaxLength:
		return []error{&ArgError{Path: path, Reason: fmt.Sprintf("must have at most %d characters, not %d", *s.MaxLength, n)}}
	}
	return nil
}

func (s *schema) outOfRange(path string, n json.Number) []error {
	f, err := n.Float64()
	switch {
	case err != nil:
		return []error{&ArgError{Path: path, Reason: "is too large a number"}}
	case s.Minimum != nil && f < *s.Minimum:
		return []error{&ArgError{Path: path, Reason: fmt.Sprintf("must be at least %v", *s.Minimum)}}
	case s.Maximum != nil && f > *s.Maximum:
		return []error{&ArgError{Path: path, Reason: fmt.Sprintf("must be at most %v", *s.Maximum)}}
	}
	return nil
}

// kindOf names the JSON type of v. A number is an integer only if it is
// written as one, so that a tool can read it into an int64.
func kindOf(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if _, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return "integer"
		}
		return "number"
	}
	return "null"
}

func list(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprintf("%#v", v)
		if n, ok := v.(json.Number); ok {
			words[i] = n.String()
		}
	}
	return strings.Join(words, ", ")
}

// decode reads one JSON value and nothing after it. Numbers stay as written.
func decode(args json.RawMessage) (any, error) {
	d := json.NewDecoder(bytes.NewReader(objectOf(args)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("they end too early")
		}
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object")
	}
	return v, nil
}

// objectOf returns the arguments, or an empty object for none: some models
// send nothing, or null, to a tool that needs nothing.
func objectOf(args json.RawMessage) json.RawMessage {
	if a := bytes.TrimSpace(args); len(a) == 0 || string(a) == "null" {
		return json.RawMessage("{}")
	}
	return args
}
