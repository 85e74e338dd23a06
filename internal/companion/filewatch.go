package companion

// WatchFiles watches the files of the personas that are open, and of those that
// are opened from now on, until Close: what is written in an editor is indexed
// without anybody asking, some two seconds later. A second call does nothing.
func (h *House) WatchFiles() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watchesFiles = true
	for _, c := range h.open {
		c.recall.WatchFiles()
	}
}
