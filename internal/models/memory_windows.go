package models

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryStatus is MEMORYSTATUSEX of the Windows API.
type memoryStatus struct {
	length uint32
	load   uint32
	total  uint64
	_      [6]uint64
}

// mainMemory returns the machine's memory in bytes, 0 if it cannot be told.
func mainMemory() int64 {
	s := memoryStatus{}
	s.length = uint32(unsafe.Sizeof(s))
	ask := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if ok, _, _ := ask.Call(uintptr(unsafe.Pointer(&s))); ok == 0 {
		return 0
	}
	return int64(s.total) //nolint:gosec // far below 2⁶³
}
