package page

import (
	"testing"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/models"
)

func TestPullView(t *testing.T) {
	w := english(t)
	choice := config.ModelChoice{Provider: ProviderOllama, Name: "qwen3:4b"}
	at := models.PullProgress{Done: 1_230_000_000, Total: 2_050_000_000}
	for _, tt := range []struct {
		name string
		s    PullState
		want PullModel
	}{
		{"nothing", PullState{}, PullModel{}},
		{"begins", PullState{Choice: choice, Running: true}, PullModel{title: "Downloading qwen3:4b", line: "Starting …", stop: true}},
		{"on its way", PullState{Choice: choice, Running: true, At: at},
			PullModel{title: "Downloading qwen3:4b", line: "1,230 of 2,050 MB ·  60 %", share: 0.6, stop: true}},
		{"arrived", PullState{Choice: choice, Running: true, At: models.PullProgress{Done: 9, Total: 9}},
			PullModel{title: "Downloading qwen3:4b", line: "Verifying the download …", share: 1, stop: true}},
		{"stopped", PullState{Choice: choice, At: at},
			PullModel{title: "The download of qwen3:4b is paused at 60 %", line: w.T("pull.kept"), share: 0.6, goOn: true, ended: true}},
		{"broke at 60 %", PullState{Choice: choice, At: at, Err: llm.ErrUnavailable},
			PullModel{title: "qwen3:4b is not downloaded yet", line: "The connection was lost at 60 %.", next: w.T("pull.kept"),
				details: llm.ErrUnavailable.Error(), bad: true, share: 0.6, goOn: true, ended: true}},
		{"refused at 60 %", PullState{Choice: choice, At: at, Err: llm.ErrRefused},
			PullModel{title: "qwen3:4b is not downloaded yet", line: "Interrupted at 60 %: " + w.T("error.refused"), next: w.T("pull.kept"),
				details: llm.ErrRefused.Error(), bad: true, share: 0.6, goOn: true, ended: true}},
		{"never began", PullState{Choice: choice, Err: llm.ErrUnavailable},
			PullModel{title: "qwen3:4b is not downloaded yet", line: w.T("error.unavailable"), next: w.T("error.unavailable.next"),
				details: llm.ErrUnavailable.Error(), bad: true, goOn: true, ended: true}},
		{"no such model", PullState{Choice: choice, Err: llm.ErrNoModel},
			PullModel{title: "qwen3:4b is not downloaded yet", line: w.T("pull.unknown"), next: w.T("pull.unknown.next"),
				details: llm.ErrNoModel.Error(), bad: true, ended: true}},
	} {
		if got := PullView(tt.s, w); got != tt.want {
			t.Errorf("%s: %+v\nwant %+v", tt.name, got, tt.want)
		}
	}
}
