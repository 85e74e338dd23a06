package wire

import (
	"regexp"
	"strconv"
	"strings"
)

// limitWords are the ways in which servers name the tokens that they take when
// a request was too long, the number in the one group.
var limitWords = []*regexp.Regexp{
	regexp.MustCompile(`(?i)maximum context length (?:is|of) (?:only )?([\d,]{3,11})`),            // OpenAI, OpenRouter, vLLM
	regexp.MustCompile(`(?i)context length (?:is |of )only ([\d,]{3,11})`),                        // LM Studio
	regexp.MustCompile(`(?i)available context size \(([\d,]{3,11})`),                              // llama.cpp
	regexp.MustCompile(`(?i)maximum number of tokens allowed \(?([\d,]{3,11})`),                   // Gemini
	regexp.MustCompile(`(?i)tokens > ([\d,]{3,11}) maximum`),                                      // Anthropic
	regexp.MustCompile(`(?i)context limit: [\d+, ]{3,25}> ([\d,]{3,11})`),                         // Anthropic, with the answer
	regexp.MustCompile(`(?i)maximum model length of ([\d,]{3,11})`),                               // vLLM
	regexp.MustCompile(`(?i)maximum prompt length is ([\d,]{3,11})`),                              // xAI
	regexp.MustCompile(`(?i)too large for model with ([\d,]{3,11}) maximum context`),              // Mistral
	regexp.MustCompile(`(?i)model token limit: ([\d,]{3,11})`),                                    // Moonshot
	regexp.MustCompile(`(?i)token count of [\d,]{3,11} exceeds the limit of ([\d,]{3,11})`),       // Copilot
	regexp.MustCompile(`(?i)request too large.{0,200}tokens per min.{0,20}limit:? ([\d,]{3,11})`), // OpenAI, Groq: what a minute takes, one request cannot exceed
}

// limit returns the tokens that the model takes, as the failure names them; 0
// if it does not.
func (f failure) limit() int {
	if f.context > 0 {
		return f.context
	}
	for _, words := range limitWords {
		m := words.FindStringSubmatch(f.message)
		if m == nil {
			continue
		}
		if n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", "")); err == nil && n > 0 {
			return n
		}
	}
	return 0
}
