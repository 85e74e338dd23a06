//go:build windows || darwin

package ui

import "context"

// hasTray reports whether something shows icons of programs that run in the
// background: this system always does.
func hasTray(context.Context) bool { return true }
