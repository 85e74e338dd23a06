package facts

import "strings"

var (
	properEn  = re(`[A-Z][\p{L}\p{N}'’&-]*(?: (?:of |de |van |von |the )?[A-Z][\p{L}\p{N}'&-]*)*`)
	mentionEn = re(`^(?:I|I'm|I've|I'd|I'll|My|We|We're|We've|Our|The|A|An|It|It's|He|She|They|This|That|There|Mr|Mrs|Ms|Dr|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Today|Tomorrow|Yesterday|From|In|On|At|When|Since|After|Before|Both|All|People|Everyone|Please|Never|Also|English|OK)$`)
)

// namesEnglish returns the proper names of a sentence.
func namesEnglish(s string) []string {
	var names []string
	for _, at := range properEn.FindAllStringIndex(s, -1) {
		if at[0] > 0 {
			if before := s[at[0]-1]; before != ' ' && before != '"' && before != '(' && before != '@' {
				continue
			}
		}
		n := strings.TrimSuffix(strings.TrimRight(s[at[0]:at[1]], "'-&"), "'s")
		for {
			first, rest, more := strings.Cut(n, " ")
			if !mentionEn.MatchString(first) {
				break
			}
			if n = rest; !more {
				break
			}
		}
		if n != "" && !strings.Contains(n, "I'") {
			names = append(names, n)
		}
	}
	return uniqueNames(names)
}
