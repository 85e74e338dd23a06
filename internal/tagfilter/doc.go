// Package tagfilter takes out of a persona's speech, while it streams, the tags
// in which it reports feelings and memories, and keeps what they report.
package tagfilter
