package importing

import (
	"yumori/internal/card"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/ui/page"
)

// This file says which words stand for the values of the engines.

// kindWord is what a file or folder is called.
func kindWord(k imports.Kind, w page.Words) string {
	return w.T(map[imports.Kind]string{
		imports.Card: "import.kind.card", imports.Nexus: "import.kind.nexus", imports.Workspace: "import.kind.workspace",
		imports.Chat: "import.kind.chat", imports.ChatGPT: "import.kind.chatgpt", imports.Claude: "import.kind.claude",
		imports.Persona: "import.kind.persona", imports.Text: "import.kind.text", imports.Tavern: "import.kind.sillytavern",
	}[k])
}

// whyWord says why something of a talk or folder does not come in.
func whyWord(y imports.Why, w page.Words) string {
	return w.T(map[imports.Why]string{
		imports.WhySystem: "import.left.system", imports.WhyTool: "import.left.tool", imports.WhyThought: "import.left.thought",
		imports.WhyMedia: "import.left.media", imports.WhyDamaged: "import.left.damaged", imports.WhyLong: "import.left.long",
		imports.WhySpeaker: "import.left.speaker", imports.WhySecret: "import.left.secret", imports.WhyLink: "import.left.link",
		imports.WhyNoPlace: "import.left.no_place", imports.WhyUntitled: "import.left.preface",
	}[y])
}

// cardWhyWord says why a part of a card is not used.
func cardWhyWord(y exchange.LeftWhy, w page.Words) string {
	return w.T(map[exchange.LeftWhy]string{
		exchange.LeftLong: "import.card.left.long", exchange.LeftFlaw: "import.card.left.flaw", exchange.LeftGroup: "import.card.left.group",
		exchange.LeftRemote: "import.card.left.remote", exchange.LeftPicture: "import.card.left.picture", exchange.LeftKind: "import.card.left.kind",
	}[y])
}

// badKey is the key of what is wrong with a file; "" is a reason that nobody knows.
func badKey(reason string) string {
	return map[string]string{
		string(imports.Unknown): "import.bad.unknown", string(imports.Folder): "import.bad.folder", string(card.NotCard): "import.bad.not_card", string(imports.Damaged): "import.bad.damaged",
		string(imports.TooLarge): "import.bad.too_large", string(imports.TooDeep): "import.bad.too_deep", string(imports.TooMany): "import.bad.too_many",
		string(imports.Encoding): "import.bad.encoding", string(imports.Empty): "import.bad.empty", string(card.BadName): "import.bad.bad_name",
		string(card.Duplicate): "import.bad.duplicate", string(card.Encrypted): "import.bad.encrypted", string(card.Link): "import.bad.link",
	}[reason]
}
