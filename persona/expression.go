package persona

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"yumori/internal/store"
)

// ExpressionsDir holds pictures of the persona by what it feels:
// expressions/<category>.png, .jpg, .webp or .gif. One that is not there is drawn.
const ExpressionsDir = "expressions"

// MaxExpression bounds a picture, in bytes.
const MaxExpression = 24 << 20

// Expression returns the picture of a feeling, "" for the persona at rest; nil
// if there is none. It reads a file.
func Expression(d *store.Dir, category string) ([]byte, error) {
	if category == "" {
		category = "neutral"
	}
	if strings.ContainsAny(category, `./\`) {
		return nil, nil
	}
	for _, ext := range []string{".png", ".jpg", ".jpeg", ".webp", ".gif"} {
		data, err := d.Read(path.Join(ExpressionsDir, category+ext))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read expression: %w", err)
		}
		if len(data) > MaxExpression {
			return nil, fmt.Errorf("read expression %s%s: %w", category, ext, store.ErrUnreadable)
		}
		return data, nil
	}
	return nil, nil
}
