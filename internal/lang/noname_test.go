package lang

import "testing"

func TestNoName(t *testing.T) {
	for name, want := range map[string]bool{
		"November": true, "Brazilian": true, "Mom": true, "Grandpa": true, "Auntie": true, "Canadians": true, "Happy Birthday": true,
		"Internet": true, "Summer": true, "": true, "クリスマス": true, "フランス人": true, "お母さん": true,
		"Mika": false, "Aunt Lucy": false, "Kyoto": false, "Star Wars": false, "Toyota": false, "田中": false, "健太": false, "モモ": false, "French Kiss Café": false,
	} {
		if got := NoName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
