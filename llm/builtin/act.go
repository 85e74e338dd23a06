package builtin

// A kind says what somebody does by saying something.
type kind int

// The kinds of act, in the order in which they are answered.
const (
	kindOther      kind = iota // nothing the rules know
	kindCrisis                 // the user speaks of ending their life
	kindGreeting               // hello
	kindThanks                 // thank you
	kindApology                // sorry
	kindPraise                 // well done, I like you
	kindBlame                  // you are useless
	kindLaugh                  // haha
	kindYes                    // a bare yes
	kindNo                     // a bare no
	kindWrongName              // that is not my name
	kindName                   // my name is …
	kindFeeling                // I am sad
	kindFact                   // something about the user or their world
	kindRemark                 // any other statement
	kindReply                  // a few words answering the persona's question
	kindAsk                    // a question about what was told
	kindAskAll                 // what do you know about me?
	kindAskPersona             // a question about the persona
	kindAskNature              // are you an AI?
	kindAskName                // what is your name?
	kindAskIntro               // tell me about yourself
	kindAskSelf                // how are you?
	kindAskMemory              // do you forget? where do you keep it?
	kindAskDay                 // what did you do today?
	kindAskOpinion             // what do you think?
	kindAskWants               // what do you want?
	kindAskDream               // what did you dream?
	kindAskTime                // what time is it?
	kindAskDate                // what day is it?
	kindAskAbility             // what can you do?
	kindCannot                 // write me a poem
	kindForget                 // forget that
	kindTalk                   // really? what do you mean? never mind: topic is the key of the answer
	kindFarewell               // good night
)

// An act is one thing done in a message.
type act struct {
	kind     kind
	text     string   // the clause, as the user wrote it
	facts    []fact   // what to write down
	name     string   // kindName: the user's name
	mood     mood     // kindFeeling
	ask      question // kindAsk, kindAskPersona
	told     bool     // kindFact: "remember that …", an explicit wish
	mirror   string   // a statement turned to the persona's side: "you have two cats"
	topic    string   // the few words it is about: "two cats"
	category string   // of the fact
}

// A fact is a sentence to be kept.
type fact struct {
	text     string
	category string
}

// A mood is how somebody feels.
type mood string

// The moods the rules tell apart.
const (
	moodNone    mood = ""
	moodSad     mood = "sad"
	moodTired   mood = "tired"
	moodAnxious mood = "anxious"
	moodAngry   mood = "angry"
	moodHappy   mood = "happy"
	moodBored   mood = "bored"
	moodIll     mood = "ill"
	moodLonely  mood = "lonely"
)

// An askKind says what a question wants to hear.
type askKind string

// The kinds of question.
const (
	askWhat   askKind = "what"
	askWho    askKind = "who"
	askWhere  askKind = "where"
	askWhen   askKind = "when"
	askNumber askKind = "number"
	askName   askKind = "name"
	askWhy    askKind = "why"
	askYesNo  askKind = "yesno"
	askAbout  askKind = "about" // what did I tell you about …?
)

// A question is what was asked, ready to be looked up.
type question struct {
	kind  askKind
	text  string
	terms []term
	about string // as the user wrote it: "my sister's cats"
	user  bool   // it is about the user
	span  span   // of the days it asks about; zero for any
}
