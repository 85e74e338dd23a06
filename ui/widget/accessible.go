package widget

import "fyne.io/fyne/v2"

// This file is what readers of the screen are told of our own widgets, where
// the toolkit asks.

// AccessibilityLabel is asked by the toolkit.
func (b *IconButton) AccessibilityLabel() string { return b.Word }

// AccessibilityRole is asked by the toolkit.
func (b *IconButton) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel is asked by the toolkit.
func (b *PersonaButton) AccessibilityLabel() string { return b.word }

// AccessibilityRole is asked by the toolkit.
func (b *PersonaButton) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel is asked by the toolkit.
func (p *Pill) AccessibilityLabel() string { return p.label.Text }

// AccessibilityRole is asked by the toolkit.
func (p *Pill) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel is asked by the toolkit.
func (r *radio) AccessibilityLabel() string { return r.word }

// AccessibilityRole is asked by the toolkit.
func (r *radio) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel is asked by the toolkit.
func (c *Caption) AccessibilityLabel() string { return c.Text }

// AccessibilityRole is asked by the toolkit.
func (c *Caption) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
