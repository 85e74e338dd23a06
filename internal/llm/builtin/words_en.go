package builtin

import "strings"

// set makes a lookup of the words in text.
func set(text string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(text) {
		m[w] = true
	}
	return m
}

// pairs makes a lookup of "key value…" lines: each word after the first maps
// to the first.
func pairs(text string) map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(text) {
		ws := strings.Fields(line)
		for i, w := range ws {
			if i > 0 {
				m[w] = ws[0]
			}
		}
	}
	return m
}

// stems is pairs with the words stemmed.
func stems(text string) map[string]string {
	m := map[string]string{}
	for w, c := range pairs(text) {
		m[stem(w)] = c
	}
	return m
}

var englishStops = set(`a an the i i'm i've i'd i'll me my mine myself we we're our ours us you you're you've you'll your yours yourself
	he she it its it's they them their theirs his her hers him he's she's they're
	is am are was were be been being do does did doing don't doesn't didn't have has had having haven't hasn't can could will would should shall may might must
	isn't aren't wasn't weren't
	what what's which who who's whom whose where where's when when's why how how's that that's this these those there here
	and or but so if then than as of at by for with about against between into through to from up down in out on off over under again
	not no nor only own same too very just now also really actually still already yet ever any some please s t ll ve re d m
	remember remind know tell told say said user's user
	much anything something someone anyone anybody somebody everything many kind sort thing things stuff let's oh well ok okay hey hi hello yes yeah
	happen happened happening happens currently again today's most exactly called call`)

var irregular = pairs(`go went gone goes
	live lived
	be was
	buy bought
	bring brought
	think thought
	teach taught
	catch caught
	eat ate eaten
	drink drank drunk
	see saw seen
	write wrote written
	read reads
	make made
	take took taken
	give gave given
	get got gotten
	find found
	feel felt
	leave left
	lose lost
	meet met
	speak spoke spoken
	run ran
	sing sang sung
	swim swam swum
	begin began begun
	start started
	know knew known
	grow grew grown
	fly flew flown
	drive drove driven
	ride rode ridden
	wear wore worn
	sleep slept
	win won
	sell sold
	send sent
	spend spent
	build built
	learn learnt
	dream dreamt
	break broke broken
	choose chose chosen
	fall fell fallen
	forget forgot forgotten
	hear heard
	keep kept
	pay paid
	sit sat
	stand stood
	marry married
	child children kids kid
	person people
	man men
	woman women
	mouse mice
	foot feet
	colour color colors
	favourite favorite favorites favourites
	wife wives
	life lives_`)

// pastForms are past tenses that are not a base form plus "ed".
var pastForms = set(`went bought brought thought taught caught ate drank saw wrote made took gave got found felt left lost met spoke ran
	sang swam began knew grew flew drove rode wore slept won sold sent spent built learnt dreamt broke chose fell forgot heard kept paid
	sat stood was were had did said told became came held led lent meant rang rose sold shot shook stuck stole swore threw understood woke
	could would should might bent bit blew burnt drew dug fed fought froze hid laid lit spilt spoilt spun struck swept tore wept hung`)

// concepts joins words that ask for, or say, the same thing. The first word
// of a line is the concept.
var concepts = stems(`@live live reside dwell move home based settle
	@work work job occupation profession employ employer career
	@name name named nickname
	@love love like enjoy favourite favorite prefer adore fond keen fan
	@hate hate dislike detest loathe
	@eat eat food meal dish
	@drink drink beverage
	@spouse wife husband spouse
	@partner partner girlfriend boyfriend fiance fiancee
	@mother mother mum mom mummy mommy
	@father father dad daddy
	@child child baby kids expecting pregnant
	@son son
	@daughter daughter
	@sister sister sisters
	@brother brother brothers
	@family family relatives
	@sibling sibling siblings
	@cat cat cats kitten kittens
	@dog dog dogs puppy puppies
	@pet pet pets
	@birthday birthday birthdate born birth
	@age age old aged
	@allergy allergic allergy allergies
	@study study studying studies student major
	@holiday holiday vacation trip
	@film film movie movies
	@book book books novel
	@make make build develop create
	@go go travel visit
	@appointment appointment meeting
	@exam exam test exams
	@sick ill sick unwell
	@afraid afraid scared fear
	@begin start begin
	@plan plan plans planning intend
	@learn learn learning
	@job interview
	@play play playing
	@town town city
	@friend friend friends
	@colour colour color
	@doctor doctor dentist
	@project project projects
	@music music song band
	@feel feel feeling feelings
	@have own`)

// verbs are base forms that may follow "and" in a list of what somebody does.
var verbs = set(`work live like love hate have want need study play write read run make build use drink eat cook drive ride teach learn speak
	collect paint draw sing swim walk go come think know feel keep own watch listen enjoy prefer travel sleep wake start stop try help
	code design repair grow bake hike climb dance train practise practice manage sell buy take give get find leave meet help care hope plan
	suffer struggle commute wear miss dislike remember forget believe mean call visit volunteer tutor raise breed knit sew fish look seem smell taste sound rain snow`)
