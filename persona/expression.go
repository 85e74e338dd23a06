package persona

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"yumori/internal/store"
)

// ExpressionsDir holds pictures of the persona by what it feels:
// expressions/<category>.png, .jpg, .webp or .gif. One that is not there is drawn.
const ExpressionsDir = "expressions"

// MaxExpression bounds a picture, in bytes.
const MaxExpression = 24 << 20

// ErrNoPicture says that something is no picture of a kind that can be shown.
var ErrNoPicture = errors.New("no picture that can be shown")

// atRest is the picture of the persona at rest, which stands for every feeling
// that has none of its own.
const atRest = "neutral"

// expressionExts are the endings of pictures, in the order they are looked for.
func expressionExts() []string { return []string{".png", ".jpg", ".jpeg", ".webp", ".gif"} }

// Expression returns the picture of a feeling, "" for the persona at rest; nil
// if there is none. It reads a file.
func Expression(d *store.Dir, category string) ([]byte, error) {
	if category == "" {
		category = atRest
	}
	if strings.ContainsAny(category, `./\`) {
		return nil, nil
	}
	for _, ext := range expressionExts() {
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

// SetPortrait gives the persona a picture for when it is at rest, nil its drawn
// face. The picture before is set aside, in .quarantine. It returns ErrNoPicture,
// and changes nothing, for what is no picture; whether it is a whole one is for
// the caller to see.
func SetPortrait(d *store.Dir, picture []byte, c store.Cause) error {
	ext := map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif"}[http.DetectContentType(picture)]
	if picture != nil && (ext == "" || len(picture) > MaxExpression) {
		return fmt.Errorf("set portrait: %w", ErrNoPicture)
	}
	for _, old := range expressionExts() {
		name := path.Join(ExpressionsDir, atRest+old)
		if _, err := d.Quarantine(name, "replaced"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("set portrait: %w", err)
		}
	}
	if picture == nil {
		return nil
	}
	if err := d.Write(path.Join(ExpressionsDir, atRest+ext), picture, c); err != nil {
		return fmt.Errorf("set portrait: %w", err)
	}
	return nil
}
