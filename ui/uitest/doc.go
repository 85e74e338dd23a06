// Package uitest is what the tests of the window's packages share: a border
// whose errands run when the test says so (Bench), a companion and a house over
// files in temporary folders, and the comparison with golden pictures. It is
// part of no program.
package uitest
