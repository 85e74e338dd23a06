package look

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"yumori/assets/icons"
)

// An IconName names an icon of ours: assets/icons/<name>.svg.
type IconName string

// The icons.
const (
	IconAdd      IconName = "add"
	IconArchive  IconName = "archive"
	IconAttach   IconName = "attach"
	IconChat     IconName = "chat"
	IconCheck    IconName = "check"
	IconClose    IconName = "close"
	IconCopy     IconName = "copy"
	IconDown     IconName = "down"
	IconDownload IconName = "download"
	IconDreams   IconName = "dreams"
	IconEdit     IconName = "edit"
	IconEye      IconName = "eye"

	IconFile       IconName = "file"
	IconFolder     IconName = "folder"
	IconForget     IconName = "forget"
	IconHistory    IconName = "history"
	IconInbox      IconName = "inbox"
	IconInfo       IconName = "info"
	IconKnowledge  IconName = "knowledge"
	IconLeft       IconName = "left" // also the previous branch
	IconLink       IconName = "link"
	IconMemories   IconName = "memories"
	IconMenu       IconName = "menu"
	IconMind       IconName = "mind"
	IconMore       IconName = "more"
	IconPerson     IconName = "person"
	IconPersonaAdd IconName = "persona-add"
	IconPicture    IconName = "picture"
	IconRegenerate IconName = "regenerate"
	IconRight      IconName = "right" // also the next branch
	IconSearch     IconName = "search"
	IconSend       IconName = "send"
	IconSettings   IconName = "settings"
	IconSound      IconName = "sound"
	IconStar       IconName = "star"
	IconStop       IconName = "stop"
	IconUp         IconName = "up"
	IconWarning    IconName = "warning"
)

// Icon is an icon in the colour of text; it follows the theme.
func Icon(name IconName) fyne.Resource {
	return theme.NewThemedResource(source(name))
}

// IconIn is an icon in the colour of a token; it follows the theme.
func IconIn(name IconName, token fyne.ThemeColorName) fyne.Resource {
	return theme.NewColoredResource(source(name), token)
}

// AppIcon is the icon of the program, a picture of 512 by 512 pixels.
func AppIcon() fyne.Resource {
	return fyne.NewStaticResource("yumori-app.png", read("app.png"))
}

func source(name IconName) fyne.Resource {
	return fyne.NewStaticResource("yumori-"+string(name)+".svg", read(string(name)+".svg"))
}

func read(file string) []byte {
	b, err := icons.Files.ReadFile(file)
	if err != nil {
		panic(fmt.Sprintf("look: no icon %s: %v", file, err)) // unreachable: names are constants, and a test reads each
	}
	return b
}

// standardIcons are the toolkit's icons that we draw ourselves.
func standardIcons() map[fyne.ThemeIconName]fyne.Resource {
	names := map[fyne.ThemeIconName]IconName{
		theme.IconNameCancel:         IconClose,
		theme.IconNameContentClear:   IconClose,
		theme.IconNameConfirm:        IconCheck,
		theme.IconNameDelete:         IconForget,
		theme.IconNameSearch:         IconSearch,
		theme.IconNameMenu:           IconMenu,
		theme.IconNameMenuExpand:     IconRight,
		theme.IconNameContentAdd:     IconAdd,
		theme.IconNameContentCopy:    IconCopy,
		theme.IconNameInfo:           IconInfo,
		theme.IconNameQuestion:       IconInfo,
		theme.IconNameWarning:        IconWarning,
		theme.IconNameError:          IconWarning,
		theme.IconNameDocument:       IconFile,
		theme.IconNameFile:           IconFile,
		theme.IconNameFileText:       IconFile,
		theme.IconNameFileImage:      IconPicture,
		theme.IconNameMoreHorizontal: IconMore,
		theme.IconNameMailAttachment: IconAttach,
		theme.IconNameMailSend:       IconSend,
		theme.IconNameMediaPhoto:     IconPicture,
		theme.IconNameMediaStop:      IconStop,
		theme.IconNameViewRefresh:    IconRegenerate,
		theme.IconNameNavigateBack:   IconLeft,
		theme.IconNameNavigateNext:   IconRight,
		theme.IconNameArrowDropDown:  IconDown,
		theme.IconNameArrowDropUp:    IconUp,
		theme.IconNameFolder:         IconFolder,
		theme.IconNameHistory:        IconHistory,
		theme.IconNameSettings:       IconSettings,
		theme.IconNameAccount:        IconPerson,
		theme.IconNameVisibility:     IconEye,
		theme.IconNameDownload:       IconDownload,
		theme.IconNameVolumeUp:       IconSound,
	}
	res := make(map[fyne.ThemeIconName]fyne.Resource, len(names))
	for std, name := range names {
		res[std] = Icon(name)
	}
	return res
}
