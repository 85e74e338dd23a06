// Package face draws the faces of personas.
//
// A portrait is a folder of assets/portraits: layers as SVG files, each on a
// field of 400 by 400, and portrait.json, which says how they lie upon each
// other and which eyes, brows and mouth make an expression. What is drawn is
// data; this package is the engine. It paints any portrait at any size, away
// from the screen's goroutine, and keeps what it has painted.
//
// The sample personas have portraits of their own. Who has none gets the one
// called "moon", in colours and with the letter of its name. Pictures that a
// person gave (Own) take the place of either.
//
//	stage := &face.Stage{Gallery: face.NewGallery(assets.Files), …}
//	p := face.New(stage, 200, companion)                   // large: breathes and blinks
//	p.Express(face.Who{Slug: "luna", Name: "Luna"}, face.Joy)
//	h := face.NewHead(stage, companion)                    // small, round, still
//
// All movement is a function of the time and a seed (motion), and happens only
// while the stage is lively: a window that is hidden, or a person who wants no
// movement, gets a still picture, and no timer runs.
package face
