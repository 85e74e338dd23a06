// Package icons holds Yumori's own icons as SVG text, and its app icon.
//
// Every icon is one filled path on a 24 by 24 grid: lines are drawn as
// outlines 1.75 wide, because the toolkit recolours fills and no strokes.
package icons

import "embed"

// Files holds name.svg for every icon, and app.svg and app.png, the app icon.
//
//go:embed *.svg app.png
var Files embed.FS
