package imports

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"yumori/internal/store"
)

// AttachmentsDir is where the files go that go with messages.
const AttachmentsDir = "attachments/"

// maxAttached is the most bytes of a file that goes with a message.
const maxAttached = 20 << 20

// attachable are the endings of files that a message may have.
var attachable = []string{".png", ".jpg", ".jpeg", ".gif", ".webp", ".txt", ".md", ".csv", ".json", ".log"}

// nexusMarks are the forms in which a log names a file.
var nexusMarks = regexp.MustCompile(`\[(?:ファイル添付|Generated Image|VIEW_IMAGE): *([^\]\n]{1,1000})\]`)

// takeAttached takes a file that may go with a message, and reports whether it
// did not leave it to the caller.
func (s *Source) takeAttached(b *Being, p store.Part) bool {
	base := path.Base(p.Name)
	to := AttachmentsDir + base
	if !strings.HasPrefix(p.Name, AttachmentsDir) {
		to = AttachmentsDir + "generated-" + base
	}
	switch {
	case secretNames.MatchString(p.Name):
		return false
	case p.Size > maxAttached:
		s.Left.Add(p.Name, WhyLong)
	case store.CheckName(to) != nil || !slices.Contains(attachable, strings.ToLower(path.Ext(base))):
		s.Left.Add("attachment "+path.Ext(base), WhyMedia)
	default:
		b.Big[to] = p.Name
		if s.attached == nil {
			s.attached = map[string]string{}
		}
		s.attached[p.Name] = to
	}
	return true
}

// attached returns a text in which files that go with it are named without the
// folders of the machine that they were on, and where those go that come along.
func (n *nexusReader) attached(text string) (bare string, files []string) {
	bare = nexusMarks.ReplaceAllStringFunc(text, func(mark string) string {
		name := path.Clean(strings.ReplaceAll(strings.TrimSpace(nexusMarks.FindStringSubmatch(mark)[1]), `\`, "/"))
		base := path.Base(name)
		to := n.files[path.Base(path.Dir(name))+"/"+base]
		if to == "" {
			to = n.files[AttachmentsDir+base]
		}
		if to == "" {
			n.left.Add("attachment", WhyMedia)
		} else if !slices.Contains(files, to) {
			files = append(files, to)
		}
		return "[" + base + "]"
	})
	return bare, files
}
