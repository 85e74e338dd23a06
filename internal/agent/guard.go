package agent

import (
	"bytes"
	"encoding/json"
	"fmt"

	"yumori/internal/llm"
)

// A verdict says whether a call is worth making.
type verdict int

const (
	fresh    verdict = iota // make it
	repeated                // the step before asked for the same: tell the answer again, unless it failed
	doubled                 // the same call stands earlier in this step: once is enough
	looping                 // asked for in three steps in a row: stop
)

// judge is the guard against loops. before holds, by signature, how many steps
// in a row have asked for a call, up to the step before; judge returns the
// same for this step, and a verdict on each of its calls.
//
// Only neighbouring steps count: a model that looks something up again after
// it changed something else is not running in circles. Longer circles are
// ended by the step budget.
func judge(before map[string]int, calls []llm.Call) (now map[string]int, verdicts []verdict) {
	now = make(map[string]int, len(calls))
	for _, c := range calls {
		sig := signature(c)
		if now[sig] > 0 {
			verdicts = append(verdicts, doubled)
			continue
		}
		now[sig] = before[sig] + 1
		switch now[sig] {
		case 1:
			verdicts = append(verdicts, fresh)
		case 2:
			verdicts = append(verdicts, repeated)
		default:
			verdicts = append(verdicts, looping)
		}
	}
	return now, verdicts
}

// signature is equal for calls that ask for the same: order of keys, spaces
// and the call's id do not matter.
func signature(c llm.Call) string {
	args := []byte(c.Args)
	if v, err := decode(c.Args); err == nil {
		if canon, err := json.Marshal(v); err == nil { // sorts keys
			args = canon
		}
	}
	return c.Name + "\x00" + string(bytes.TrimSpace(args))
}

// refusal is why none of a step's calls is made: the run ends with it, or the
// answer that asked for them was cut. It is "" if they may be made.
func refusal(stopped StopReason, f llm.Finish) string {
	switch {
	case stopped == StopLoop:
		return "not called: the same call was asked for three times in a row"
	case stopped == StopBudget:
		return "not called: the steps of this turn are used up"
	case f == llm.FinishLength:
		return "not called: your answer was cut at its length limit, so the arguments may be incomplete; ask again with shorter ones"
	}
	return ""
}

// plan turns a step's calls into records, with the answer of those that are
// not going to be made.
func (r *run) plan(calls []llm.Call, verdicts []verdict, refused string) []planned {
	plans := make([]planned, len(calls))
	for i, c := range calls {
		p := planned{verdict: verdicts[i], signature: signature(c)}
		p.CallRecord = CallRecord{Step: r.out.Steps - 1, ID: c.ID, Name: c.Name, Args: c.Args}
		switch {
		case refused != "":
			p.refuse(refused)
		case i >= maxCalls:
			p.refuse(fmt.Sprintf("not called: more than %d calls at once", maxCalls))
			delete(r.asks, p.signature) // may be asked for again
		case p.verdict == repeated && !r.last[p.signature].failed():
			p.refuse("not called again: you just made this very call. Its answer was: " + r.last[p.signature].Result)
		case p.verdict == doubled:
			p.refuse("not called twice: the same call stands earlier in this answer")
		}
		plans[i] = p
	}
	return plans
}

// A planned call is one that is to be made, or is answered already.
type planned struct {
	CallRecord
	verdict   verdict
	signature string
	args      json.RawMessage // as the tool gets them
	answered  bool
	made      bool // the tool was called
}

// failed says that the tool was called and could not do its work, so that
// trying the same once more makes sense.
func (p planned) failed() bool { return p.made && p.Err != "" }

// refuse answers the call without making it.
func (p *planned) refuse(why string) {
	p.Err = bound(why, maxResult)
	p.Result = p.Err
	p.answered = true
}
