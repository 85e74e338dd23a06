package entity

// Bounds, in characters unless said otherwise. They have no source but use:
// a page is read by a model as a whole.
const (
	// MaxName is the most characters of a name.
	MaxName = 200
	// MaxNote is the most characters of one Note.
	MaxNote = 20_000
	// MaxPage is the most characters of a page that is written to, its
	// sources left out.
	MaxPage = 100_000
	// MaxExcerpt is the most characters of an excerpt or a title.
	MaxExcerpt = 160
	// MaxSources is how many sources a paragraph gathers when it is said again
	// and again.
	MaxSources = 24

	maxAliases   = 50
	maxSource    = 200 // bytes
	maxQuery     = 32  // words
	maxFileName  = 80  // bytes, without the ending and a number; TRUST H1 allows 100
	maxSafeName  = 60  // bytes of a name that is kept as it is
	hashDigits   = 10  // of a file name that is not the name itself
	maxNumbering = 10_000
)
