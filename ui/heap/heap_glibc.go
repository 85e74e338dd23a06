//go:build linux && cgo

package heap

/*
#include <malloc.h>

#ifdef __GLIBC__
static void frugal(int piece) { mallopt(M_MMAP_THRESHOLD, piece); }
static void trim(void) { malloc_trim(0); }
#else // others have no such calls, and keep little
static void frugal(int piece) {}
static void trim(void) {}
#endif
*/
import "C"

// piece is how large a block is, in bytes, that has pages of its own, which go
// back at once when it is freed. The library's own measure grows with what is
// freed, up to 32 MB: the pictures of closed pages would leave holes.
const piece = 64 << 10

func frugal() { C.frugal(piece) }

// trim gives back the whole pages that lie free between other blocks.
func trim() { C.trim() }
