//go:build linux && cgo

package heap

/*
#include <malloc.h>

static void trim(void) {
#ifdef __GLIBC__ // others have no such call, and keep little
	malloc_trim(0);
#endif
}
*/
import "C"

// trim gives back the whole pages that lie free in the C library's heap.
func trim() { C.trim() }
