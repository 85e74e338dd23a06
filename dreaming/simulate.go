package dreaming

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"yumori/dreaming/model"
	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// A Simulation is days that are pretended: the clock, and the talk if there is
// any. What decides about nights and first words is what always does.
type Simulation struct {
	From     time.Time // zero is now
	Days     int
	Schedule Schedule
	Contract Contract
	Life     Life // who talks; no talk is silence
}

// A Course is what would happen. Its numbers and texts are the same for the
// same persona, Simulation and From.
type Course struct {
	From, To time.Time
	Hours    []motivation.Drives // the drives, hour by hour
	Acts     []SimulatedAct
	Dreams   []SimulatedDream
	Talked   int            // exchanges
	Open     int            // the most questions that were open at a time
	Arousal  float64        // mean of the episodes, at the end
	Echoes   int            // sentences that only repeated what was recalled, kept out
	Relearnt int            // sentences of recalled texts that stand in files all the same, at the end
	Files    map[string]int // bytes of what was written, at the end
	Calls    int            // a model would be asked, at most
	Tokens   int            // estimated
}

// A SimulatedAct is a time at which the persona would speak first.
type SimulatedAct struct {
	Time  time.Time        `json:"time"`
	Drive motivation.Drive `json:"drive"`
	Level float64          `json:"level"`
	Line  string           `json:"line,omitempty"` // by rules; "" it has nothing particular to say
}

// A SimulatedDream is a dream that would come.
type SimulatedDream struct {
	Time    time.Time     `json:"time"`
	Date    episodic.Date `json:"date"`
	Level   int           `json:"level"`
	Reason  Reason        `json:"reason"`
	Changes int           `json:"changes"`
	Calls   int           `json:"calls"`
	Tokens  int           `json:"tokens"`
}

// simStep is how far apart the pretended looks of the watch are.
const simStep = 15 * time.Minute

// firstWordTokens is what first words by a model are reckoned at.
const firstWordTokens = 6_000

// Simulate pretends days. Everything is written to a shadow and forgotten: no
// file changes, and no model is asked; the nights are dreamt by rules, and what
// a model would cost is estimated. It takes some milliseconds a day.
func (p *Pipeline) Simulate(ctx context.Context, s Simulation) (Course, error) {
	if s.From.IsZero() {
		s.From = p.deps.Now()
	}
	sim, err := p.simulated(ctx, s)
	if err != nil {
		return Course{}, fmt.Errorf("simulate: %w", err)
	}
	end := startOf(dayOf(s.From).Back(-s.Days), s.From.Location())
	if err := sim.run(ctx, end); err != nil {
		return sim.course, fmt.Errorf("simulate: %w", err)
	}
	return sim.course, nil
}

// A simulated is a simulation under way.
type simulated struct {
	s      Simulation
	course Course
	now    time.Time
	shadow *store.Shadow
	night  *Pipeline // dreams by rules, on the shadow
	model  *Pipeline // only plans; nil without a model
	watch  Watch
	mem    *draft
	fresh  []transcript.Message // that no dream has read
	today  []Said               // that is yet to be said
	day    episodic.Date
	last   transcript.ID
	count  int
	acts   []time.Time
	used   []About
	talk   []memory.Item // the newest of what was said
	// brought is what was recalled for the replies no dream has read yet.
	brought  map[transcript.ID][]string
	recalled []string // all of it, each once
}

// simulated prepares a simulation from how things stand.
func (p *Pipeline) simulated(ctx context.Context, s Simulation) (*simulated, error) {
	sim := &simulated{s: s, now: s.From, shadow: p.deps.Dir.Shadow(), brought: map[transcript.ID][]string{}}
	d := p.deps
	d.Dir, d.Now, d.Recall, d.Index, d.Meter = sim.shadow.Dir(), sim.clock, nil, nil, nil
	d.Alone, d.Brought = nil, sim.broughtTo(d.Brought)
	if model.Ready(d.Model) {
		sim.model = New(d)
	}
	d.Model, d.Light = nil, nil
	sim.night = New(d)
	var err error
	if sim.mem, err = openMemory(d.Dir, d.Language); err != nil {
		return nil, err
	}
	*sim.mem.clock = s.From
	sim.mem.motives, err = motivation.Open(d.Dir, motivation.Options{Now: sim.clock, Language: d.Language})
	if err != nil {
		return nil, err
	}
	return sim, sim.standing(ctx, p)
}

