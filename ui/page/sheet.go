package page

// A SheetModel is what a sheet says.
type SheetModel struct {
	Title, Text string
	Action      string // the word of the button that does it
	Cancel      string
	// Cancelled is called when the user leaves the sheet, and answers whether it
	// goes; nil lets it go.
	Cancelled func() SheetEnd
	Width     float32 // 0 is SheetWidth
}

// SheetWidth is how wide a sheet is that only asks, SheetWide one that shows what
// there is to look at.
const (
	SheetWidth float32 = 420
	SheetWide  float32 = 560
)

// A SheetEnd says whether a sheet has done what it is for.
type SheetEnd int

// Whether a sheet is done.
const (
	SheetStays SheetEnd = iota
	SheetDone
)
