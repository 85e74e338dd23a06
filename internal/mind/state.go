package mind

import (
	"time"

	"yumori/episodic"
	"yumori/goals"
	"yumori/motivation"
)

// A State is the persona's inner state as it is shown. It is an immutable value.
type State struct {
	Time      time.Time             `json:"time"`
	Drives    map[string]float64    `json:"drives"` // in [0, 1], by name
	Dominant  string                `json:"dominant_drive"`
	Label     string                `json:"dominant_drive_label"`
	Level     float64               `json:"drive_level"`
	Narrative string                `json:"narrative"`
	Emotion   Feeling               `json:"emotion"`
	Questions []motivation.Question `json:"-"`             // the open ones, the strongest first
	Goals     []goals.Goal          `json:"-"`             // the active ones
	Arousal   float64               `json:"arousal_today"` // mean of the day's exchanges; 0.5 without any
	Exchanges int                   `json:"exchanges_today"`
	Episodes  int                   `json:"episodes"`
	// Ahead are the drives of the next day if nothing happens, by the hour.
	Ahead []motivation.Drives `json:"-"`
	// Motives are everything the drives depend on but the clock, so that one
	// can see them move.
	Motives motivation.Snapshot `json:"-"`
}

// A Feeling is the emotion the persona reported last.
type Feeling struct {
	Category  string  `json:"category"`
	Intensity float64 `json:"intensity"` // in [0, 1]
}

// Mind returns the inner state now. It reads a few small files.
func (e *Editor) Mind() State {
	now, language := e.now(), e.persona.Profile().Language
	s := e.mind.MotivesNow()
	d := s.At(now)
	m := State{
		Time: now, Drives: map[string]float64{},
		Narrative: s.Narrative(now, language),
		Emotion:   Feeling{Category: string(s.Emotion.Category), Intensity: s.Emotion.Intensity},
		Questions: s.Questions,
		Goals:     append(e.mind.Goals.Active(goals.Short, -1), e.mind.Goals.Active(goals.Long, -1)...),
		Episodes:  e.mind.Episodes.Count(),
		Ahead:     s.Forecast(now, now.Add(24*time.Hour), time.Hour),
		Motives:   s,
	}
	for _, drive := range motivation.AllDrives() {
		m.Drives[string(drive)] = d.Of(drive).Value
	}
	today := e.mind.Exchanges.Day(episodic.DateOf(now))
	m.Arousal, m.Exchanges = today.Mean, today.Exchanges
	if m.Emotion.Category == "" {
		m.Emotion.Category = string(motivation.Neutral)
	}
	if top := d.Dominant(); top != "" {
		m.Dominant, m.Label, m.Level = string(top), top.Label(language), d.Of(top).Value
	}
	return m
}
