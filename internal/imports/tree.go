package imports

import (
	"cmp"
	"slices"
	"time"
)

// A node is one place of a conversation that is a tree, as ChatGPT and Claude
// keep it. It may say nothing: then what follows answers what came before it.
type node struct {
	key, parent string
	role        Role
	text        string // "" it says nothing
	at          time.Time
	model       string
}

// A tree is a conversation with its branches.
type tree struct {
	nodes []node
	leaf  string // on the branch that was shown; "" is the newest

	at       map[string]int
	children map[string][]int // by the key of the parent, "" of those without one
	shown    map[string]bool
}

// tell hands a conversation on: parents before children, and of those that
// answer the same, those that are not shown before the one that is.
func (t *tree) tell(sink Sink) error {
	t.link()
	type step struct {
		node   int
		parent string // the last one above that says something
	}
	var stack []step
	push := func(key, parent string) {
		for _, i := range slices.Backward(t.children[key]) {
			stack = append(stack, step{i, parent})
		}
	}
	push("", "")
	told := map[string]bool{}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := t.nodes[s.node]
		if told[n.key] {
			continue
		}
		told[n.key] = true
		if n.text != "" {
			m := Message{Key: n.key, Parent: s.parent, Off: !t.shown[n.key], Role: n.role, Text: n.text, Time: n.at, Model: n.model}
			if err := sink.Message(m); err != nil {
				return err
			}
			s.parent = n.key
		}
		push(n.key, s.parent)
	}
	return nil
}

// link finds children and the branch that is shown. A node whose parent is not
// there, or that is above itself, begins the conversation.
func (t *tree) link() {
	slices.SortStableFunc(t.nodes, func(a, b node) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.key, b.key)) })
	t.at, t.children, t.shown = map[string]int{}, map[string][]int{}, map[string]bool{}
	for i, n := range t.nodes {
		t.at[n.key] = i
	}
	t.cut()
	newest := ""
	for _, n := range t.nodes {
		if n.text != "" {
			newest = n.key
		}
	}
	if _, ok := t.at[t.leaf]; !ok {
		t.leaf = newest
	}
	for i, n := range t.nodes {
		t.children[n.parent] = append(t.children[n.parent], i)
	}
	for t.leaf != "" && len(t.children[t.leaf]) > 0 { // what is shown ends with what was said last
		list := t.children[t.leaf]
		t.leaf = t.nodes[list[len(list)-1]].key
	}
	for key := t.leaf; key != ""; key = t.nodes[t.at[key]].parent {
		t.shown[key] = true
	}
	for _, list := range t.children { // what is shown comes last
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(t.rank(a), t.rank(b)) })
	}
}

// rank is 1 for what is shown, else 0.
func (t *tree) rank(i int) int {
	if t.shown[t.nodes[i].key] {
		return 1
	}
	return 0
}

// cut takes off parents that are not there, and circles.
func (t *tree) cut() {
	const unseen, under, whole = 0, 1, 2
	state := make([]int, len(t.nodes))
	for i := range t.nodes {
		var way []int
		for at := i; state[at] == unseen; {
			state[at] = under
			way = append(way, at)
			up, ok := t.at[t.nodes[at].parent]
			if !ok || state[up] == under {
				t.nodes[at].parent = ""
				break
			}
			at = up
		}
		for _, at := range way {
			state[at] = whole
		}
	}
}
