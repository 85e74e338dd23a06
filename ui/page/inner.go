package page

import (
	"cmp"
	"time"

	"yumori/internal/mind"
	"yumori/motivation"
	"yumori/ui/widget"
)

// An InnerModel is what stirs the persona now.
type InnerModel struct {
	Lead    string // what stirs most
	Feeling string
	Emotion string // category, for the colour
	Drives  []DriveModel
}

// A DriveModel is one drive.
type DriveModel struct {
	Drive  motivation.Drive
	Name   string
	Level  string // the number in digits, "" it is not known
	Word   string // how strong it is, in words
	Behind string
	Value  float64     // in [0, 1]
	Ahead  []float64   // the coming hours, in [0, 1]
	Top    widget.When // it is the dominant one
}

// InnerView puts drives and feeling into words. It is pure.
func InnerView(mind mind.State, now time.Time, w Words) InnerModel {
	m := InnerModel{
		Emotion: mind.Emotion.Category,
		Feeling: w.Felt(mind.Emotion.Category, mind.Emotion.Intensity),
		Drives:  drivesView(mind, now, w),
	}
	m.Lead = w.T("mind.quiet")
	for _, d := range m.Drives {
		if d.Top {
			m.Lead = w.T("mind.lead", "drive", d.Name, "behind", d.Behind)
		}
	}
	return m
}

// shownLevel is the least that is not written 0.00: below it no drive leads.
const shownLevel = 0.005

// drivesView is the four drives at a time.
func drivesView(mind mind.State, now time.Time, w Words) []DriveModel {
	at := mind.Motives.At(now)
	top := at.Dominant()
	ahead := mind.Motives.Forecast(now, now.Add(24*time.Hour), time.Hour)
	var list []DriveModel
	for _, d := range motivation.AllDrives() {
		m := DriveModel{
			Drive: d, Name: w.Drive(d), Value: at.Of(d).Value, Level: Decimals(at.Of(d).Value), Word: w.DriveLevel(d, at.Of(d).Value),
			Behind: w.behind(d, mind, now), Top: widget.When(d == top && at.Of(d).Value >= shownLevel),
		}
		for _, a := range ahead {
			m.Ahead = append(m.Ahead, a.Of(d).Value)
		}
		list = append(list, m)
	}
	return list
}

// Drive is what a drive is called.
func (w Words) Drive(d motivation.Drive) string {
	switch d {
	case motivation.Boredom:
		return w.T("drive.boredom")
	case motivation.Curiosity:
		return w.T("drive.curiosity")
	case motivation.Goal:
		return w.T("drive.goal")
	case motivation.Relatedness:
		return w.T("drive.relatedness")
	}
	return string(d)
}

// DriveLevel is how strong a drive is, in words.
func (w Words) DriveLevel(d motivation.Drive, level float64) string {
	keys, known := map[motivation.Drive][4]string{
		motivation.Boredom:     {"drive.boredom.none", "drive.boredom.little", "drive.boredom.some", "drive.boredom.much"},
		motivation.Curiosity:   {"drive.curiosity.none", "drive.curiosity.little", "drive.curiosity.some", "drive.curiosity.much"},
		motivation.Goal:        {"drive.goal.none", "drive.goal.little", "drive.goal.some", "drive.goal.much"},
		motivation.Relatedness: {"drive.relatedness.none", "drive.relatedness.little", "drive.relatedness.some", "drive.relatedness.much"},
	}[d]
	if !known {
		return ""
	}
	at := 0
	for _, from := range []float64{0.2, 0.4, 0.6} {
		if level >= from-1e-9 {
			at++
		}
	}
	return w.T(keys[at])
}

// behind is what stands behind a drive; where nothing does, what it grows with.
func (w Words) behind(d motivation.Drive, mind mind.State, now time.Time) string {
	m := mind.Motives
	switch {
	case d == motivation.Boredom && !m.Spoke.IsZero():
		return w.T("behind.boredom", "time", w.lapse(now.Sub(m.Spoke)))
	case d == motivation.Curiosity && len(m.Questions) > 0:
		return w.T("behind.curiosity", "topic", m.Questions[0].Topic)
	case d == motivation.Goal && m.Goal.Text != "":
		return w.T("behind.goal", "goal", m.Goal.Text)
	case d == motivation.Relatedness && m.Emotion.Intensity > 0:
		return w.T("behind.relatedness", "feeling", w.Felt(string(m.Emotion.Category), m.Emotion.Intensity), "time", w.lapse(now.Sub(m.Felt)))
	}
	return w.growing(d)
}

// growing is what a drive grows with.
func (w Words) growing(d motivation.Drive) string {
	switch d {
	case motivation.Boredom:
		return w.T("behind.boredom.none")
	case motivation.Curiosity:
		return w.T("behind.curiosity.none")
	case motivation.Goal:
		return w.T("behind.goal.none")
	case motivation.Relatedness:
		return w.T("behind.relatedness.none")
	}
	return ""
}

// Emotion is the word of a feeling; one that is not known has none.
func (w Words) Emotion(category string) string {
	switch category {
	case "joy":
		return w.T("emotion.joy")
	case "contentment":
		return w.T("emotion.contentment")
	case "protective":
		return w.T("emotion.protective")
	case "anxious":
		return w.T("emotion.anxious")
	case "sadness":
		return w.T("emotion.sadness")
	case "anger":
		return w.T("emotion.anger")
	case "neutral":
		return w.T("emotion.neutral")
	}
	return ""
}

// Felt is what is felt and how strongly, in words; digits are for those who point at
// it. Where nothing is felt it is calm.
func (w Words) Felt(category string, intensity float64) string {
	keys, known := map[string][3]string{
		"joy":         {"felt.joy.little", "felt.joy.some", "felt.joy.much"},
		"contentment": {"felt.contentment.little", "felt.contentment.some", "felt.contentment.much"},
		"protective":  {"felt.protective.little", "felt.protective.some", "felt.protective.much"},
		"anxious":     {"felt.anxious.little", "felt.anxious.some", "felt.anxious.much"},
		"sadness":     {"felt.sadness.little", "felt.sadness.some", "felt.sadness.much"},
		"anger":       {"felt.anger.little", "felt.anger.some", "felt.anger.much"},
	}[category]
	if !known || Percent(intensity) == "0" {
		return cmp.Or(w.Emotion(category), w.T("emotion.neutral"))
	}
	at := 0
	for _, from := range []float64{0.35, 0.7} {
		if intensity >= from {
			at++
		}
	}
	return w.T(keys[at])
}

// Sure is how sure of an opinion, in words.
func (w Words) Sure(confidence float64) string {
	switch {
	case confidence < 0.4:
		return w.T("sure.little")
	case confidence < 0.7:
		return w.T("sure.some")
	case confidence < 0.9:
		return w.T("sure.much")
	}
	return w.T("sure.all")
}
