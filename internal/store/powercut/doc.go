// Package powercut is where processes write that tests kill: a temporary folder or, when
// YUMORI_POWERCUT names ext4 or xfs, a file system of its own whose power is cut at
// the moment of the kill. scripts/powercut runs the tests so.
package powercut
