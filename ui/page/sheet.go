package page

// A SheetModel is what a sheet says.
type SheetModel struct {
	Title, Text string
	Action      string // the word of the button that does it
	Cancel      string
}

// SheetWidth is how wide a sheet is.
const SheetWidth float32 = 420

// A SheetEnd says whether a sheet has done what it is for.
type SheetEnd int

// Whether a sheet is done.
const (
	SheetStays SheetEnd = iota
	SheetDone
)
