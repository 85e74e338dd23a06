package models

import (
	"bytes"
	"os"
	"strconv"
)

// mainMemory returns the machine's memory in bytes, 0 if it cannot be told.
func mainMemory() int64 {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	return memTotal(data)
}

// memTotal reads the line "MemTotal:       16316412 kB".
func memTotal(meminfo []byte) int64 {
	for line := range bytes.Lines(meminfo) {
		fields := bytes.Fields(line)
		if len(fields) == 3 && string(fields[0]) == "MemTotal:" && string(fields[2]) == "kB" {
			n, err := strconv.ParseInt(string(fields[1]), 10, 52)
			if err != nil {
				return 0
			}
			return n << 10
		}
	}
	return 0
}
