package companion

import (
	"context"
	"errors"

	"yumori/dreaming"
	"yumori/internal/attachment"
	"yumori/internal/backup"
	"yumori/internal/card"
	"yumori/internal/config"
	"yumori/internal/exchange"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/internal/updates"
	"yumori/persona"
	"yumori/retrieval"
)

// A Reason names what went wrong, as far as a person can do something about
// it. Window and terminal have a sentence for each, in every language.
type Reason string

// The reasons there is a sentence for.
const (
	ReasonUnknown    Reason = "unknown"
	ReasonInUse      Reason = "in_use"      // another Yumori has the home
	ReasonFull       Reason = "full"        // no space left
	ReasonReadOnly   Reason = "read_only"   // no permission to write
	ReasonNotSaved   Reason = "not_saved"   // the disk did not take a message
	ReasonConflict   Reason = "conflict"    // the file was changed meanwhile
	ReasonUnreadable Reason = "unreadable"  // a file cannot be used
	ReasonName       Reason = "name"        // a name that cannot be used
	ReasonNoPersona  Reason = "no_persona"  // no such persona
	ReasonNewer      Reason = "newer"       // written by a newer Yumori
	ReasonEmpty      Reason = "empty"       // nothing to say
	ReasonBusy       Reason = "busy"        // a reply is under way
	ReasonTooLarge   Reason = "too_large"   // a message over the limit
	ReasonNoMessage  Reason = "no_message"  // no such message
	ReasonAttachment Reason = "attachment"  // a file cannot be attached
	ReasonSetting    Reason = "setting"     // no such setting
	ReasonValue      Reason = "value"       // a setting does not take the value
	ReasonRate       Reason = "rate"        // the provider wants fewer calls
	ReasonTooLong    Reason = "too_long"    // the prompt does not fit the model
	ReasonRefused    Reason = "refused"     // the model declined
	ReasonUnavail    Reason = "unavailable" // the model cannot be reached
	ReasonKey        Reason = "key"         // the key was not accepted
	ReasonNoModel    Reason = "no_model"    // the provider does not know the model
	ReasonCut        Reason = "cut"         // the answer broke off
	ReasonBadAnswer  Reason = "bad_answer"  // the answer could not be used
	ReasonBadRequest Reason = "bad_request" // the provider did not take the request
	ReasonBudget     Reason = "budget"      // it could cost more than is left
	ReasonStopped    Reason = "stopped"     // the user's own stop
	ReasonTimeout    Reason = "timeout"     // it took too long
	ReasonPassphrase Reason = "passphrase"  // it does not open a copy
	ReasonBackup     Reason = "backup"      // a file is no whole copy of a home
	ReasonCard       Reason = "card"        // a file cannot be used as a character card
	ReasonExport     Reason = "export"      // nothing is written into a file of such a name
	ReasonTaken      Reason = "taken"       // a persona has the name of the folder

	ReasonUpdateNone  Reason = "update_none"  // this build has no update address
	ReasonUpdateOff   Reason = "update_off"   // the user has not turned it on
	ReasonUpdateMute  Reason = "update_mute"  // the update address does not answer
	ReasonUpdateSign  Reason = "update_sign"  // its answer is not signed by the maintainers
	ReasonUpdateOlder Reason = "update_older" // its answer is older than one before
)

// ReasonOf finds the reason in an error's chain, the most telling first.
func ReasonOf(err error) Reason {
	for _, r := range []struct {
		err    error
		reason Reason
	}{
		{updates.ErrNoSource, ReasonUpdateNone},
		{updates.ErrOff, ReasonUpdateOff},
		{updates.ErrUnreachable, ReasonUpdateMute},
		{updates.ErrUntrusted, ReasonUpdateSign},
		{updates.ErrOlder, ReasonUpdateOlder},
		{store.ErrInUse, ReasonInUse},
		{store.ErrFull, ReasonFull},
		{store.ErrReadOnly, ReasonReadOnly},
		{ErrNotSaved, ReasonNotSaved},
		{store.ErrConflict, ReasonConflict},
		{persona.ErrNewer, ReasonNewer},
		{ErrNoPersona, ReasonNoPersona},
		{card.ErrCard, ReasonCard},
		{exchange.ErrExportKind, ReasonExport},
		{exchange.ErrTaken, ReasonTaken},
		{persona.ErrBadName, ReasonName},
		{store.ErrBadName, ReasonName},
		{ErrNothingToSay, ReasonEmpty},
		{ErrBusy, ReasonBusy},
		{dreaming.ErrBudget, ReasonBudget},
		{transcript.ErrTooLarge, ReasonTooLarge},
		{transcript.ErrNoMessage, ReasonNoMessage},
		{attachment.ErrRefused, ReasonAttachment},
		{config.ErrNoSetting, ReasonSetting},
		{config.ErrBadValue, ReasonValue},
		{retrieval.ErrNoKind, ReasonValue},
		{llm.ErrKey, ReasonKey},
		{llm.ErrNoModel, ReasonNoModel},
		{llm.ErrRateLimited, ReasonRate},
		{llm.ErrTooLong, ReasonTooLong},
		{llm.ErrRefused, ReasonRefused},
		{llm.ErrCut, ReasonCut},
		{llm.ErrBadAnswer, ReasonBadAnswer},
		{llm.ErrBadRequest, ReasonBadRequest},
		{llm.ErrUnavailable, ReasonUnavail},
		{store.ErrUnreadable, ReasonUnreadable},
		{backup.ErrPassphrase, ReasonPassphrase},
		{backup.ErrDamaged, ReasonBackup},
		{backup.ErrUnknown, ReasonNoPersona},
		{context.Canceled, ReasonStopped},
		{context.DeadlineExceeded, ReasonTimeout},
	} {
		if errors.Is(err, r.err) {
			return r.reason
		}
	}
	return ReasonUnknown
}

// kept is what a trace keeps of an error: its reason, or its words where there is
// none that tells it apart. An address that must not be used has that of any bad
// request.
func kept(err error) (r Reason, words string) {
	if r = ReasonOf(err); r == ReasonUnknown || errors.Is(err, llm.ErrAddress) {
		return "", err.Error()
	}
	return r, ""
}
