package dreaming

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"yumori/bank"
	"yumori/episodic"
	"yumori/internal/lang"
)

// How much what is retained by these rules matters, in [0, 1]; bank's own rules
// say it of theirs. No study stands behind the figures.
const (
	mattersNews    = 0.8
	mattersLasting = 0.7
	mattersTrouble = 0.6
	mattersEvent   = 0.5
	mattersTold    = 0.4
	mattersBeside  = 0.3 // said of oneself, with nothing that happened
	mattersOpinion = 0.5

	firstHeld = 0.55 // the confidence of an opinion heard once: one support of 0.5
)

// extractByRules finds what the day taught, in the user's words alone.
func (in Material) extractByRules() Extraction {
	d := in.read()
	var x Extraction
	x.Facts = d.facts()
	x.Opinions, x.Facts = d.opinions(x.Facts)
	x.Candidates = d.candidates()
	return x
}

// Of what the rules retain of a day, the user's come first.
const (
	maxByRules = 12 // facts of a day
	maxLived   = 6  // of them, of what the persona told of itself
)

// facts returns what the two told of themselves and theirs and is news: what
// bank's rules capture, then what happened to them.
func (d *digest) facts() []Learned {
	lived := weightiest(d.told(episodic.Persona), maxLived)
	list := weightiest(d.told(episodic.User), maxByRules-len(lived))
	return append(list, lived...)
}

// told returns what one of the two told. The built-in rules tell nothing of
// themselves.
func (d *digest) told(by episodic.Speaker) []Learned {
	var known, had, before []string
	for _, f := range d.Facts {
		known = append(known, f.Text)
	}
	var list []Learned
	for i, rs := range d.byLine {
		l := d.Lines[i]
		if len(rs) == 0 || l.Speaker != by || l.ByRules {
			continue
		}
		if by == episodic.User {
			for _, f := range d.captured(i, slices.Concat(known, had), before) {
				list = append(list, f.Learned)
				had = append(had, f.of.Text)
			}
		}
		said := lang.Statements(l.Text, before...)
		for _, r := range rs {
			if r.at >= len(said) {
				continue
			}
			worth := worthOf(r, said[r.at])
			if worth == 0 || d.known(r, known) || repeats(r, had) {
				continue
			}
			list = append(list, d.learned(r, bank.Captured{Category: bank.Other, Importance: worth, Text: d.stated(r)}))
			had = append(had, r.Text)
		}
		if before = append(before, l.Text); len(list) > 4*maxFacts {
			break // a day of which not half can be kept
		}
	}
	return list
}

// A recounted is a fact and the remark it is of.
type recounted struct {
	Learned
	of remark
}

// captured returns what bank's rules capture of a line of the user's.
func (d *digest) captured(line int, known, before []string) []recounted {
	l := d.Lines[line]
	u := bank.Utterance{Text: l.Text, Time: l.Time, MessageID: l.ID, Language: d.Language, Known: known, Before: before}
	var list []recounted
	for _, c := range bank.Capture(u) {
		if r, ok := locate(d.byLine[line], c.Text); ok && worthKeeping(r, c) {
			list = append(list, recounted{d.learned(r, c), r})
		}
	}
	return list
}

// learned is what was captured of a remark as a fact.
func (d *digest) learned(r remark, c bank.Captured) Learned {
	return Learned{
		Type: typeOf(r), Text: d.attributed(r, upperFirst(c.Text)), Entities: d.concerned(r, c.Entities), Confidence: 1,
		Category: c.Category, Importance: c.Importance, Evidence: []Evidence{d.evidence(r)},
	}
}

// weightiest keeps the most facts that may be, those that matter most, in the
// order they were told.
func weightiest(list []Learned, most int) []Learned {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[b].Importance, list[a].Importance) })
	order = order[:min(len(order), most)]
	slices.Sort(order)
	kept := make([]Learned, 0, len(order))
	for _, i := range order {
		kept = append(kept, list[i])
	}
	return kept
}

// mattering returns how much it matters what happened to the user: what will
// still be so more than what is being gone through, and that more than the
// rest.
func mattering(r remark) float64 {
	switch {
	case r.news:
		return mattersNews
	case lang.Lasting(r.Sentence):
		return mattersLasting
	case len(r.opens) > 0 && r.opens[0].Priority >= mattersTrouble:
		return mattersTrouble
	}
	return mattersEvent
}

