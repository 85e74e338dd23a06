// Package uitest is what the tests of the window's packages share: a dispatcher
// whose tasks run when the test says so (Bench), a companion and a home over
// files in temporary folders, and the comparison with golden pictures. It is
// part of no program.
package uitest
