package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/dreaming"
	"yumori/internal/llm/meter"
	"yumori/motivation"
)

// The usual caps of a night. A level-1 night asks five times at most, beside
// what it looks up; this leaves room for a week that is made up and for the
// monthly reflection.
const (
	nightCalls  = 40
	nightTokens = 300_000
)

// AutonomyChoices are the settings about what a persona does by itself: the
// contact contract between it and the user.
type AutonomyChoices struct {
	// Enabled lets dreams and first words come by themselves; nil is true.
	Enabled *bool `json:"enabled,omitempty"`
	// Speak lets the persona speak first; nil is true. Without Enabled it
	// does not.
	Speak *bool `json:"speak,omitempty"`
	// Idle is for how many minutes nobody may have spoken before it dreams or
	// speaks; 0 is 120.
	Idle int `json:"idle_minutes"`
	// Gap is how many minutes lie at least between two such times; 0 is 60.
	Gap int `json:"gap_minutes"`
	// Daily is how often it may speak first, or think of it, in a day; 0 is 3.
	Daily int `json:"daily"`
	// Unanswered is how often it may do so without a word of the user's; 0
	// is 2.
	Unanswered int `json:"unanswered"`
	// About names the motives out of which it may speak, by the names of the
	// drives, with commas; "" is all of them.
	About string `json:"about"`
}

// DreamChoices are the settings about dreams.
type DreamChoices struct {
	// Makeup is how many missed nights are made up at most; 0 is 7.
	Makeup int `json:"makeup_nights"`
}

// BudgetChoices bound what the models may cost.
type BudgetChoices struct {
	NightCalls  int `json:"night_calls"`  // of all dreams from noon to noon; 0 is 40
	NightTokens int `json:"night_tokens"` // 0 is 300,000
	DayCalls    int `json:"day_calls"`    // of everything, chat too; 0 is any number
	DayTokens   int `json:"day_tokens"`
	MonthCalls  int `json:"month_calls"` // as those of the day
	MonthTokens int `json:"month_tokens"`
	// DayMoney and MonthMoney are in the currency of the prices, and hold for
	// the models that have one; 0 is any sum.
	DayMoney   float64 `json:"day_money"`
	MonthMoney float64 `json:"month_money"`
}

// Night is the cap of the dreams of a night.
func (b BudgetChoices) Night() meter.Cap {
	return meter.Cap{Calls: cmp.Or(b.NightCalls, nightCalls), Tokens: cmp.Or(b.NightTokens, nightTokens)}
}

// Day is the cap of a day, of everything.
func (b BudgetChoices) Day() meter.Cap {
	return meter.Cap{Calls: b.DayCalls, Tokens: b.DayTokens, Money: b.DayMoney}
}

// Month is the cap of a month, of everything.
func (b BudgetChoices) Month() meter.Cap {
	return meter.Cap{Calls: b.MonthCalls, Tokens: b.MonthTokens, Money: b.MonthMoney}
}

// On reports whether a switch is on that is on unless it was turned off.
func On(b *bool) bool { return b == nil || *b }

// Schedule returns what was chosen about the nights.
func (s Settings) Schedule() dreaming.Schedule {
	quiet, _ := dreaming.ParseHours(s.Quiet) // what cannot be read, or nothing, is the usual hours
	return dreaming.Schedule{
		Autonomy: On(s.Autonomy.Enabled), Quiet: quiet,
		Idle: time.Duration(s.Autonomy.Idle) * time.Minute, Makeup: s.Dream.Makeup,
	}
}

// Contract returns what was chosen about speaking first.
func (s Settings) Contract() dreaming.Contract {
	a := s.Autonomy
	quiet, _ := dreaming.ParseHours(s.Quiet)
	c := dreaming.Contract{
		Enabled: On(a.Enabled) && On(a.Speak), Quiet: quiet,
		Idle: time.Duration(a.Idle) * time.Minute, Gap: time.Duration(a.Gap) * time.Minute,
		Daily: a.Daily, Unanswered: a.Unanswered,
	}
	for name := range strings.SplitSeq(a.About, ",") {
		if name = strings.TrimSpace(name); name != "" {
			c.About = append(c.About, motivation.Drive(name))
		}
	}
	return c
}

