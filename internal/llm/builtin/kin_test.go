package builtin

import "testing"

// Each of two kin has their own name.
func TestGrandchildrenByName(t *testing.T) {
	converse(t, "en", []line{
		{say: "My grandson is called Will and my granddaughter is called Skye"},
		{say: "what is my grandson called?", want: "Will", not: "Skye"}, {say: "what's my granddaughter's name?", want: "Skye", not: "Will"},
	})
	converse(t, "ja", []line{
		{say: "息子は陽向です"}, {say: "娘は紬です"}, {say: "息子の名前は？", want: "陽向", not: "紬"}, {say: "娘の名前は？", want: "紬"},
	})
	converse(t, "ja", []line{{say: "息子は入院中です"}, {say: "息子の名前は？", not: "入院中"}})
	converse(t, "ja", []line{{say: "柴犬のごんぞうを飼っています。"}, {say: "うちの犬の名前、覚えてる？", want: "ごんぞう"}})
}

// What somebody does is their work before what else they do.
func TestWhatSomebodyDoes(t *testing.T) {
	converse(t, "en", []line{
		{say: "one of my patients, Graham, used to be a ferry captain"}, {say: "his daughter Lorna tunes pianos"}, {say: "she drives up from Ayr every sunday"},
		{say: "what does lorna do?", want: "tunes pianos"},
	})
}