// worthKeeping reports whether what bank captured says by itself what it is
// about: not "I started learning it".
func worthKeeping(r remark, c bank.Captured) bool {
	return c.Importance >= 0.8 || len(c.Entities) > 0 || slices.ContainsFunc(r.terms, lang.Noun)
}

// locate returns the remark that a captured text is from.
func locate(rs []remark, text string) (remark, bool) {
	f := lang.Fold(text)
	for _, r := range rs {
		if strings.Contains(lang.Fold(r.Raw), f) {
			return r, true
		}
	}
	return remark{}, false
}

var (
	togetherEn = regexp.MustCompile(`(?i)\b(?:you and I|we both|with you|together with you|you (?:helped|taught|told|showed|gave|recommended) me)\b`)
	togetherJa = regexp.MustCompile(`君と|あなたと|きみと|(?:教えて|手伝って|すすめて|勧めて|励まして)(?:くれた|もらった)`)
)

// typeOf tells what the persona had a part in from what is so without it.
func typeOf(r remark) bank.Type {
	if !r.user || r.Japanese && togetherJa.MatchString(r.Text) || !r.Japanese && togetherEn.MatchString(r.Text) {
		return bank.Experience
	}
	return bank.World
}

var (
	happenedEn  = regexp.MustCompile(`(?i)^(?:just |finally |also |already )*(?:took|passed|bought|met|lost|found|booked|signed|quit|made|wrote|forgot|broke|planted|visited|baked|landed|adopted|ordered) |\b(?:I|we|my [\w-]+(?: [\w-]+)?|our [\w-]+)(?:'ve| have|'d| had| has)? (?:(?:just|finally|also|recently|already|even|actually|both|all|really|once|never|always|only) )*(?:went|was|were|got|had|made|took|saw|met|visited|started|began|finished|moved|bought|sold|lost|found|won|passed|failed|joined|quit|left|came|ran|played|painted|wrote|read|watched|learned|taught|cooked|baked|built|adopted|signed|applied|attended|hosted|organi[sz]ed|volunteered|performed|planned|booked|decided|chose|tried|helped|gave|received|celebrated|travel+ed|flew|drove|hiked|swam|camped|broke|hurt|fixed|repaired|published|recorded|opened|launched|graduated|married|divorced|adopted|planted|spent|stayed|used to|grew up|lived|worked|studied|been|gone|done|seen|written|taken|given|bought|begun|become|became|created|designed|raised|turned|called|talked|spoke|told|heard|felt|feel|love|like|want|need|hope|plan|have|work|live|study|am|are|is|can|do|use|go|play|run|teach|make|take|keep|believe|enjoy|hate|prefer|[a-z]{2,}ed)\b|\bI(?:'m| am) \w+ing\b|\bmy [\w-]+(?: [\w-]+)? (?:is|was|are|were)\b|\bI(?:'m| am) (?:an?|the|in|at|from|on|with|into|so|really|very|not|now|proud|excited|happy|glad|interested)\b`)
	emptyTell   = regexp.MustCompile(`(?i)\b(?:please|look at|check out|congrats|glad|knowing|together,? we|we can|we could|(?:we|I)(?:'ve| have|'m|'re| am| are| was| were)? (?:been )?(?:so |totally |really |very |all |super |also )*(?:overwhelmed|fortunate|blessed|lucky|grateful|thankful|exhausted|thrilled|happy|glad|inspired|excited|looking forward|proud)|it's never|we all|taking care|seeing|realizing|is key|it's important|is important|I (?:feel|felt)|I'll keep my|feels? (?:great|good|amazing)|game changer|I (?:think|guess|mean|know|can't decide|agree|hope you|wish you|love (?:that|it|how|hearing|your)|like (?:that|it|how|your)|appreciate|can't wait to (?:see|hear)|was just|am (?:here|glad|happy|sorry|sure|so glad|so happy|really glad|so proud of you|proud of you)|'m (?:here|glad|sorry|sure|so glad|so happy for|so proud of|proud of|happy for|really glad|with you|all ears)|feel you|hear you|get (?:it|you|what)|understand|see what|totally|can (?:imagine|see|relate|tell)|couldn't agree|have no idea|don't know|had no idea)|thanks|thank you|you(?:'re| are)|your|good luck|congrat|let me know|let's|nothing better|sounds like)\b`)
	happenedJa  = regexp.MustCompile(`(?:た|ました|だった|でした|てい?る|てます|ています|てい?た|です|だ|たい|つもり|予定|する|します|いる|います|ある|あります|なった|なる)(?:よ|ね|の|んだ|んです|んだよ|んだけど|けど|から|ので|わ|なあ?|さ|よね)*$`)
	emptyTellJa = regexp.MustCompile(`そう(?:だ|です|だね|だよ|なん|かな|思|かも)|ありがと|おはよ|おやすみ|こんにちは|こんばんは|よろしく|お疲れ|ごめん|すみません|わかった$|わかりました|分かりました|了解|いいね$|いいよ$|ですね$|だね$|だよね$|思う$|思います$|かもしれ|だろう|でしょう|気がする|聞いて|教えて|どう(?:し|か|も)|何(?:か|も)|もし|たら(?:いい|、)|ばいい|(?:あなた|君|きみ)(?:は|が|の|も|って)|らしい|みたい(?:だ|$)|[^な]かな$|じゃん$|確かに|なるほど|もちろん|頑張る|がんばる|頑張って|疲れた$|眠い$|眠れ|寝る|お腹(?:が)?(?:空|す)|暑い|寒い`)
)