// nightKeys are the dotted keys of what is in this file.
func nightKeys() []settingKey {
	return []settingKey{
		textKey("quiet_hours", func(s *Settings) *string { return &s.Quiet }, checkHours),
		onKey("autonomy.enabled", func(s *Settings) **bool { return &s.Autonomy.Enabled }),
		onKey("autonomy.speak", func(s *Settings) **bool { return &s.Autonomy.Speak }),
		numberKey("autonomy.idle_minutes", func(s *Settings) *int { return &s.Autonomy.Idle }, span{5, 7 * 24 * 60}),
		numberKey("autonomy.gap_minutes", func(s *Settings) *int { return &s.Autonomy.Gap }, span{60, 7 * 24 * 60}),
		numberKey("autonomy.daily", func(s *Settings) *int { return &s.Autonomy.Daily }, span{1, 12}),
		numberKey("autonomy.unanswered", func(s *Settings) *int { return &s.Autonomy.Unanswered }, span{1, 12}),
		textKey("autonomy.about", func(s *Settings) *string { return &s.Autonomy.About }, checkDrives),
		numberKey("dream.makeup_nights", func(s *Settings) *int { return &s.Dream.Makeup }, span{1, 60}),
		numberKey("budget.night_calls", func(s *Settings) *int { return &s.Budget.NightCalls }, span{1, 10_000}),
		numberKey("budget.night_tokens", func(s *Settings) *int { return &s.Budget.NightTokens }, span{1_000, 1_000_000_000}),
		numberKey("budget.day_calls", func(s *Settings) *int { return &s.Budget.DayCalls }, span{1, 100_000}),
		numberKey("budget.day_tokens", func(s *Settings) *int { return &s.Budget.DayTokens }, span{1_000, 1_000_000_000}),
		moneyKey("budget.day_money", func(s *Settings) *float64 { return &s.Budget.DayMoney }),
		numberKey("budget.month_calls", func(s *Settings) *int { return &s.Budget.MonthCalls }, span{1, 1_000_000}),
		numberKey("budget.month_tokens", func(s *Settings) *int { return &s.Budget.MonthTokens }, span{1_000, 1_000_000_000}),
		moneyKey("budget.month_money", func(s *Settings) *float64 { return &s.Budget.MonthMoney }),
	}
}

// onKey is a switch that is on unless it was turned off.
func onKey(name string, field func(*Settings) **bool) settingKey {
	return settingKey{
		name: name,
		read: func(s *Settings) string { return strconv.FormatBool(On(*field(s))) },
		set: func(s *Settings, v string) error {
			if v = strings.TrimSpace(v); v == "" {
				*field(s) = nil
				return nil
			}
			b, err := strconv.ParseBool(v)
			if err != nil {
				return fmt.Errorf("%w: %s takes true or false", ErrBadValue, name)
			}
			*field(s) = &b
			return nil
		},
	}
}

func checkHours(v string) error {
	if _, err := dreaming.ParseHours(v); v != "" && errors.Is(err, dreaming.ErrBadHours) {
		return fmt.Errorf("%w: quiet_hours takes hours like 0:00-7:00", ErrBadValue)
	}
	return nil
}

func checkDrives(v string) error {
	var names []string
	for _, d := range motivation.AllDrives() {
		names = append(names, string(d))
	}
	for name := range strings.SplitSeq(v, ",") {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(names, name) {
			return fmt.Errorf("%w: autonomy.about takes %s, with commas", ErrBadValue, strings.Join(names, ", "))
		}
	}
	return nil
}
