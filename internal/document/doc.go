// Package document takes the text out of files that people give to read:
// plain text in the usual encodings, Markdown and PDF.
//
// A PDF is a stranger's program. It is read by a second process of this same
// binary, which has a limit on its memory, its time and what it may say, and
// which main hands over to Main before anything else. Where that process finds
// no text, or none that is language, pdftotext is asked if it is installed.
// What went wrong is a *Problem with a Reason that can be put into words.
package document
