package gemini

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/generative-ai-go/genai"

	"yumori/internal/llm"
)

func declarations(tools []llm.ToolSpec) []*genai.FunctionDeclaration {
	out := make([]*genai.FunctionDeclaration, len(tools))
	for i, t := range tools {
		d := &genai.FunctionDeclaration{Name: t.Name, Description: clean(t.Description)}
		if d.Description == "" {
			d.Description = t.Name // an empty one is refused
		}
		if s := schemaOf(t.Schema); s != nil && s.Type == genai.TypeObject {
			d.Parameters = s
		}
		out[i] = d
	}
	return out
}

// maxSchemaDepth bounds schemas that refer to themselves.
const maxSchemaDepth = 8

// schemaOf turns a JSON Schema into the API's dialect, which knows less: what
// it has no word for (bounds, patterns, alternatives but the first) is left
// out. It returns nil for a schema that says nothing.
func schemaOf(raw json.RawMessage) *genai.Schema {
	var root jsonSchema
	if len(raw) == 0 || json.Unmarshal(raw, &root) != nil {
		return nil
	}
	c := schemaConverter{defs: root.Defs}
	for name, d := range root.Definitions {
		if c.defs == nil {
			c.defs = map[string]*jsonSchema{}
		}
		c.defs[name] = d
	}
	s := c.convert(&root, 0)
	if s.Type == genai.TypeObject && len(s.Properties) == 0 {
		return nil // the API refuses an object without properties
	}
	return s
}

// A jsonSchema is the part of JSON Schema that is understood.
type jsonSchema struct {
	Type        any                    `json:"type"` // a name or a list of names
	Description string                 `json:"description"`
	Format      string                 `json:"format"`
	Nullable    bool                   `json:"nullable"`
	Enum        []any                  `json:"enum"`
	Const       any                    `json:"const"`
	Items       *jsonSchema            `json:"items"`
	Properties  map[string]*jsonSchema `json:"properties"`
	Required    []string               `json:"required"`
	AnyOf       []*jsonSchema          `json:"anyOf"`
	OneOf       []*jsonSchema          `json:"oneOf"`
	Ref         string                 `json:"$ref"`
	Defs        map[string]*jsonSchema `json:"$defs"`
	Definitions map[string]*jsonSchema `json:"definitions"`
}

type schemaConverter struct{ defs map[string]*jsonSchema }

func (c schemaConverter) convert(s *jsonSchema, depth int) *genai.Schema {
	if s == nil || depth > maxSchemaDepth {
		return &genai.Schema{Type: genai.TypeString}
	}
	if name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]; name != "" && c.defs[name] != nil {
		return c.convert(c.defs[name], depth+1)
	}
	if alt := append(slices.Clone(s.AnyOf), s.OneOf...); len(alt) > 0 && s.Type == nil {
		return c.alternative(s, alt, depth)
	}
	name, nullable := typeName(s)
	out := &genai.Schema{Description: clean(s.Description), Nullable: s.Nullable || nullable}
	switch name {
	case "object":
		c.object(s, out, depth)
	case "array":
		out.Type = genai.TypeArray
		out.Items = c.convert(s.Items, depth+1)
	case "integer":
		out.Type = genai.TypeInteger
	case "number":
		out.Type = genai.TypeNumber
	case "boolean":
		out.Type = genai.TypeBoolean
	default:
		text(s, out)
	}
	return out
}

func (c schemaConverter) object(s *jsonSchema, out *genai.Schema, depth int) {
	out.Type = genai.TypeObject
	if len(s.Properties) == 0 && depth > 0 { // a free map has no form in the dialect
		out.Type = genai.TypeString
		out.Description = strings.TrimSpace(out.Description + " (a JSON object, as text)")
		return
	}
	out.Properties = map[string]*genai.Schema{}
	for name, p := range s.Properties {
		out.Properties[name] = c.convert(p, depth+1)
	}
	for _, name := range s.Required {
		if s.Properties[name] != nil {
			out.Required = append(out.Required, name)
		}
	}
}

func text(s *jsonSchema, out *genai.Schema) {
	out.Type = genai.TypeString
	values := s.Enum
	if s.Const != nil {
		values = []any{s.Const}
	}
	for _, v := range values {
		if v, ok := v.(string); ok && v != "" {
			out.Enum = append(out.Enum, v)
		}
	}
	if len(out.Enum) > 0 {
		out.Format = "enum"
	} else if s.Format == "date-time" {
		out.Format = s.Format
	}
}

// alternative picks the first alternative that is not null.
func (c schemaConverter) alternative(s *jsonSchema, alt []*jsonSchema, depth int) *genai.Schema {
	var out *genai.Schema
	nullable := s.Nullable
	for _, a := range alt {
		if a == nil {
			continue
		}
		if name, _ := typeName(a); name == "null" {
			nullable = true
		} else if out == nil {
			out = c.convert(a, depth+1)
		}
	}
	if out == nil {
		out = &genai.Schema{Type: genai.TypeString}
	}
	out.Nullable = out.Nullable || nullable
	if s.Description != "" {
		out.Description = clean(s.Description)
	}
	return out
}

// typeName returns the schema's type, the first that is not null, and whether
// null is among its types.
func typeName(s *jsonSchema) (name string, nullable bool) {
	switch t := s.Type.(type) {
	case string:
		return t, false
	case []any:
		for _, v := range t {
			if v == "null" {
				nullable = true
			} else if v, ok := v.(string); ok && name == "" {
				name = v
			}
		}
		return name, nullable
	}
	switch {
	case s.Properties != nil:
		return "object", false
	case s.Items != nil:
		return "array", false
	}
	return "", false
}