func (sim *simulated) clock() time.Time { return sim.now }

// standing reads what was said and dreamt so far.
func (sim *simulated) standing(ctx context.Context, p *Pipeline) error {
	g, err := p.gather(ctx, p.filled(Request{At: sim.now}), nil)
	if err != nil {
		return err
	}
	sim.fresh = g.fresh
	w := Watch{Schedule: sim.s.Schedule}
	began, err := p.deps.Log.Began()
	if err != nil {
		return err
	}
	if w.Born = dayOf(began); began.IsZero() {
		w.Born = dayOf(sim.now)
	}
	if w.Past, err = p.diary.Finished(dayOf(sim.now).Back(monthlyDays + weeklyDays)); err != nil {
		return err
	}
	if id := p.deps.Log.Head(); id != "" {
		m, err := p.deps.Log.Find(id)
		if err != nil {
			return err
		}
		w.Spoke, sim.last = m.Time, m.ID
	}
	sim.watch = w
	return nil
}

// run pretends until a time.
func (sim *simulated) run(ctx context.Context, end time.Time) error {
	sim.course.From, sim.course.To = sim.now, end
	sample := sim.now
	for ; sim.now.Before(end); sim.now = sim.now.Add(simStep) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := sim.hear(); err != nil {
			return err
		}
		if err := sim.look(ctx); err != nil {
			return err
		}
		if inner := sim.inner(); !sim.now.Before(sample) {
			sim.course.Hours = append(sim.course.Hours, inner.At(sim.now))
			sim.course.Open = max(sim.course.Open, len(inner.Questions))
			sample = sample.Add(time.Hour)
		}
	}
	sim.end()
	return nil
}

// inner is what moves the persona now.
func (sim *simulated) inner() motivation.Snapshot {
	goal := motivation.GoalPressure{}
	if top := sim.mem.goals.Active(goals.Short, 1); len(top) > 0 {
		goal = motivation.GoalPressure{ID: string(top[0].ID), Text: top[0].Goal, Priority: top[0].Priority}
	}
	return sim.mem.motives.Snapshot(goal)
}

// hear has said what the pretended day says until now.
func (sim *simulated) hear() error {
	if d := dayOf(sim.now); d != sim.day {
		sim.day, sim.today = d, sim.s.Life.Day(d, sim.now.Location())
	}
	for len(sim.today) > 0 && !sim.today[0].Time.After(sim.now) {
		x := sim.today[0]
		sim.today = sim.today[1:]
		if x.Time.Before(sim.s.From) {
			continue
		}
		if err := sim.exchange(x); err != nil {
			return err
		}
	}
	return nil
}

// exchange books a pretended exchange as a turn does.
func (sim *simulated) exchange(x Said) error {
	user := sim.message(transcript.RoleUser, x.User, x.Time)
	before := sim.inner()
	before.Spoke = x.Time
	reply := sim.message(transcript.RolePersona, x.Reply, x.Time.Add(20*time.Second))
	if len(x.Recalled) > 0 {
		sim.brought[reply.ID] = x.Recalled
		for _, m := range x.Recalled {
			if !slices.Contains(sim.recalled, m) {
				sim.recalled = append(sim.recalled, m)
			}
		}
	}
	cause := store.Cause{Kind: store.CauseTurn, Ref: string(reply.ID)}
	err := sim.mem.motives.Heard(x.Time, string(user.ID))
	if err == nil {
		_, err = sim.mem.motives.Felt(x.Emotion, reply.Time, string(reply.ID))
	}
	if err != nil {
		return err
	}
	was, is := simState(before, reply.Time), simState(sim.inner(), reply.Time)
	sim.watch.Spoke = reply.Time
	sim.course.Talked++
	sim.talk = append(sim.talk[max(0, len(sim.talk)-40):], memory.Item{ID: string(user.ID), Text: user.Text, Time: user.Time})
	return sim.mem.exchanges.Record(episodic.Exchange{
		User: string(user.ID), Reply: string(reply.ID), Time: reply.Time, Before: was, After: is, Arousal: episodic.Arousal(was, is),
	}, cause)
}

