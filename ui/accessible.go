package ui

import "fyne.io/fyne/v2"

// This file is what readers of the screen are told of our own widgets, where
// the toolkit asks.

// AccessibilityLabel is asked by the toolkit.
func (b *iconButton) AccessibilityLabel() string { return b.word }

// AccessibilityRole is asked by the toolkit.
func (b *iconButton) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel is asked by the toolkit.
func (b *personaButton) AccessibilityLabel() string { return b.word }

// AccessibilityRole is asked by the toolkit.
func (b *personaButton) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel is asked by the toolkit.
func (p *pill) AccessibilityLabel() string { return p.label.Text }

// AccessibilityRole is asked by the toolkit.
func (p *pill) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel is asked by the toolkit.
func (r *radio) AccessibilityLabel() string { return r.word }

// AccessibilityRole is asked by the toolkit.
func (r *radio) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel is asked by the toolkit.
func (c *caption) AccessibilityLabel() string { return c.Text }

// AccessibilityRole is asked by the toolkit.
func (c *caption) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel is asked by the toolkit.
func (r *fileRow) AccessibilityLabel() string { return r.title }

// AccessibilityRole is asked by the toolkit.
func (r *fileRow) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