// ofMoment is what is wished or felt for the moment, or said and not told.
var ofMoment = regexp.MustCompile(`(?i)\bI (?:just |really |so |only )*(?:want|need|could use|could do with|fancy|crave|deserve|'d like|would like|'d kill for) (?:a|an|some|my|the|another|more) (?:[\w-]+ ){0,3}?(?:beer|wine|drink|coffee|tea|nap|bed|bath|shower|hug|break|pizza|snack|chocolate|cake|movie|film|holiday|sleep|couch|sofa|blanket|dinner|lunch)\b|\b(?:right now|as we speak)$|(?:ビール|酒|コーヒー|映画|布団|ラーメン|アイス|甘いもの|風呂|ベッド)[^、。]{0,8}(?:たい|欲しい|ほしい)|(?:^|、)(?:不思議と)?(?:落ち着いて|眠く|お腹)|^(?:検査の)?結果が出(?:た|ました)$`)

// worthOf returns how much it matters what a remark, read as a statement,
// tells; 0 if it is not worth keeping.
func worthOf(r remark, st lang.Statement) float64 {
	switch {
	case tellsOfLife(r, st):
		return mattering(r)
	case tellsBeside(r, st):
		return mattersBeside
	}
	return 0
}

// tellsBeside reports whether a remark says something of its speaker, or of
// somebody of theirs, that is not about the talk itself.
func tellsBeside(r remark, st lang.Statement) bool {
	n := len([]rune(r.Text))
	ofThem := st.Subject.Who == lang.Speaker || st.Subject.Who == lang.Someone
	return st.Mode == lang.Asserted && ofThem && !r.Japanese && !r.joke && !r.leans && !st.Laughs && n >= 25 && n <= 220 &&
		len(r.terms) >= 3 && !toYou.MatchString(r.Text) && !ofTalk.MatchString(r.Text) && !ofMoment.MatchString(r.Text)
}

// ofTalk is what is said of the talk, or to be polite.
var ofTalk = regexp.MustCompile(`(?i)\b(?:thanks?|congrat\w*|glad|sorry|pics?|photos?|picture|here's|check|look at|good luck|let's|let me|agree|understand|lend an ear|sounds?|wow|hope|see what|wait to)\b`)

// tellsOfLife reports whether a remark, read as a statement, tells something of the
// life of who makes it that one would want to know later: with a matter, not
// about the talk itself.
func tellsOfLife(r remark, st lang.Statement) bool {
	n := len([]rune(r.Text))
	switch {
	case r.Asks || r.joke || ofMoment.MatchString(r.Text):
		return false
	case weighty(r, n):
		return true
	case st.Mode != lang.Asserted || r.leans:
		return false
	case n < 5 || n > 280 || n < 8 && !lang.Lasting(r.Sentence) && !troubled(r):
		return false
	case r.Japanese:
		return tellingJa(r, n)
	}
	return tellingEn(r)
}