func simState(s motivation.Snapshot, at time.Time) episodic.State {
	d := s.At(at)
	return episodic.State{
		Emotion: episodic.Emotion(s.Emotion.Category), Intensity: s.Emotion.Intensity,
		Curiosity: d.Curiosity.Raw, Relatedness: d.Relatedness.Raw,
	}
}

// message makes the next message of the pretended conversation.
func (sim *simulated) message(r transcript.Role, text string, at time.Time) transcript.Message {
	sim.count++
	m := transcript.Message{
		ID: transcript.ID("sim" + strconv.Itoa(1_000_000+sim.count)), Parent: sim.last, Role: r, Text: text, Time: at,
	}
	sim.last = m.ID
	sim.fresh = append(sim.fresh, m)
	return m
}

// look is one look of the watch.
func (sim *simulated) look(ctx context.Context) error {
	for range 1 + makeupNights {
		sim.watch.Undreamt = talkedOn(sim.fresh)
		o := Due(sim.watch, sim.now)
		if !o.Due {
			break
		}
		if err := sim.dream(ctx, o); err != nil {
			return err
		}
	}
	mood := Mood{Contract: sim.s.Contract, Inner: sim.inner(), Acts: sim.acts}
	if i := Moved(mood, sim.now); i.Drive != "" {
		return sim.act(i, mood.Inner)
	}
	return nil
}

// dream dreams a night that is due.
func (sim *simulated) dream(ctx context.Context, o Outlook) error {
	n := o.Night
	to := n.To
	if to.IsZero() {
		to = sim.now
	}
	req := Request{Date: n.Date, From: n.From, To: to, At: n.At, Level: n.Level, Said: slices.Clone(sim.fresh), Mode: AsOne}
	if req.At.IsZero() {
		req.At = sim.now
	}
	d := SimulatedDream{Time: sim.now, Date: n.Date, Level: n.Level, Reason: o.Reason}
	if sim.model != nil {
		plan, err := sim.model.Plan(ctx, req)
		if err != nil && !errors.Is(err, ErrNothing) {
			return err
		}
		d.Calls, d.Tokens = plan.Calls, plan.Tokens
	}
	rec, err := sim.night.Dream(ctx, req)
	if err != nil && !errors.Is(err, ErrNothing) {
		return err
	}
	d.Changes = len(rec.Changes)
	sim.course.Dreams = append(sim.course.Dreams, d)
	sim.course.Calls, sim.course.Tokens = sim.course.Calls+d.Calls, sim.course.Tokens+d.Tokens
	sim.course.Echoes += rec.Echoes
	sim.watch.Past = append(sim.watch.Past[max(0, len(sim.watch.Past)-monthlyDays-weeklyDays):], record.Past{Date: n.Date, Level: n.Level, Began: req.At})
	sim.fresh = slices.DeleteFunc(sim.fresh, func(m transcript.Message) bool {
		read := m.Time.Before(to)
		if read {
			delete(sim.brought, m.ID)
		}
		return read
	})
	return nil
}

// act has the persona speak first, by rules.
func (sim *simulated) act(i Impulse, inner motivation.Snapshot) error {
	line, about, ok := FirstWord{
		Language: sim.night.deps.Language, Drive: i.Drive, Inner: inner, Memories: sim.talk, Used: sim.used,
	}.Line(sim.now)
	sim.acts = append(sim.acts[max(0, len(sim.acts)-100):], sim.now)
	sim.course.Acts = append(sim.course.Acts, SimulatedAct{sim.now, i.Drive, i.Level, line})
	if sim.model != nil {
		sim.course.Calls++
		sim.course.Tokens += firstWordTokens
	}
	if !ok {
		return nil
	}
	sim.used = append(sim.used[max(0, len(sim.used)-20):], about)
	sim.message(transcript.RolePersona, line, sim.now)
	cause := store.Cause{Kind: store.CauseTurn, Note: "spoke first"}
	err := sim.mem.motives.Acted(i.Drive, sim.now)
	if err == nil && about.Kind == AboutQuestion {
		_, err = sim.mem.motives.Asked(about.ID, sim.now, cause)
	}
	return err
}

// talkedOn returns the days on which the user spoke, in order: what a persona
// says to itself is no talk.
func talkedOn(list []transcript.Message) []episodic.Date {
	return daysOf(slices.DeleteFunc(slices.Clone(list), func(m transcript.Message) bool { return m.Role != transcript.RoleUser }))
}
