package importing

import (
	"context"
	"errors"
	"strings"

	"yumori/dreaming"
	"yumori/internal/imports"
	"yumori/ui/page"
)

// A Flow brings in one file or folder at a time. Its methods are for the
// screen's goroutine.
type Flow struct {
	page.Deps
	home    Home
	hooks   Hooks
	req     Request
	found   found
	working bool // a sheet is shown that must not be taken away
	drop    bool // the file was dropped on the window
	done    bool // the sheet says what came in
}

// kind names what the flow sends away.
const importTask = "import"

// New makes a flow; it shows nothing yet.
func New(deps page.Deps, home Home, hooks Hooks) *Flow {
	return &Flow{Deps: deps, home: home, hooks: hooks}
}

// Speak takes the words of another language.
func (f *Flow) Speak(w page.Words) { f.Words = w }

// Choose asks for a file or a folder.
func (f *Flow) Choose() {
	if f.working {
		return
	}
	f.req, f.drop = Request{}, false
	f.showSource()
}

// Look shows what would come in of a file or folder.
func (f *Flow) Look(path string) {
	if path = strings.TrimSpace(path); path == "" || f.working {
		return
	}
	f.req, f.drop = Request{Path: path}, false
	f.look()
}

// Dropped takes a file that fell on the window. One that is nothing to bring in
// goes to other.
func (f *Flow) Dropped(path string, other func()) {
	if f.working {
		return
	}
	r := Request{Path: path}
	page.Background(f.Dispatcher, importTask, func(ctx context.Context) (found, error) {
		return f.home.look(ctx, r, nil)
	}, func(got found, err error) {
		switch {
		case err == nil && !isLog(got), unclear(err) != nil, isBroken(err):
			f.req, f.drop = r, true
			f.looked(got, err)
		default:
			other()
		}
	})
}

// Offer asks whether to go on with an import that was broken off.
func (f *Flow) Offer(r Request) {
	if r.Path == "" || f.working {
		return
	}
	f.req, f.drop = r, false
	f.showBroken()
}

// isLog reports whether a file may as well be a text to read: it says too little
// for a talk.
func isLog(got found) bool {
	return got.kind == imports.Text && (len(got.talk.Imported.Speakers) < 2 || got.talk.Imported.Messages < 3)
}

// isBroken reports whether a file is one to bring in, and cannot be.
func isBroken(err error) bool {
	reason, ok := reasonOf(err)
	switch imports.Reason(reason) {
	case imports.Unknown, imports.Folder, imports.Empty, imports.Encoding, imports.Damaged, "not_card":
		return false
	}
	return ok
}

// look finds out what would come in.
func (f *Flow) look() {
	r, line := f.req, f.showLooking()
	tell := page.Teller(f.Dispatcher, line)
	page.Background(f.Dispatcher, importTask, func(ctx context.Context) (found, error) {
		return f.home.look(ctx, r, func(n int) { tell(ctx, n) })
	}, f.looked)
}

// looked shows what would come in, or why nothing can.
func (f *Flow) looked(got found, err error) {
	f.working = false
	if names := unclear(err); names != nil {
		f.showSpeakers(names)
		return
	}
	if err != nil {
		f.showProblem(err)
		return
	}
	if got.isLore() && f.req.Persona == "" {
		f.req.Persona = f.hooks.Open()
	}
	f.found = got
	f.showPlan(planView(got, f.req, f.hooks.People(), f.Words))
}

// bring brings it in.
func (f *Flow) bring() {
	r := f.req
	f.hooks.Keep(r)
	stopped, stop := context.WithCancel(context.Background())
	tell := page.Teller(f.Dispatcher, f.showRunning(stop))
	page.Background(f.Dispatcher, importTask, func(ctx context.Context) (found, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(stopped, cancel)()
		return f.home.bring(ctx, r, func(n int) { tell(ctx, n) })
	}, func(got found, err error) {
		stop()
		f.ended(got, err)
	})
}

// ended says how it went.
func (f *Flow) ended(got found, err error) {
	f.working = false
	f.hooks.Keep(Request{})
	switch {
	case errors.Is(err, context.Canceled):
		f.showStopped(got)
	case err != nil:
		f.showProblem(err)
	default:
		m := doneView(got, f.req, f.hooks.People(), f.Words)
		f.showDone(m, dreaming.BackfillPlan{})
		if got.talk != nil && !got.again() && !got.talk.Imported.Beside && got.talk.Imported.Messages > 0 {
			f.readPast(m)
		}
	}
}

// readPast finds out what living through the days that came in would cost, and
// offers it.
func (f *Flow) readPast(m doneModel) {
	page.Background(f.Dispatcher, "import/past", func(ctx context.Context) (dreaming.BackfillPlan, error) {
		return f.home.Past(ctx, m.slug)
	}, func(plan dreaming.BackfillPlan, err error) {
		if err == nil && plan.Days > 0 && f.done {
			f.showDone(m, plan)
		}
	})
}
