package page

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/attachment"
	"yumori/internal/backup"
	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/document"
	"yumori/internal/exchange"
	"yumori/internal/facts"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/internal/prompt"
	"yumori/internal/sessions"
	"yumori/internal/skill"
	"yumori/internal/speech"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/internal/updates"
	"yumori/motivation"
	"yumori/persona"
	"yumori/retrieval/library"
	"yumori/ui/face"
)

// An Explanation is an error in words for the user: what happened, what to do
// next, and the chain of errors for whoever wants to know.
type Explanation struct {
	What, Next, Details string
}

// Sentence is the explanation in one line.
func (e Explanation) Sentence() string {
	if e.Next == "" {
		return e.What
	}
	return Sentences(e.What, e.Next)
}

// Sentences puts one sentence behind another, as their language does: after a
// Japanese full stop no space is left.
func Sentences(first, second string) string {
	if strings.HasSuffix(first, "。") {
		return first + second
	}
	return first + " " + second
}

// A reason says which words explain an error.
type reason struct {
	err        error
	what, next string // keys
}

// speechReasons come before those of models, which may be reasons of theirs.
func speechReasons() []reason {
	return []reason{
		{speech.ErrNoVoice, "error.no_voice", "error.no_voice.next"},
		{speech.ErrSound, "error.sound", "error.sound.next"},
		{speech.ErrNoDevice, "error.no_device", "error.no_device.next"},
		{speech.ErrServer, "error.speech", "error.speech.next"},
	}
}

// updateReasons come before those of a disk and of time that ran out.
func updateReasons() []reason {
	return []reason{
		{updates.ErrNoSource, "error.update_none", "error.update_none.next"},
		{updates.ErrOff, "error.update_off", "error.update_off.next"},
		{updates.ErrUnreachable, "error.update_mute", "error.update_mute.next"},
		{updates.ErrUntrusted, "error.update_sign", "error.update_sign.next"},
		{updates.ErrOlder, "error.update_older", "error.update_older.next"},
	}
}

