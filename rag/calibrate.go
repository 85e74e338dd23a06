package rag

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/rag/segment"
	"yumori/rag/vector"
)

// How a calibration is measured.
const (
	askedTexts  = 40  // at most
	askedLeast  = 15  // and at least
	strangers   = 200 // texts from elsewhere that each is compared with
	comparisons = 100 // that an order takes
	orderChance = 0.5 // of an embedder that knows nothing
	orderFull   = 0.8 // from here on it is trusted whole
	orderShare  = 0.3 // of the trust, for what may be no more than words
	remeasure   = 2   // times as many texts as last time
)

// calibrationName holds a Calibration as JSON, beside the journal of the
// space. The index with the most texts measures for all of a persona's.
func calibrationName(space llm.Space) string {
	return path.Join(indexRoot, strings.TrimSuffix(strings.Replace(vector.JournalName(space), "vectors-", "calibration-", 1), "l"))
}

// loadCalibration returns the calibration of a space. One that is damaged is
// measured again.
func (fd *folder) loadCalibration(space llm.Space) vector.Calibration {
	data, err := fd.dir.Read(calibrationName(space))
	if err != nil {
		return vector.Uncalibrated()
	}
	var c vector.Calibration
	valid := json.Unmarshal(data, &c) == nil && c.Texts > 0 && c.Ceiling > c.Floor && c.Floor >= -1 && c.Ceiling <= 1 && c.Trust >= 0 && c.Trust <= 1
	if !valid {
		return vector.Uncalibrated()
	}
	return c
}

