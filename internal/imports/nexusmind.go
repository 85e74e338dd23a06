package imports

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"yumori/internal/store"
)

// What a room of Nexus Ark has in JSON has the same form here. All that comes in
// says that it was imported: none of it was lived through here.

// nexusJSON are the files of a room in JSON, where they go, and what marks them.
var nexusJSON = []struct {
	pattern *regexp.Regexp
	to      string
	mark    func([]byte) (any, error)
}{
	{regexp.MustCompile(`^(?:private/)?goals\.json$`), "goals.json", goalsImported},
	{regexp.MustCompile(`^(?:memory|private)/insights\.json$`), "memory/insights.json", listImported},
	{regexp.MustCompile(`^(?:memory|private)/internal_state\.json$`), "memory/internal_state.json", stateImported},
	{regexp.MustCompile(`^(?:memory|private)/emotion_log\.json$`), "memory/emotion_log.json", emotionsImported},
}

// imported is the value of "kind" of what comes from elsewhere.
var imported = json.RawMessage(`"imported"`)

// episodes adds those of a file to the list. None of them is told as lived
// through here.
func (s *Source) episodes(p store.Part, list *[]json.RawMessage) error {
	data, err := s.read(p.Name)
	if err != nil {
		return err
	}
	var items []map[string]json.RawMessage
	if shallow(data) != nil || json.Unmarshal(data, &items) != nil {
		s.Left.Add(p.Name, WhyDamaged)
		return nil
	}
	for _, e := range items {
		var day, text string
		if json.Unmarshal(e["date"], &day) != nil || json.Unmarshal(e["summary"], &text) != nil || strings.TrimSpace(text) == "" {
			s.Left.Add("episode", WhyDamaged)
			continue
		}
		e["date"], _ = json.Marshal(strings.ReplaceAll(strings.ReplaceAll(day, "～", "~"), " ", ""))
		e["kind"] = imported
		if e["id"] == nil {
			e["id"], _ = json.Marshal(fmt.Sprintf("episode_%s_n%03d", strings.Split(day, "~")[0], len(*list)+1))
		}
		raw, err := json.Marshal(e)
		if err != nil {
			s.Left.Add("episode", WhyDamaged)
			continue
		}
		*list = append(*list, raw)
	}
	return nil
}

// An object is one in JSON, its members as they stand.
type object map[string]json.RawMessage

// takeJSON takes a file of JSON, with its parts marked by mark; one that mark
// cannot read stays out.
func (s *Source) takeJSON(b *Being, p store.Part, to string, mark func([]byte) (any, error)) error {
	if b.Files[to] != nil { // a room between two versions has both
		s.Left.Add(p.Name, WhyNoPlace)
		return nil
	}
	data, err := s.read(p.Name)
	if err != nil {
		return err
	}
	var marked any
	if err = shallow(data); err == nil {
		marked, err = mark(data)
	}
	if err == nil {
		data, err = json.MarshalIndent(marked, "", "  ")
	}
	if err != nil {
		s.Left.Add(p.Name, WhyDamaged)
		return nil
	}
	b.Files[to] = append(data, '\n')
	return nil
}

// listImported marks all objects of a list.
func listImported(data []byte) (any, error) {
	var items []object
	if err := json.Unmarshal(data, &items); err != nil {
		return nil, err
	}
	for _, i := range items {
		if i == nil {
			return nil, fmt.Errorf("an element is null")
		}
		i["kind"] = imported
	}
	return items, nil
}

// emotionsImported marks the emotions of a log; what else stands there stays.
func emotionsImported(data []byte) (any, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(data, &items); err != nil {
		return nil, err
	}
	for i, raw := range items {
		items[i] = marked(raw)
	}
	return items, nil
}

// marked is an object with its kind; anything else is as it was.
func marked(raw json.RawMessage) json.RawMessage {
	var o object
	if json.Unmarshal(raw, &o) != nil || o == nil {
		return raw
	}
	o["kind"] = imported
	out, err := json.Marshal(o)
	if err != nil {
		return raw
	}
	return out
}

// within changes a list inside of an object, element by element. A member that
// is no list stays as it is.
func (o object) within(name string, change func(json.RawMessage) json.RawMessage) {
	var list []json.RawMessage
	if json.Unmarshal(o[name], &list) != nil || list == nil {
		return
	}
	for i, raw := range list {
		list[i] = change(raw)
	}
	if data, err := json.Marshal(list); err == nil {
		o[name] = data
	}
}

// goalsImported marks goals, in whichever list they are.
func goalsImported(data []byte) (any, error) {
	o, err := objectIn(data)
	for _, list := range []string{"short_term", "long_term", "completed", "abandoned"} {
		o.within(list, marked)
	}
	return o, err
}

func objectIn(data []byte) (object, error) {
	var o object
	err := json.Unmarshal(data, &o)
	if err == nil && o == nil {
		err = fmt.Errorf("it is null")
	}
	return o, err
}

// stateImported marks the open questions among what the drives depend on.
func stateImported(data []byte) (any, error) {
	o, err := objectIn(data)
	if err != nil {
		return nil, err
	}
	drives, err := objectIn(o["drives"])
	if err != nil {
		return o, nil // nothing of it is known here
	}
	if curiosity, err := objectIn(drives["curiosity"]); err == nil {
		curiosity.within("open_questions", questionImported)
		if drives["curiosity"], err = json.Marshal(curiosity); err != nil {
			return nil, err
		}
	}
	o["drives"], err = json.Marshal(drives)
	return o, err
}

// questionImported marks a question. One that was resolved says so by its time
// alone, and that it became a memory by a switch.
func questionImported(raw json.RawMessage) json.RawMessage {
	raw = marked(raw)
	q, err := objectIn(raw)
	if err != nil {
		return raw
	}
	var at string
	if q["state"] == nil && json.Unmarshal(q["resolved_at"], &at) == nil && strings.TrimSpace(at) != "" {
		q["state"] = json.RawMessage(`"resolved"`)
		if string(q["converted_to_memory"]) == "true" && q["converted"] == nil {
			q["converted"] = json.RawMessage(`"SKIP"`)
		}
	}
	if out, err := json.Marshal(q); err == nil {
		return out
	}
	return raw
}