// reasons are tried in order: the first that the error is, explains it.
func reasons() []reason {
	return append(append(speechReasons(), updateReasons()...), []reason{
		{llm.ErrRateLimited, "error.rate", "error.rate.next"},
		{prompt.ErrWindowSmall, "error.window_small", "chat.small.next"},
		{llm.ErrTooLong, "error.too_long", "error.too_long.next"},
		{llm.ErrRefused, "error.refused", "error.refused.next"},
		{llm.ErrKey, "error.key", "error.key.next"},
		{llm.ErrNoModel, "error.no_model", "error.no_model.next"},
		{llm.ErrCut, "error.cut", "error.cut.next"},
		{llm.ErrBadAnswer, "error.bad_answer", "error.bad_answer.next"},
		{llm.ErrAddress, "error.address", "error.address.next"}, // before ErrBadRequest, which it is too
		{llm.ErrBadRequest, "error.bad_request", "error.bad_request.next"},
		{llm.ErrUnavailable, "error.unavailable", "error.unavailable.next"},
		{store.ErrInUse, "error.in_use", "error.in_use.next"},
		{store.ErrFull, "error.full", "error.full.next"},
		{store.ErrReadOnly, "error.read_only", "error.read_only.next"},
		{companion.ErrNotSaved, "error.not_saved", "error.not_saved.next"},
		{store.ErrConflict, "error.conflict", "error.conflict.next"},
		{store.ErrUnreadable, "error.unreadable", "error.unreadable.next"},
		{transcript.ErrTooLarge, "error.too_large", "error.too_large.next"},
		{transcript.ErrNoMessage, "error.no_message", "error.no_message.next"},
		{companion.ErrBusy, "error.busy", "error.busy.next"},
		{companion.ErrNothingToSay, "error.nothing", "error.nothing.next"},
		{companion.ErrClosed, "error.closed", "error.closed.next"},
		{companion.ErrNoPersona, "error.no_persona", "error.no_persona.next"},
		{exchange.ErrCard, "error.card", "error.card.next"},
		{exchange.ErrTaken, "error.taken", "error.taken.next"},
		{face.ErrPicture, "error.picture", "error.picture.next"},
		{sessions.ErrNoSession, "error.no_session", "error.no_session.next"},
		{companion.ErrSkillName, "error.skill_name", "error.skill_name.next"},
		{skill.ErrChanged, "error.skill_changed", "error.skill_changed.next"},
		{skill.ErrNoSkill, "error.no_skill", "error.no_skill.next"},
		{skill.ErrBroken, "error.skill_broken", "error.skill_broken.next"},
		{backup.ErrPassphrase, "error.passphrase", "error.passphrase.next"},
		{backup.ErrDamaged, "error.no_backup", "error.no_backup.next"},
		{backup.ErrUnknown, "error.not_in_backup", "error.not_in_backup.next"},
		{models.ErrNoEmbedder, "error.no_embedder", "error.no_embedder.next"},
		{config.ErrBadValue, "error.bad_value", "error.bad_value.next"},
		{companion.ErrSettled, "error.settled", "error.settled.next"},
		{motivation.ErrNoQuestion, "error.no_question", "error.no_question.next"},
		{goals.ErrClosed, "error.closed_goal", "error.closed_goal.next"},
		{goals.ErrBadGoal, "error.bad_goal", "error.bad_goal.next"},
		{facts.ErrBadFact, "error.bad_fact", "error.bad_fact.next"},
		{facts.ErrNoFact, "error.no_fact", "error.no_fact.next"},
		{episodic.ErrNoEpisode, "error.no_episode", "error.no_episode.next"},
		{episodic.ErrNoInsight, "error.no_insight", "error.no_insight.next"},
		{entity.ErrNoPage, "error.no_page", "error.no_page.next"},
		{record.ErrDreaming, "error.dreaming", "error.dreaming.next"},
		{dreaming.ErrNothing, "error.no_news", "error.no_news.next"},
		{record.ErrNoDream, "error.no_dream", "error.no_dream.next"},
		{dreaming.ErrBudget, "error.budget", "error.budget.next"},
		{record.ErrNotOpen, "error.decided", "error.decided.next"},
		{persona.ErrDecided, "error.decided", "error.decided.next"},
		{persona.ErrBadName, "error.bad_name", "error.bad_name.next"},
		{store.ErrBadName, "error.bad_name", "error.bad_name.next"},
		{ErrRemote, "error.remote", "error.remote.next"},
		{fs.ErrPermission, "error.read_only", "error.read_only.next"},
		{fs.ErrNotExist, "error.missing", "error.missing.next"},
		{context.DeadlineExceeded, "error.slow", "error.slow.next"},
		{context.Canceled, "error.cancelled", "error.cancelled.next"},
	}...)
}

// Explain is the one place that makes a sentence for the user from an error.
// One it does not know gets a calm sentence; its text is in the details.
func (w Words) Explain(err error) Explanation {
	if err == nil {
		return Explanation{}
	}
	e := Explanation{Details: err.Error()}
	var paper *library.Problem
	if errors.As(err, &paper) {
		e.What, e.Next = w.KnowledgeProblem(paper)
		return e
	}
	var file *attachment.Problem
	if errors.As(err, &file) {
		e.What, e.Next = attachmentProblem(file, w)
		return e
	}
	for _, r := range reasons() {
		if errors.Is(err, r.err) {
			e.What, e.Next = w.T(r.what), w.T(r.next)
			if wait := retryAfter(err); wait > 0 {
				e.Next = w.N("error.rate.wait", wait)
			}
			return e
		}
	}
	e.What, e.Next = w.T("error.unknown"), w.T("error.unknown.next")
	return e
}

// ExplainKept puts into words what was kept of an error: its reason, and where there
// is none the failure of a model that a text tells of; any other text is as it is.
func (w Words) ExplainKept(reason companion.Reason, text string) Explanation {
	for _, r := range slices.Backward(reasons()) { // more than one may have a reason, the plain one last
		if reason != "" && companion.ReasonOf(r.err) == reason {
			return Explanation{What: w.T(r.what), Next: w.T(r.next)}
		}
	}
	for _, r := range reasons() {
		if slices.Contains(modelFailures(), r.err) && strings.Contains(text, r.err.Error()) {
			return Explanation{What: w.T(r.what), Next: w.T(r.next)}
		}
	}
	return Explanation{What: text}
}

