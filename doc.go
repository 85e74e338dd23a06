/*
Yumori (夢守) is a desktop companion: one talks with a persona in a window, and
the persona keeps its memory in plain files that one can read. This page is a
tour of the program from the bottom up. What to install and how to start it
is in README.md; the rules of the house are in CONTRIBUTING.md.

# Layer 0: store, memory, event, llm, document, card, assets

Package store is the only door to the disk. A home directory is opened and
locked by one process; below it each persona has a folder that no name can
leave (os.Root). There are two ways to write. Write and Replace put a whole
small file in place atomically, the old version going into the folder's
history together with who changed it and why. A Journal takes one record after
the other, each on disk before the call returns; a torn tail is set aside when
the journal is opened, and reported. A file that cannot be read is never taken
for an empty one: it is quarantined, and the last good version is offered.
Changes answers "what was written since?", whoever wrote it. A Sheet is a file
that a person may have open in an editor meanwhile: it is read again when it has
changed, and set aside before anything of it would be lost; a Page has what was made
of one. A Shadow takes writes without making them. store/jsontree reads JSON that a user has edited.

Package memory is what one memory is as a value (an Item), in which line of which file
it stands (a Place, which knows that line again after an edit), how it came to be
known and what it is derived from, said once for all packages that keep memories:
they do not see each other. A Retraction takes sources back from all that is derived
from them, and gives them back.

Package event is the bus. An event carries the whole new state of its topic,
so only the newest counts and publishing never waits.

Package llm says what a model is: a request of system sections, messages and
tools; an answer that streams; usage; and the few errors a caller branches on.
What a section tells is in it as values, which the built-in rules read; what was
recalled becomes text in Section.String alone, fenced as data.
Its sub-packages are the providers: openai for every server of that protocol,
ollama in its own, which can be told how long prompts are, gemini, and builtin,
the rules that answer when there is no model, or when the model fails. What they
know they find with package answer: it reads what a prompt remembers, sees what was
put right later, and answers a question in the words in which it was told. All HTTP
goes through llm/wire, and every request to a model or an embedder through
llm/meter: it is reserved before it is sent, repetitions too, may be refused, and
is settled with what it has cost. llm/embedcache keeps the vectors that embedders
made, for all personas, so that no text is asked for twice; llm/embedbatch fills it
by a provider's batches. llm/window finds out how many tokens a model
takes: from a refusal, the user, the server, or a table. llm/llmtest has scripted
and broken models and strict servers for the three protocols, llm/instant a model that
answers at once, for measurements.

Package document takes the text out of what people give to read. A PDF is read
by a second process of the same binary, with limits on what it may use.

Package card reads and writes character cards, in pictures, archives and JSON,
and finds the lore of one that a talk touches. What a card says is text of
somebody unknown: everything about it is bounded, nothing in it is carried out.

Package assets holds embedded files: sample personas and characters to make others of, fonts, icons, words.

Package autostart has the system start the program when the user logs in, package
updates tells that a newer version is there, and package watch that something in a
folder has changed.

Package unpack looks at archives of unknown origin before anything is
taken out of them.

Package lang tells by rules what one sentence of English or Japanese
says: whose words it is in, what it is about, when, whether it is asserted. The
packages below it are lang/statement (of whom what is told, and what it puts
right), lang/question, lang/quote, lang/pending (what a sentence leaves open, and
what answers it), lang/repeat and lang/wordvec (how alike words are), lang/encoder (how alike English sentences
are); lang/en has what their rules of English share, and lang/cache remembers what they found last.
Package lang/forms has the irregular forms of English words, for rules and
indexes alike. Package lang/when reads the dates and spans of time that a text
names, and puts them so that they hold on any day. Package lang/plain reads a text as it was
typed: its language, its own words. Package lang/likely has learned from examples what a
message is, what it is for who tells it, what weighs on somebody, gladdens them, or puts
something right, and what they are called; lang/softmax is how it reckons. Package pattern has the expressions all of them use, and reads
them from files in which each has examples; pattern/prefilter tells of a text that
none of them can match it.
Package evalset reads the sets of documents and questions that recall
and dreams are measured on.

# Layer 1: what is remembered, each by itself; rag, agent

These packages do not see each other. Their files are the truth, may be edited
while the program runs, and are stepped over where they cannot be used. All that
is remembered names its sources, so that it is withdrawn with a message that is taken
back and comes again with it.

Package persona reads and writes what a persona is: its profile, its bootstrap
files, core memory, notepad and daily log, and it makes the layers of the
prompt from them, anew each turn. Changes to core memory are held for the
user's yes.

Package transcript keeps the conversation: a tree of messages, one JSON line
each. The branch that is shown is read backward from the end, a page at a
time, so that the length of the log costs nothing.

Package episodic is days, weeks and moments that stand out, how much each
exchange moved the persona, and its dream diary. Package entity is a page for
each person and thing it knows of, package facts the facts and opinions it holds
for true, package goals what it wants, package motivation what moves it: four
drives, which are functions of a clock and a Snapshot, its open questions, and
the emotions it reported.

Package rag finds texts again: an index that is derived from all of these and
can be deleted. Package rag/terms makes words of a text as they are indexed,
rag/segment has what stands in the files of the index, rag/vector what an
embedder made of its chunks, and rag/latent learns a space of vectors from the texts.

Package backup copies a home to a folder outside of it, reads the copy back, and
brings it back whole or not at all.

Package skill keeps the texts that teach a persona something, off until the user
enables the very text that is there.

Package imports reads what other programs keep of talks and personas, and hands
it on message by message; package exchange puts it into one line of talk by its times.

Package speech reads texts aloud with the voice of the system or of a speech server
(VOICEVOX, or OpenAI's protocol), sentence by sentence, also while they are written;
Japanese goes to eSpeak in kana.

Package agent is the loop between a model and its tools, with its budgets and
guards. It knows no persona.

# Layer 2: memory, and what thinks with it

Package memory/stores opens the stores of what a persona remembers in one folder and by
one clock: for the living persona, and on a shadow of its folder for a dream.

Package retrieval answers what is remembered of this, for every turn: it plans,
searches, orders by relevance, intent and feeling, and fits the rest into a
budget. One Result carries all that happened on the way.
Its Service is all recall of a persona: it keeps the indexes up to date with what
is on disk, and knows what was taken back; a Host tells it what only the living
persona knows. Package retrieval/source turns the files of a persona into
documents of an index, retrieval/library keeps, reads and searches what the user
gave to read, retrieval/embedding has vectors made, retrieval/bench measures how
well and how fast it recalls, and retrieval/background does what nobody waits for.

Package dreaming makes memory of conversations at night. Its Pipeline goes through
named stages, each thought by a model (dreaming/model) or by rules
(dreaming/rules, which also has the values that both are given and give) and
applied on a shadow; the Record in its Diary (dreaming/record) says what was
read, what changed and what waits, and any of it can be undone. Nights that were
missed are made up, days long past lived through.

Package mind joins the stores of what a persona remembers and feels, and has what a
person looks at and sets right in them; package texts does so with the texts of its
folder. Package config has the settings of a home, package models makes its models by them, package spending what its models have
cost, and package taint follows the texts of others: what is derived from them, which of them
the user called their own, and whether a reply took something over.
Package withdraw takes a message back with all that is derived from it, and brings it
back. Package sessions ends talks, names them, keeps a file of each and goes on with them.
Package attachment knows which files can be added to a message, and keeps them.
Package exchange is all that comes into a home and goes out of it: talks and personas
of other programs, character cards, lore, and exports; a Host has the living personas.

# Layer 3: tools

Package tools is what the persona may call, a file for what belongs together and a description of each.
When a turn's context holds text that neither the user nor the persona wrote,
every write a tool makes is held for the user. That is code, not a sentence in
a prompt. A reply that took something from such text is marked in the log, and
a later turn that holds it, or a memory that is derived from it, is held up likewise,
until the user clears the mark or calls the text their own.

# Layer 4: companion

Package prompt makes what one turn puts in front of a model: a Plan in tokens of
the window that the model really has. It is sent, kept with the reply and shown
as it is.

Package companion is one living persona. Say puts the user's words on disk, has
the prompt made, lets the model and its tools work, takes the tags out of
the speech as it streams (package tagfilter), and puts the reply on disk with the trace of all
that was in front of the model. When the model fails before its first word the
built-in rules answer, and say so. All else is a value by its subject: Conversation,
Learning, Inbox, Skills, Dreams, Nights, Initiative, and Memories, which is the
Service of retrieval. A Home is the home with its settings, personas and Backups.

# Layer 5: ui, cli, door

Package ui is the window, package cli the terminal. Both see the companion and
its values only. Each page of the window is a package that knows no other page:
ui/chat, ui/inbox, ui/mind, ui/dreams, ui/memories, ui/knowledge and ui/settings; the sheets of ui/importing and ui/backups lie over
whatever page is open. A page is a pure view of values. ui/page is what they share, the words among it; the screen's
goroutine never waits, and two crossings in ui/page/run.go bring it what others
did. ui/widget is what they are made of: it knows no page and no word. Package
ui/look has colours, sizes and icons, ui/prose shows the Markdown of replies, ui/entry
is the field that a message is written in. Package
ui/face draws the personas, from the layers in assets/portraits; ui/sound plays what
speech servers say. ui/tray is the program among those that run in the background,
and ui/heap gives memory back to the system. ui/uitest has the fakes of their tests.

Package report makes a report on a home that its owner can hand on, without a word of
what was said in it.

Package evaluate measures all of it on sets of documents and questions: lives that
are lived through, answers, and the time of a turn.

Package door lets other programs of this machine speak with a persona, by the
protocol of OpenAI's chat completions and as an MCP server. cli opens it.

# Layer 6: main

The program itself picks the providers and starts one or the other.

# A walk: from a key press to a dream

Every name below is a function; a test holds that it exists.

The key. entry.Entry.TypedKey takes Enter, entry.guard.key asks whether an input
method wanted it, and entry.Entry.Send gives the text to chat.Composer.say, which
hands it with its files to chat.Page.send. page.Background takes the turn away
from the screen's goroutine; cli.chatCommand begins here.

The words on disk. companion.Companion.Say makes a message of them, and
companion.Companion.exchange is the turn: companion.Companion.keepSaid puts it
down with transcript.Log.Append and store.Journal.Append, before anything thinks.

The prompt. companion.Companion.answer asks the model of the settings with
companion.Companion.speak, and the built-in rules when it fails without a word.
prompt.Composer.Compose makes the plan, in the steps that are listed in it:
persona.Persona.Layers reads the files, prompt.Composer.Inner the feelings
and goals, prompt.draft.readTalk the conversation; prompt.draft.fit
divides the room. prompt.draft.addRecalled looks the message up:
retrieval.Service.ForTurn has retrieval.Node.Recall ask rag.Index.Search, and
retrieval.Recollection.Section has what came of it as values.
prompt.draft.assemble makes the request.

The reply. agent.Loop.Run goes between the model and the tools of tools.New.
openai.Model.Generate and its like join the sections with llm.JoinSections,
where llm.Section.String writes memories down, fenced as data;
builtin.Mind.Generate reads the values. As words come, companion.speech.hear
takes the tags out of them and companion.Companion.update publishes the turn;
chat.Page.turned shows it.

The reply on disk. companion.Companion.finish appends it to the log with its
trace, and companion.Conversation.keepPlan what was in front of the model. Then
what the exchange did is booked, each thing with its sources and through package
store: companion.Learning.capture keeps facts (facts.Capture finds them),
companion.Learning.recordExchange feelings, arousal and moments. What was taken back
meanwhile withdraw.Service.WithdrawStale takes out again.
companion.Companion.recallLater has the indexes brought up to date.

The dream. companion.Nights.lookAfter finds a night due (or somebody presses
the button: companion.Dreams.Dream); companion.Dreams.dreamWith opens
dreaming.Pipeline.Dream. dreaming.Pipeline.gather reads what is new, and
dreaming.night.dream goes through the stages: dreaming.night.think asks a model
or the rules, dreaming.night.write makes the changes on a shadow, and
dreaming.night.commit puts them on disk after the record that says so, with
store.Dir.Commit. The next prompt is made of what it left.

# Beside the layers

Package archtest holds the tree to them and to the rules of
CONTRIBUTING.md, internal/e2e drives the built program in a window,
store/storetest makes homes for tests, and store/powercut disks that lose their
power. Package docs has the pages that say how all of it works, for tests that hold
them to the code.
*/
package main
