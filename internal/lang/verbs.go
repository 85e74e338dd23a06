package lang

import (
	"strings"

	"yumori/internal/lang/forms"
)

// VerbStem returns what the forms of an English verb come out as: "wrote" and
// "writing" the same.
func VerbStem(w string) string { return Stem(forms.Verb(strings.ToLower(w))) }
