package dreaming

import (
	"regexp"
	"slices"
	"strings"

	"yumori/bank"
	"yumori/internal/lang"
)

// A polarity says which way a judgement goes.
type polarity int

const (
	neutral polarity = 0
	praise  polarity = 1
	blame   polarity = -1
)

var (
	praiseEn = regexp.MustCompile(`(?i)\b(?:love|loved|loves|adore|like|likes|liked|enjoy|enjoyed|prefer|prefers|favou?rite|best|great|good|wonderful|amazing|awesome|fantastic|beautiful|brilliant|excellent|perfect|delicious|cozy|cosy|lovely|fun|worth|helps?|healthy|important|kind|trust|proud of|recommend|better than|calming|relaxing|soothing|inspiring|reliable|fair|honest|gentle|easy)\b`)
	blameEn  = regexp.MustCompile(`(?i)\b(?:hate|hated|hates|dislike|can't stand|cannot stand|detest|loathe|awful|terrible|horrible|worst|boring|bored|annoying|annoys|disgusting|overrated|useless|pointless|rude|mean|unfair|dangerous|ugly|stressful|exhausting|too (?:loud|crowded|expensive|sweet|spicy|long|hard|difficult|strict)|disappointing|bad for|waste of|tired of|sick of|fed up with|don't trust|regret|lies|lied|unreliable|dishonest)\b`)
	turnEn   = regexp.MustCompile(`(?i)\b(?:not|never|no longer|don't|doesn't|didn't|isn't|wasn't|aren't|weren't|hardly|can't say)\b(?: \w+){0,3}? (?:love|like|enjoy|prefer|trust|great|good|fun|worth|best|beautiful|hate|bad|help|important|kind|healthy|easy|fair|boring)`)
	praiseJa = regexp.MustCompile(`好き|大好き|最高|素敵|すてき|素晴らし|すばらし|美味し|おいし|楽し|面白|おもしろ|きれい|綺麗|落ち着く|気持ちいい|気に入|お気に入り|信頼でき|頼りにな|優しい|やさしい|大切|大事|おすすめ|向いて(?:い)?る|癒|誇らし|便利|いい(?:店|人|本|曲|町|所|ところ|先生|場所)|居心地がいい`)
	blameJa  = regexp.MustCompile(`嫌い|きらい|苦手|ひどい|最悪|つまらな|退屈|うんざり|まずい|不味|うるさ|うるさい|面倒|めんどう|無駄|危な|怖い|信用でき|信じられな|好きじゃな|好きになれな|好きではな|合わな|高すぎ|疲れる|ストレス|不公平|嫌だ|いやだ|向いてな`)
	turnJa   = regexp.MustCompile(`(?:嫌い|苦手|無駄|ひど|怖)(?:じゃ|では|く)な`)
	selfSay  = regexp.MustCompile(`(?i)\b(?:I think|I believe|in my opinion|to me|if you ask me|I find|I've always|I really|nothing beats|there's nothing)\b|と思う|と思います|と思って|だと感じ|気がする|に限る|やっぱり`)
)

// judges tells which way a remark judges.
func judges(r remark) polarity {
	up, down, turn := praiseEn, blameEn, turnEn
	if r.Japanese {
		up, down, turn = praiseJa, blameJa, turnJa
	}
	good, bad := up.MatchString(r.Text), down.MatchString(r.Text)
	p := neutral
	switch {
	case bad: // "not good" has "good" in it, "好きじゃない" has "好き"
		p = blame
	case good:
		p = praise
	}
	if turn.MatchString(r.Text) {
		p = -p
	}
	return p
}

// opinions finds evidence for and against opinions there are, and adds to the
// facts the judgements of things that nobody held an opinion of.
func (d *digest) opinions(facts []Learned) ([]Weighed, []Learned) {
	var list []Weighed
	for _, r := range d.remarks {
		p := judges(r)
		if p == neutral || !r.user || r.Asks || r.joke || r.supposes || r.Reports() || len(r.terms) == 0 {
			continue
		}
		weighed := false
		for _, o := range d.Opinions {
			s, ok := d.stance(o, r, p)
			if !ok {
				continue
			}
			weighed = true
			w := Weighed{ID: o.ID, Stance: s, Evidence: d.evidence(r)}
			if len(list) < maxWeighed && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
		if f, ok := d.opinion(r); ok && !weighed {
			facts = added(facts, f)
		}
	}
	return list, facts
}

// stance tells whether a judgement is for or against an opinion: it has to be
// about the same thing.
func (d *digest) stance(o bank.Fact, r remark, p polarity) (bank.Stance, bool) {
	held := held(o.Text)
	about := without(lang.Terms(strings.Join(o.Entities, " ")+" "+o.Text), d.names)
	about = slices.DeleteFunc(about, judgingTerm)
	n := len(lang.Shared(about, r.terms))
	if held == neutral || n == 0 || 2*n < len(about) || slices.Contains(o.Sources, d.Lines[r.line].ID) {
		return "", false
	}
	if held == p {
		return bank.For, true
	}
	return bank.Against, true
}

// held tells which way an opinion goes.
func held(text string) polarity {
	for _, s := range lang.Sentences(text) {
		if p := judges(remark{Sentence: s}); p != neutral {
			return p
		}
	}
	return neutral
}

// judgingTerm reports whether a term is the judgement itself.
func judgingTerm(t string) bool {
	return praiseEn.MatchString(t) || blameEn.MatchString(t) || praiseJa.MatchString(t) || blameJa.MatchString(t)
}

// opinion makes an opinion of a judgement that names its thing and says whose
// view it is.
func (d *digest) opinion(r remark) (Learned, bool) {
	n := len([]rune(r.Text))
	likes := likesEn
	if r.Japanese {
		likes = likesJa
	}
	if n < 8 || n > 160 || r.leans || !likes.MatchString(r.Text) && !selfSay.MatchString(r.Text) || fleeting.MatchString(r.Text) {
		return Learned{}, false
	}
	things := slices.DeleteFunc(lang.Terms(d.stated(r)), func(t string) bool { return judgingTerm(t) || !lang.Noun(t) })
	if len(things) == 0 {
		return Learned{}, false
	}
	names := d.concerned(r, nil)
	if thing := d.third(d.nameOf(things[0])); len(names) < 3 && !hasFold(names, thing) {
		names = append(names, thing)
	}
	return Learned{
		Type: bank.Opinion, Text: d.attributed(r, d.stated(r)), Entities: names, Confidence: firstHeld,
		Category: bank.Preference, Importance: mattersOpinion, Evidence: []Evidence{d.evidence(r)},
	}, true
}

// fleeting is what makes a judgement one of the moment, or of the talk.
var fleeting = regexp.MustCompile(`(?i)\b(?:you|your|today|tonight|right now|this morning|talking (?:to|with)|hearing (?:from|about)|the idea|sounds|looks?)\b|今日|今夜|あなた|君の|話して(?:い)?て|その|この|って$`)

// added puts an opinion in the place of the fact with the same evidence, or at
// the end.
func added(facts []Learned, f Learned) []Learned {
	for i, o := range facts {
		if o.Evidence[0] == f.Evidence[0] {
			f.Importance = max(f.Importance, o.Importance)
			if o.Category != bank.Other {
				f.Category = o.Category
			}
			facts[i] = f
			return facts
		}
	}
	if len(facts) >= maxFacts {
		return facts
	}
	return append(facts, f)
}
