// Package rules is what a dream makes of a day without a model: insight,
// questions, goals, facts, opinions and candidates from the words that were
// said. It has the values that every thinking of a dream is given and gives, by
// rules or by a model: Material in, Reflection, Resolution, Extraction and
// Consolidation out. It reads and writes no files.
package rules
