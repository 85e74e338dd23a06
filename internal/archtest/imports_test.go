package archtest

import (
	"path"
	"slices"
	"strings"
)

// values are the packages whose types and errors a screen shows. It asks
// companion for them and opens none itself.
const values = "attachment models prompt taint exchange mind texts sessions config spending backup imports skill speech event llm llm/meter store memory document persona transcript episodic entity goals motivation facts retrieval retrieval/embedding retrieval/library dreaming dreaming/record updates "

// pages are the packages a page of the window is made of. Pages never import
// pages.
const pages = "companion ui/look ui/face ui/prose ui/entry ui/widget ui/page "

// topLevel are the folders of packages beside main. All others stand below
// internal.
const topLevel = "assets docs dreaming entity episodic goals motivation persona rag retrieval ui"

// allowed lists, for each package, the packages of this module it may import.
// It is the drawing of CONTRIBUTING.md. What stands below internal is named
// without it. A pattern ending in "/*" stands for the
// packages below it that are not listed themselves.
var allowed = map[string]string{
	// Layer 0: the standard library and chosen libraries only.
	"store":           "",
	"store/jsontree":  "store memory", // memories in JSON files that people edit
	"store/storetest": "store",        // homes for the tests of the packages below
	"store/powercut":  "",             // disks that lose their power, for tests that kill
	"event":           "",
	"autostart":       "store", // has the system start the program; writes where the system looks, outside of any home
	"watch":           "",      // tells when files of a folder change
	"memory":          "",      // how a memory came to be known and what it is derived from
	"llm":             "memory",
	"document":        "",       // text out of files that people give; a process of its own for PDF
	"tagfilter":       "",       // what a persona reports in its speech, taken out as it streams
	"card":            "unpack", // character cards, as files and as lore
	"assets":          "",
	"docs":            "",                                        // the pages that say how it works; for tests
	"pattern":         "pattern/prefilter",                       // regular expressions, many of them
	"pattern/*":       "",                                        // what only computes, without the race detector
	"lang/forms":      "",                                        // English words and their irregular forms
	"lang/cache":      "",                                        // what was worked out last
	"lang":            "pattern lang/when lang/forms lang/cache", // what one sentence says, by rules
	"lang/*":          "pattern lang lang/*",                     // what is stated, asked, quoted, left open
	"lang/when":       "pattern",                                 // dates and spans of time
	"lang/plain":      "lang",                                    // a text as it was typed
	"evalset":         "",                                        // sets of documents and questions to measure with
	"unpack":          "",                                        // archives of unknown origin, looked at before they are unpacked
	"assets/*":        "",

	// Layer 1: on the store, and on llm for their own task; never each other.
	"persona":     "store memory llm card",
	"transcript":  "store llm",
	"episodic":    "lang lang/* store memory llm",
	"entity":      "lang store memory llm",
	"goals":       "lang store memory store/jsontree llm",
	"motivation":  "lang store memory store/jsontree llm",
	"backup":      "unpack store", // copies of a home, and bringing them back
	"facts":       "lang lang/* pattern store memory llm",
	"rag":         "lang lang/when pattern store memory llm rag/*",
	"imports":     "unpack store", // what other programs keep, read
	"skill":       "store store/jsontree",
	"rag/*":       "",                // pure parts of the index
	"rag/terms":   "lang/forms",      // words as they are indexed
	"rag/segment": "",                // what stands in its files
	"rag/vector":  "llm rag/segment", // what an embedder made of its chunks
	"updates":     "store",           // tells that a newer version is there
	"agent":       "llm",
	"speech":      "lang lang/plain llm llm/wire", // reads texts aloud, with the voice of the system or a server
	"llm/meter":   "llm",                          // every request is counted there
	"llm/wire":    "llm",
	"llm/window":  "llm",
	"llm/gemini":  "llm llm/wire llm/window",
	"llm/ollama":  "llm llm/wire",
	"llm/openai":  "llm llm/wire llm/window",
	"answer":      "lang lang/* lang/plain lang/when pattern llm memory", // answers questions from what is remembered
	"llm/builtin": "answer lang lang/* lang/plain lang/when pattern llm memory",
	"llm/llmtest": "llm",
	"llm/instant": "llm", // a model that costs nothing, for measurements

	// Vectors, kept for all personas and made many at a time.
	"llm/embedcache": "llm store",
	"llm/embedbatch": "llm llm/embedcache llm/meter store",

	// On top of layer 1: all that is remembered, opened in one place.
	"memory/stores": "store episodic entity goals motivation facts",

	// Layer 2.
	"dreaming/record":      "store memory transcript episodic entity persona",                                                  // what dreams did, and taking it back
	"dreaming/rules":       "dreaming/record lang lang/* llm memory transcript episodic entity goals motivation facts persona", // what a day is to a dream, and what rules make of it
	"dreaming/model":       "dreaming/record dreaming/rules lang lang/* llm episodic goals motivation facts persona",
	"dreaming":             "dreaming/record dreaming/rules dreaming/model lang lang/* store memory llm llm/meter memory/stores persona transcript episodic entity goals motivation facts",
	"dreaming/evaluate":    "evalset dreaming dreaming/record store memory persona transcript episodic facts",
	"retrieval/background": "",                                                                               // work that nobody waits for
	"retrieval/source":     "lang lang/* store memory persona transcript episodic facts rag",                 // files turned into documents
	"retrieval/library":    "lang document store memory llm rag rag/* retrieval/background retrieval/source", // what the user gave to read
	"retrieval/embedding":  "llm llm/meter llm/embedbatch llm/embedcache store rag retrieval/background",     // vectors
	"retrieval":            "lang lang/* lang/when store memory llm llm/meter llm/embedcache transcript episodic facts watch rag rag/* retrieval/background retrieval/source retrieval/library retrieval/embedding",
	"retrieval/bench":      "lang evalset memory/stores store memory llm transcript rag retrieval retrieval/background retrieval/source retrieval/library",

	// What a living persona is made of.
	"config":   "dreaming motivation llm/meter retrieval/embedding",       // the settings of a home
	"spending": "config store llm llm/meter episodic",                     // what models have cost
	"models":   "config spending store llm llm/meter retrieval/embedding", // the models of a home, by its settings
	"mind":     "store memory memory/stores episodic entity goals motivation facts persona transcript",
	"texts":    "store persona",                                                                                                                                      // the texts of a persona's folder, and their past
	"taint":    "attachment card document exchange imports llm store store/jsontree memory mind transcript persona rag retrieval retrieval/library retrieval/source", // texts of others, and what is derived from them

	"attachment": "store transcript llm",                                                   // files that the user adds to messages
	"exchange":   "attachment backup card imports unpack llm store transcript persona",     // what comes into a home and goes out of it
	"withdraw":   "episodic facts memory mind store transcript retrieval retrieval/source", // messages taken back with all that is derived from them
	"sessions":   "lang lang/* llm store texts transcript rag/*",                           // where one talk ends and the next begins

	// Layer 3.
	"tools": "agent llm store memory persona transcript episodic entity goals motivation facts retrieval",

	"prompt": "attachment taint sessions mind texts agent tools card dreaming/record lang lang/* lang/when llm store memory persona transcript episodic goals motivation facts rag retrieval retrieval/*", // what one turn puts in front of a model

	// Layer 4. Providers are picked by main only.
	"companion": "autostart updates attachment exchange prompt models withdraw mind texts sessions config spending taint lang lang/* tagfilter lang/when skill unpack imports agent backup tools dreaming dreaming/record dreaming/rules retrieval retrieval/* rag rag/* llm llm/meter llm/embedcache llm/embedbatch event watch store store/jsontree memory document card assets memory/stores persona transcript episodic entity goals motivation facts",

	// Measures all of it on sets, for cli.
	"evaluate": "evalset companion dreaming dreaming/evaluate dreaming/record llm llm/instant memory tagfilter tools transcript store persona retrieval retrieval/bench retrieval/source",

	// Layer 5. What is below ui is ui's alone.
	"ui":           values + "companion assets assets/* ui/*",
	"ui/heap":      "", // memory goes back to the system
	"ui/look":      "assets assets/*",
	"ui/face":      "assets assets/* ui/look", // portraits of personas
	"ui/tray":      "",                        // among the programs that run in the background
	"ui/sound":     "speech",                  // plays what a speech server says
	"ui/prose":     "ui/look",
	"ui/entry":     "ui/look",
	"ui/widget":    "ui/look ui/face ui/prose ui/entry", // knows no page and no word
	"ui/page":      values + "companion assets assets/* ui/look ui/face ui/prose ui/entry ui/widget",
	"ui/chat":      values + pages,
	"ui/inbox":     values + pages,
	"ui/mind":      values + pages,
	"ui/dreams":    values + pages,
	"ui/memories":  values + pages,
	"ui/knowledge": values + pages,
	"ui/settings":  values + pages,
	"ui/backups":   values + pages,                                         // the sheets that copy everything, bring it back, and export a persona
	"ui/importing": values + pages + "card",                                // the sheet that brings things in
	"ui/uitest":    values + "companion ui/look ui/face ui/widget ui/page", // fakes for the tests of the window
	"report":       "companion config",                                     // on a home, to hand on
	"cli":          values + "companion door report evaluate dreaming/evaluate retrieval/bench",
	"door":         values + "companion",

	// Layer 6.
	".": "config ui cli companion models document llm llm/builtin llm/gemini llm/ollama llm/openai store assets event updates",

	// Not part of the program.
	"archtest": "",
	"e2e":      "",
}

