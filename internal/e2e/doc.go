// Package e2e tests the program as a person uses it: the real binary in a
// window under Xvfb, driven by key strokes. It needs Xvfb, xdotool and
// ImageMagick, and fcitx5 with anthy for the input method; `make test` installs
// them, and without them its tests say so and are skipped.
package e2e
