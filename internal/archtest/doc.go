// Package archtest holds the program to its plan: which package may import
// which, and the limits that keep the code readable. It is nothing but tests,
// and they look at the files that are not tests.
//
// The files are parsed here rather than listed by the go command, so that the
// test cache notices when one of them changes.
package archtest