// calibrate measures the embedder, when there is much more text than the last
// time. One that cannot be measured now is another time.
func (f *filling) calibrate(ctx context.Context) {
	x, v := f.x, f.v
	c := x.folder.loadCalibration(v.Space)
	x.mu.RLock()
	texts := v.Held
	x.mu.RUnlock()
	if texts >= remeasure*max(c.Texts, 1) {
		measured, err := f.measure(ctx)
		if err == nil {
			c = measured
			err = x.folder.saveCalibration(v.Space, c)
		}
		if err != nil && ctx.Err() == nil {
			x.folder.log.Info("embedder was not calibrated", "index", x.folder.name, "error", err)
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	v.Calibration = c
}

func (fd *folder) saveCalibration(space llm.Space, c vector.Calibration) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return fd.dir.Write(calibrationName(space), append(data, '\n'), store.Cause{Kind: store.CauseSetup, Ref: "index"})
}

// measure asks some texts as questions.
func (f *filling) measure(ctx context.Context) (vector.Calibration, error) {
	x, v := f.x, f.v
	of, asked, texts := f.askable()
	if len(asked) < askedLeast {
		return vector.Calibration{}, fmt.Errorf("%d texts have neighbours, want %d", len(asked), askedLeast)
	}
	var questions [][]float32
	for batch := range slices.Chunk(texts, embedBatch) {
		list, err := embedTexts(ctx, f.e, batch, llm.TaskQuery)
		if err != nil {
			return vector.Calibration{}, err
		}
		questions = append(questions, list...)
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	if !x.corpus.holds(v) || x.corpus.cols != of {
		return vector.Calibration{}, errors.New("the index was made anew meanwhile, or a snapshot taken")
	}
	c := x.corpus.compare(v, asked, questions)
	c.Texts = v.Held
	return c, nil
}

// askable returns units to ask with, evenly chosen among those that stand
// beside another and say enough, of which columns, and their texts.
func (f *filling) askable() (of *columns, asked []int32, texts []string) {
	x, v := f.x, f.v
	x.mu.RLock()
	defer x.mu.RUnlock()
	var list []int32
	read := x.corpus.cols.reader(segment.WideWindow)
	for n := range x.corpus.cols.unitCount() {
		u := read.unit(int32(n))
		_, has := v.Of(u.chunk)
		if has && !u.dead && u.length >= 3 && (u.prev >= 0 || u.next >= 0) {
			list = append(list, int32(n))
		}
	}
	for i := range min(askedTexts, len(list)) {
		n := list[i*len(list)/min(askedTexts, len(list))]
		if t := x.corpus.texts(read.unit(n)); len(t) > 0 {
			asked, texts = append(asked, n), append(texts, t[0])
		}
	}
	return x.corpus.cols, asked, texts
}

// compare measures how near the questions are to their neighbours and to
// texts of other sessions. What it adds shows where a text elsewhere shares at
// least as many words with the question as the neighbour does: that the same
// words are alike is known without an embedder, and counted already.
func (cp *corpus) compare(v *vector.Set, asked []int32, questions [][]float32) vector.Calibration {
	var beside, apart []float64
	var all, hard contest
	read, rows := cp.cols.reader(segment.NearWindow), v.Reader(0)
	for i, n := range asked {
		u := read.unit(n)
		elsewhere, q := cp.strangers(v, n), vector.NewProbe(questions[i])
		for j := range elsewhere {
			elsewhere[j].cosine = q.Cosine(rows.Row(elsewhere[j].row))
			apart = append(apart, elsewhere[j].cosine)
		}
		for _, m := range [...]int32{u.prev, u.next} {
			if m < 0 {
				continue
			}
			chunk := read.unit(m).chunk
			r, ok := v.Of(chunk)
			if !ok {
				continue
			}
			near, shared := q.Cosine(rows.Row(r)), cp.cols.shared(u.chunk, chunk)
			beside = append(beside, near)
			for _, s := range elsewhere {
				all.meet(near, s.cosine)
				if s.shared >= shared {
					hard.meet(near, s.cosine)
				}
			}
		}
	}
	if len(beside) == 0 || len(apart) == 0 {
		return vector.Uncalibrated()
	}
	slices.Sort(beside)
	slices.Sort(apart)
	out := vector.Calibration{Floor: apart[len(apart)*3/4], Order: all.order(), Beyond: hard.order()}
	out.Ceiling = min(1, max(beside[len(beside)*9/10], apart[len(apart)*99/100], out.Floor+0.05))
	out.Trust = max(share(out.Beyond), orderShare*share(out.Order))
	return out
}

// share is where an order lies between chance and what is trusted whole.
func share(order float64) float64 { return min(1, max(0, (order-orderChance)/(orderFull-orderChance))) }

// A contest counts how often the near one was nearer.
type contest struct{ won, of float64 }

func (c *contest) meet(near, far float64) {
	switch c.of++; {
	case near > far:
		c.won++
	case near == far:
		c.won += 0.5
	}
}

// order is the share won; chance when there was too little to compare.
func (c *contest) order() float64 {
	if c.of < comparisons {
		return orderChance
	}
	return c.won / c.of
}

// A stranger is a chunk of another session than a unit's.
type stranger struct {
	row    int32
	shared float64 // weight of the words it shares with the unit
	cosine float64
}

// strangers returns some chunks of other sessions, evenly chosen.
func (cp *corpus) strangers(v *vector.Set, n int32) []stranger {
	read := cp.cols.reader(0)
	u := read.unit(n)
	var out []stranger
	for k := range strangers {
		r := (int(n)*7919 + k*len(v.Owner)/strangers) % len(v.Owner)
		chunk := v.Owner[r]
		if chunk < 0 || read.unit(read.chunk(chunk).unit).session == u.session {
			continue
		}
		out = append(out, stranger{row: int32(r), shared: cp.cols.shared(u.chunk, chunk)})
	}
	return out
}

// shared is the weight of the words that two chunks have in common.
func (c *columns) shared(a, b int32) float64 {
	left, right := c.reader(segment.NearWindow).bag(a).Terms, c.reader(segment.NearWindow).bag(b).Terms
	sum, j := 0.0, 0
	for _, t := range left {
		for j < len(right) && right[j] < t {
			j++
		}
		if j < len(right) && right[j] == t {
			sum += idf(int64(c.words.of(t).chunks), c.live.n)
		}
	}
	return sum
}