// mayUseFyne says who may import Fyne.
func mayUseFyne(pkg string) bool {
	return pkg == "." || pkg == "ui" || strings.HasPrefix(pkg, "ui/")
}

// placed returns a package's name in allowed, and whether it stands where
// topLevel has it.
func placed(pkg string) (name string, ok bool) {
	name, below := strings.CutPrefix(pkg, "internal/")
	first, _, _ := strings.Cut(name, "/")
	top := slices.Contains(strings.Fields(topLevel), first)
	return name, pkg == "." || top != below
}

// rule finds a package in allowed.
func rule(pkg string) (string, bool) {
	pkg, ok := placed(pkg)
	if !ok {
		return "", false
	}
	if r, ok := allowed[pkg]; ok {
		return r, true
	}
	r, ok := allowed[path.Dir(pkg)+"/*"]
	return r, ok
}

// checkImports says which imports of a file are not drawn.
func checkImports(f file) []violation {
	var found []violation
	may, declared := rule(f.pkg)
	if !declared {
		found = append(found, f.at(f.tree.Name, "package", f.pkg,
			"package %s is declared nowhere: add it to archtest and to CONTRIBUTING.md, or put it into one that is", f.pkg))
	}
	for _, spec := range f.tree.Imports {
		imp := strings.Trim(spec.Path.Value, `"`)
		if strings.HasPrefix(imp, "fyne.io/") && !mayUseFyne(f.pkg) {
			found = append(found, f.at(spec, "import", imp, "%s imports %s: Fyne is for ui and main", f.pkg, imp))
		}
		dep, ours := strings.CutPrefix(imp, module+"/")
		if name, _ := placed(dep); ours && declared && !drawn(strings.Fields(may), name) {
			found = append(found, f.at(spec, "import", imp, "%s must not import %s", f.pkg, dep))
		}
	}
	return found
}

// drawn says whether one of the patterns stands for a package.
func drawn(patterns []string, dep string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		below, ok := strings.CutSuffix(p, "/*")
		return p == dep || ok && path.Dir(dep) == below
	})
}
