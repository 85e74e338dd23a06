package rag

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"yumori/llm"
	"yumori/store"
)

// A Calibration says what the cosines of an embedder mean for one persona's
// texts, and how much they are worth. No two embedders agree on that: what is
// a clear match for one is two texts that have nothing in common for another.
// So it is measured: each of some texts is asked as if it were a question, and
// should be nearer to what was said before and after it than to what was said
// elsewhere.
type Calibration struct {
	Texts   int     `json:"texts"`   // chunks with a vector when it was measured; 0: it never was
	Floor   float64 `json:"floor"`   // a cosine that texts without a connection reach; below it nothing is a candidate
	Ceiling float64 `json:"ceiling"` // a cosine from which on a match is clear
	Order   float64 `json:"order"`   // how often the text beside was nearer than one from elsewhere: 0.5 is chance
	Trust   float64 `json:"trust"`   // of the vectors' weight, in [0, 1]
}

// uncalibrated is what holds until there are texts enough to measure: the
// bounds of the embedders in common use, at a third of the weight.
func uncalibrated() Calibration {
	return Calibration{Floor: 0.35, Ceiling: 0.85, Order: 0.5, Trust: 0.33}
}

// scale returns where a cosine lies between floor and ceiling, in [0, 1].
func (c Calibration) scale(cosine float64) float64 {
	return min(1, max(0, (cosine-c.Floor)/max(c.Ceiling-c.Floor, 1e-6)))
}

// How a calibration is measured.
const (
	askedTexts  = 40  // at most
	askedLeast  = 15  // and at least
	strangers   = 60  // texts from elsewhere that each is compared with
	orderChance = 0.5 // of an embedder that knows nothing
	orderFull   = 0.8 // from here on it is trusted whole
	remeasure   = 2   // times as many texts as last time
)

// calibrationName holds a Calibration as JSON, beside the journal of the
// space. The index with the most texts measures for all of a persona's.
func calibrationName(space llm.Space) string {
	return path.Join(indexRoot, strings.TrimSuffix(strings.Replace(vectorsName(space), "vectors-", "calibration-", 1), "l"))
}

// loadCalibration returns the calibration of a space. One that is damaged is
// measured again.
func (x *Index) loadCalibration(space llm.Space) Calibration {
	data, err := x.dir.Read(calibrationName(space))
	if err != nil {
		return uncalibrated()
	}
	var c Calibration
	valid := json.Unmarshal(data, &c) == nil && c.Texts > 0 && c.Ceiling > c.Floor && c.Floor >= -1 && c.Ceiling <= 1 && c.Trust >= 0 && c.Trust <= 1
	if !valid {
		return uncalibrated()
	}
	return c
}

// calibrate measures the embedder, when there is much more text than the last
// time. One that cannot be measured now is another time.
func (x *Index) calibrate(ctx context.Context, e llm.Embedder, v *vectors) {
	c := x.loadCalibration(v.space)
	x.mu.RLock()
	texts := len(v.row)
	x.mu.RUnlock()
	if texts >= remeasure*max(c.Texts, 1) {
		measured, err := x.measure(ctx, e, v)
		if err == nil {
			c = measured
			err = x.saveCalibration(v.space, c)
		}
		if err != nil && ctx.Err() == nil {
			x.log.Info("embedder was not calibrated", "index", x.name, "error", err)
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	v.tuned = c
}

func (x *Index) saveCalibration(space llm.Space, c Calibration) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return x.dir.Write(calibrationName(space), append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "index"})
}

// measure asks some texts as questions.
func (x *Index) measure(ctx context.Context, e llm.Embedder, v *vectors) (Calibration, error) {
	asked, texts := x.askable(v)
	if len(asked) < askedLeast {
		return Calibration{}, fmt.Errorf("%d texts have neighbours, want %d", len(asked), askedLeast)
	}
	var questions [][]float32
	for batch := range slices.Chunk(texts, embedBatch) {
		list, err := embedTexts(ctx, e, batch, llm.TaskQuery)
		if err != nil {
			return Calibration{}, err
		}
		questions = append(questions, list...)
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	if !x.holds(v) {
		return Calibration{}, ErrClosed
	}
	c := x.compare(v, asked, questions)
	c.Texts = len(v.row)
	return c, nil
}

// askable returns units to ask with, evenly chosen among those that stand
// beside another and say enough, and their texts.
func (x *Index) askable(v *vectors) (asked []int32, texts []string) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var list []int32
	for n := range x.cols.units {
		u := &x.cols.units[n]
		_, has := v.row[u.chunk]
		if has && !u.dead && u.length >= 3 && (u.prev >= 0 || u.next >= 0) {
			list = append(list, int32(n))
		}
	}
	for i := range min(askedTexts, len(list)) {
		n := list[i*len(list)/min(askedTexts, len(list))]
		if t := x.texts(&x.cols.units[n]); len(t) > 0 {
			asked, texts = append(asked, n), append(texts, t[0])
		}
	}
	return asked, texts
}

// compare measures how near the questions are to their neighbours and to
// texts of other sessions.
func (x *Index) compare(v *vectors, asked []int32, questions [][]float32) Calibration {
	var beside, apart []float64
	won, of := 0.0, 0.0
	for i, n := range asked {
		u := &x.cols.units[n]
		near := -1.0
		for _, m := range [...]int32{u.prev, u.next} {
			if m < 0 {
				continue
			}
			if r, ok := v.row[x.cols.units[m].chunk]; ok {
				near = max(near, cosine(questions[i], v.at(r)))
			}
		}
		if near < 0 {
			continue
		}
		beside = append(beside, near)
		for k := range strangers {
			r := (int(n)*7919 + k*len(v.owner)/strangers) % len(v.owner)
			chunk := v.owner[r]
			if chunk < 0 || x.cols.units[x.cols.chunks[chunk].unit].session == u.session {
				continue
			}
			c := cosine(questions[i], v.at(int32(r)))
			apart = append(apart, c)
			switch of++; {
			case near > c:
				won++
			case near == c:
				won += 0.5
			}
		}
	}
	if len(beside) == 0 || len(apart) == 0 {
		return uncalibrated()
	}
	slices.Sort(beside)
	slices.Sort(apart)
	out := Calibration{Floor: apart[len(apart)*3/4], Order: won / of}
	out.Ceiling = min(1, max(beside[len(beside)*9/10], apart[len(apart)*99/100], out.Floor+0.05))
	out.Trust = min(1, max(0, (out.Order-orderChance)/(orderFull-orderChance)))
	return out
}
