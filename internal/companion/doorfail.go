package companion

// DoorFailed is told why other programs could not be let in at an address,
// beside the window; "" is that they are, or are not to be. Snapshots have it
// among their troubles until then.
func (h *House) DoorFailed(address, why string) {
	h.mu.Lock()
	before := len(h.shut)
	h.shut = nil
	if why != "" {
		h.shut = []Trouble{{File: address, What: why, Shut: true}}
	}
	changed := before > 0 || why != ""
	h.mu.Unlock()
	if changed {
		h.publishSnapshots()
	}
}

// doorTroubles is the trouble that the door could not be opened, if there is that.
func (h *House) doorTroubles() []Trouble {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.shut
}