// modelFailures are what a model's answer fails with.
func modelFailures() []error {
	return []error{
		llm.ErrRateLimited, llm.ErrTooLong, llm.ErrRefused, llm.ErrKey, llm.ErrNoModel,
		llm.ErrCut, llm.ErrBadAnswer, llm.ErrAddress, llm.ErrBadRequest, llm.ErrUnavailable,
	}
}

// retryAfter is how many seconds a provider wants to be left alone, 0 unknown.
func retryAfter(err error) int {
	var e *llm.Error
	if !errors.As(err, &e) {
		return 0
	}
	return int((e.RetryAfter + time.Second - 1) / time.Second)
}

func attachmentProblem(p *attachment.Problem, w Words) (what, next string) {
	switch p.Reason {
	case attachment.TooBig:
		return w.T("attach.too_big", "name", p.Name), w.T("attach.too_big.next")
	case attachment.Damaged:
		return w.T("attach.damaged", "name", p.Name), ""
	case attachment.TooMany:
		return w.T("attach.too_many"), ""
	default:
		return w.T("attach.kind", "name", p.Name), w.T("attach.kind.next")
	}
}

// Size is a file's size for people.
func (w Words) Size(n int64) string {
	const kilo, mega = 1 << 10, 1 << 20
	switch {
	case n < kilo:
		return w.T("size.bytes", "n", strconv.FormatInt(n, 10))
	case n < mega:
		return w.T("size.kilo", "n", strconv.FormatInt((n+kilo/2)/kilo, 10))
	default:
		return w.T("size.mega", "n", strconv.FormatFloat(float64(n)/mega, 'f', 1, 64))
	}
}

// KnowledgeProblem says why a file was not taken, or cannot be read, and what
// to do.
func (w Words) KnowledgeProblem(p *library.Problem) (what, next string) {
	named := func(key, then string) [2]string {
		return [2]string{w.T(key, "name", p.Name, "other", p.Other), w.T(then)}
	}
	said, ok := map[document.Reason][2]string{
		document.BadKind:   named("knowledge.bad.kind", "knowledge.bad.kind.next"),
		document.TooBig:    named("knowledge.bad.too_big", "knowledge.bad.too_big.next"),
		document.Empty:     named("knowledge.bad.empty", "knowledge.bad.empty.next"),
		document.NotText:   named("knowledge.bad.not_text", "knowledge.bad.not_text.next"),
		document.NotPDF:    named("knowledge.bad.not_pdf", "knowledge.bad.not_pdf.next"),
		document.Encrypted: named("knowledge.bad.encrypted", "knowledge.bad.encrypted.next"),
		document.NoText:    named("knowledge.bad.no_text", "knowledge.bad.no_text.next"),
		document.Garbled:   named("knowledge.bad.garbled", "knowledge.bad.garbled.next"),
		document.Damaged:   named("knowledge.bad.damaged", "knowledge.bad.damaged.next"),
		document.TooSlow:   named("knowledge.bad.too_slow", "knowledge.bad.too_slow.next"),
		library.Twice:      named("knowledge.bad.twice", "knowledge.bad.twice.next"),
		library.Changed:    named("knowledge.bad.changed", "knowledge.bad.changed.next"),
		library.Stopped:    named("knowledge.bad.stopped", "knowledge.bad.stopped.next"),
	}[p.Reason]
	if !ok {
		return w.T("knowledge.bad.failed", "name", p.Name), w.T("knowledge.bad.failed.next")
	}
	if p.Cure {
		return said[0], Sentences(said[1], w.T("knowledge.bad.cure"))
	}
	return said[0], said[1]
}

// ErrRemote says that nothing is fetched from the network to be shown: an
// address in a message would tell its owner that the message was read.
var ErrRemote = errors.New("nothing is fetched from the network to be shown")
