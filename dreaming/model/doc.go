// Package model has a language model do the tasks of a dream: one call with a
// prompt of its own for each, and an answer that is read leniently in its form
// and strictly in what it says. Where no model answers, or none that can be
// used, package rules takes its place and the account says so.
package model
