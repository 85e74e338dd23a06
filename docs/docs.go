// Package docs holds the pages that say how Yumori works, for tests: what a
// page says in a table is checked by the package that it speaks of.
package docs

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Page returns the text of a page; its name is that of the file.
func Page(name string) (string, error) {
	data, err := pages.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("read page: %w", err)
	}
	return string(data), nil
}

// Table returns the rows of the first table below a heading of a page, without
// the row of titles: a list of cells each. No heading, or no table below it, is an error.
func Table(name, heading string) ([][]string, error) {
	text, err := Page(name)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	below := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			if len(rows) > 0 {
				return rows[1:], nil
			}
			below = strings.TrimSpace(strings.TrimLeft(line, "#")) == heading
		case !below:
		case strings.HasPrefix(line, "|---"):
		case strings.HasPrefix(line, "|"):
			rows = append(rows, cells(line))
		case len(rows) > 0:
			return rows[1:], nil
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("page %s has no table below %q", name, heading)
	}
	return rows[1:], nil
}

// cells splits a row; a formula's code may hold the sign that parts cells.
func cells(line string) []string {
	var list []string
	var cell strings.Builder
	code := false
	for _, r := range strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|") {
		switch {
		case r == '`':
			code = !code
			cell.WriteRune(r)
		case r == '|' && !code:
			list = append(list, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteRune(r)
		}
	}
	return append(list, strings.TrimSpace(cell.String()))
}
