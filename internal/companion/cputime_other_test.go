//go:build !unix

package companion

import "time"

// processTime is not known here.
func processTime() time.Duration { return 0 }
