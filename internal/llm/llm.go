// Package llm holds what every language model and embedder has in common: the
// request, the answer, the usage, and the few errors a caller branches on.
// The providers are sub-packages; llm/llmtest has the fakes.
package llm

import (
	"context"
	"encoding/json"
	"time"
	"yumori/internal/memory"
)

// A Model answers a request. Implementations are safe for concurrent use.
type Model interface {
	// Info says what the model is and what it takes. It costs nothing.
	Info() Info

	// Generate answers req. When stream is not nil it is called with each
	// piece of speech as it arrives, in order, from one goroutine, and never
	// after Generate returned; the pieces together are Response.Message.Text.
	// Thoughts are never speech.
	//
	// The context bounds the whole call: Generate returns within 200 ms of
	// its end. With a failure after some speech the Response holds what came
	// so far and the error says why it stopped. Errors wrap one of the
	// sentinels of this package, or the context's error.
	Generate(ctx context.Context, req Request, stream func(text string)) (Response, error)
}

// Info describes a model to the screen and to the prompt builder.
type Info struct {
	Provider string // whose server it is, as config.ModelChoice.Service says
	Name     string // the model's name at its provider; "built-in rules" for builtin
	Window   Window // as far as it is known without asking; see WindowOf
	Images   bool   // takes pictures
	Toolless bool   // is known to take no tools: what is offered to it is not sent
	Rules    bool   // built-in rules, not a language model: the screen says so
}

// Label names the model in one word: "provider/name", the rules by their name.
func (i Info) Label() string {
	if i.Rules || i.Provider == "" {
		return i.Name
	}
	return i.Provider + "/" + i.Name
}

// A Role says who a message is from.
type Role string

// The roles of a conversation. A system prompt is Request.System, not a message.
const (
	RoleUser  Role = "user"
	RoleModel Role = "model"
	RoleTool  Role = "tool" // answers to the calls of the model message before it
)

// A Message is one entry of the conversation that is sent to a model. Which
// fields may be set depends on Role, as said at each.
type Message struct {
	Role        Role
	Text        string       // user and model
	Time        time.Time    // when it was said, zero if unknown; no adapter sends it
	Attachments []Attachment // user
	Calls       []Call       // model: the tools it wants called
	Results     []Result     // tool: one for each call of the message before it, same order
	// Opaque is the provider's own data about a model message (thought
	// signatures), to be sent back unchanged to the same provider and model.
	// It is kept with the message while a turn lasts and may be nil.
	Opaque json.RawMessage
}

// An Attachment is a picture or a text that goes with a user message.
type Attachment struct {
	Name string // file name, for people
	MIME string // image/png, image/jpeg, image/webp, image/gif or text/plain
	Data []byte
}

// A Call asks for one tool.
type Call struct {
	ID   string          // unique within the conversation; made up by the adapter if the provider has none
	Name string          // as in ToolSpec
	Args json.RawMessage // a JSON object; may be invalid JSON if the model wrote it badly
}

// A Result is the answer to one Call.
type Result struct {
	ID   string // of the Call
	Name string // of the Call
	Text string // what the model is told; for errors too
}

// A ToolSpec describes a tool to a model.
type ToolSpec struct {
	Name        string          // [a-z_]+
	Description string          // Markdown
	Schema      json.RawMessage // JSON Schema of the arguments, "type":"object"
}

// A Section is one layer of the system prompt. Adapters of remote models send
// what String returns, in order; the built-in rules look sections up by Name and
// read their memories, not their text.
type Section struct {
	Name string // stable, for machines: "identity", "soul", …, see persona.Layer names
	Text string // Markdown, with its own heading
	// Memories are what the section tells, as values: texts of files, goals, what
	// was recalled. Without a Mark Text has them already, in its own form.
	Memories []memory.Item
	// Mark, if not "", is the id of the message that is answered: the memories
	// stand behind Text, a line each, fenced with it as data.
	Mark string
}

// A Setting is when, in what language and between whom a talk takes place. Text
// of the system prompt says it too: the built-in rules read it here.
type Setting struct {
	Now      time.Time // in the user's zone; zero leaves it to the model's clock
	Language string    // of the persona: "en", "ja"
	Persona  string    // its name
	User     string    // the user's name; "" unknown
}

// A Request is one call to a model. The zero values of the optional fields
// leave the choice to the provider.
type Request struct {
	System   []Section
	Setting  Setting
	Messages []Message // oldest first; starts with a user message and ends with a user or tool message
	Tools    []ToolSpec
	// JSON, if not nil, is a JSON Schema that the whole answer must follow;
	// Response.Message.Text is then the JSON text, not yet validated.
	JSON      json.RawMessage
	MaxTokens int     // bound of the answer; 0: the adapter's default
	Purpose   Purpose // what the call is for: usage is counted by it
}

// A Purpose names what a model call is for.
type Purpose string

// The purposes of this program's calls.
const (
	PurposeChat     Purpose = "chat"
	PurposePlan     Purpose = "plan" // what to recall
	PurposeDream    Purpose = "dream"
	PurposeAct      Purpose = "act" // a persona speaks first
	PurposeTest     Purpose = "test"
	PurposeEmbed    Purpose = "embed"    // vectors of texts
	PurposeBackfill Purpose = "backfill" // dreams of days long past
)

// A Response is a model's answer.
type Response struct {
	Message Message // Role is RoleModel
	Finish  Finish
	Usage   Usage
	Prompt  PromptFate // what became of the request at the server, as far as it can be told
}

// A PromptFate says what the server did with a prompt before the model saw it.
type PromptFate string

// The fates of a prompt.
const (
	PromptWhole PromptFate = ""    // nothing is known to be missing
	PromptCut   PromptFate = "cut" // the server left some of it out without a word
)

// Whole returns an ErrPromptCut for an answer to a prompt of which a part is missing:
// nothing may be kept that is made of it.
func (r Response) Whole() error {
	if r.Prompt == PromptCut {
		return ErrPromptCut
	}
	return nil
}

// A Finish says why an answer ended.
type Finish string

// The ways an answer ends without an error.
const (
	FinishStop   Finish = "stop"   // the model was done, or wants its tools called
	FinishLength Finish = "length" // cut at the token bound: speech is usable, JSON and calls are not
)

// Usage counts the tokens of a call, as the provider reports them or, where
// it does not, as estimated by EstimateTokens.
type Usage struct {
	Calls     int     `json:"calls"` // requests, as the server counts them
	Prompt    int     `json:"prompt_tokens"`
	Answer    int     `json:"answer_tokens"` // thoughts included
	Estimated bool    `json:"estimated,omitempty"`
	Money     float64 `json:"money,omitempty"` // in the user's currency, of what has a price; 0 unknown
}

// Add returns the sum of both usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Calls:     u.Calls + v.Calls,
		Prompt:    u.Prompt + v.Prompt,
		Answer:    u.Answer + v.Answer,
		Estimated: u.Estimated || v.Estimated,
		Money:     u.Money + v.Money,
	}
}