// weighty reports whether a remark of n characters tells of something that
// changed or troubles somebody, however it is put.
func weighty(r remark, n int) bool {
	if n > 200 || n < 5 {
		return false
	}
	ill := len(r.opens) > 0 && r.opens[0].Kind == lang.OpenTrouble && r.opens[0].Priority >= 0.7
	return r.news && slices.ContainsFunc(r.terms, lang.Noun) || ill && !r.leans && !r.supposes && !r.Reports()
}

func tellingJa(r remark, n int) bool {
	if len(r.terms) == 0 || !happenedJa.MatchString(r.Text) || emptyTellJa.MatchString(r.Text) {
		return false
	}
	return len(r.terms) > 1 || n >= 10 || troubled(r)
}

func tellingEn(r remark) bool {
	if toYou.MatchString(r.Text) && !togetherEn.MatchString(r.Text) || bareObject.MatchString(r.Text) && len(r.terms) < 3 {
		return false
	}
	return len(r.terms) > 1 && happenedEn.MatchString(r.Text) && !emptyTell.MatchString(r.Text)
}

var (
	toYou      = regexp.MustCompile(`(?i)\b(?:you|your|you're)\b`)
	bareObject = regexp.MustCompile(`(?i)\b(?:it|them|one|ones|that|this|those|these|there)\b`)
)

// troubled reports whether a remark tells of an illness, a loss, a quarrel.
func troubled(r remark) bool {
	return len(r.opens) > 0 && r.opens[0].Kind == lang.OpenTrouble
}

// stated returns a remark as a fact: without what leads it in.
func (d *digest) stated(r remark) string {
	s := lang.Stated(r.Sentence)
	for _, name := range strings.Fields(d.Persona) {
		if rest, ok := strings.CutPrefix(s, name+", "); ok {
			s = upperFirst(rest)
		}
	}
	return s
}

// attributing is how many characters it takes to say whose a sentence is,
// beside the name.
const attributing = 12

// attributed returns what a remark tells as a fact that says whose it is.
func (d *digest) attributed(r remark, text string) string {
	who := cmp.Or(d.Lines[r.line].Name, d.User)
	if !r.user {
		who = cmp.Or(d.Lines[r.line].Name, d.Persona)
	}
	room := maxFact - len([]rune(who)) - attributing
	return bank.Attributed(lang.Cut(text, max(room, 1)), who)
}

// known reports whether what a remark tells is known already: a fact or a page
// has its words.
func (d *digest) known(r remark, facts []string) bool {
	covered := func(text string) bool {
		return 6*len(lang.Shared(r.terms, d.termsOf(text))) >= 5*len(r.terms)
	}
	return slices.ContainsFunc(facts, covered) || slices.ContainsFunc(d.Entities, func(e Known) bool { return e.Text != "" && covered(e.Text) })
}

// termsOf returns the terms of a text that is compared with every remark.
func (d *digest) termsOf(text string) []string {
	list, ok := d.terms[text]
	if !ok {
		list = lang.Terms(text)
		if d.terms == nil {
			d.terms = map[string][]string{}
		}
		d.terms[text] = list
	}
	return list
}

// repeats reports whether a remark says what one before it said.
func repeats(r remark, had []string) bool {
	return slices.ContainsFunc(had, func(h string) bool {
		terms := lang.Terms(h)
		n := len(lang.Shared(r.terms, terms))
		return strings.Contains(lang.Fold(h), lang.Fold(r.Text)) || 6*n >= 5*len(r.terms) && len(r.terms) > 0
	})
}

// concerned returns whom and what a remark is about: who said it, and the
// names in it.
func (d *digest) concerned(r remark, more []string) []string {
	var list []string
	add := func(n string) {
		if n = strings.TrimSpace(n); n != "" && len([]rune(n)) <= maxName && !slices.ContainsFunc(list, func(o string) bool { return lang.Fold(o) == lang.Fold(n) }) {
			list = append(list, n)
		}
	}
	speaker := d.Lines[r.line].Name
	if speaker == "" && r.user {
		speaker = d.User
	}
	add(speaker)
	for _, e := range d.Entities {
		if len([]rune(e.Name)) > 1 && lang.Mentions(r.Text, string(e.Name)) {
			add(string(e.Name))
		}
	}
	for _, n := range slices.Concat(more, lang.ProperNames(r.Raw)) {
		if n != d.Persona && (len([]rune(n)) > 1 || !lang.Japanese(n)) {
			add(n)
		}
	}
	return list[:min(len(list), 6)]
}
