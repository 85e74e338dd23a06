package pending

import (
	"testing"
	"time"

	"yumori/internal/lang"
)

var said = time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)

func TestOpen(t *testing.T) {
	for text, want := range map[string]string{
		// English
		"My interview at Nakamura Labs is on Friday.":                             "How will your interview at Nakamura Labs go on Friday, 27 November?",
		"I am not able to decide whether to take the offer in Pune":               "Have you decided whether to take the offer in Pune?",
		"I can't decide whether to take the job in Bristol, Kofi thinks I should": "Have you decided whether to take the job in Bristol?",
		"I have a dentist appointment tomorrow.":                                  "How will your dentist appointment go on Sunday, 22 November?",
		"My mom has her surgery on December 3rd.":                                 "How will your mom's surgery go on Thursday, 3 December?",
		"Sam is having an interview on Monday.":                                   "How will Sam's interview go on Monday, 23 November?",
		"I don't know what to do.":                                                "", // of nothing that is named
		"My boss has a dog for the party.":                                        "",
		"Our choir concert is this evening.":                                      "How did your choir concert go on 21 November?",
		"I'm flying to Lisbon next week.":                                         "How will your trip to Lisbon go in the week of 23 November?",
		"I'm visiting my sister on Sunday.":                                       "How will visiting your sister go on Sunday, 22 November?",
		"We'll plant the apple tree on Sunday.":                                   "How will it go when you plant the apple tree on Sunday, 22 November?",
		"My parents are coming to see the flat on Monday.":                        "Your parents are coming to see the flat on Monday, 23 November: how will that go?",
		"I'm still waiting for an answer from the bank.":                          "Have you heard back from the bank?",
		"I applied for a grant.":                                                  "Did anything come of your grant?",
		"I don't know whether I should take the job.":                             "Have you decided whether to take the job?",
		"Should I sell the piano?":                                                "Have you decided whether to sell the piano?",
		"I'm thinking about quitting my job.":                                     "Are you still thinking about quitting your job?",
		"I'm really worried about my mother's surgery.":                           "Are you still worried about your mother's surgery?",
		"My cat is sick.":                                                         "Is your cat any better?",
		"Mika called, one of the cats is ill.":                                    "Is the cat any better?",
		"One of my old dogs is limping.":                                          "Is your old dog any better?",
		"I hurt my knee.":                                                         "How is your knee healing?",
		"I had a big fight with my brother.":                                      "Have you and your brother made up?",
		"I lost my keys again.":                                                   "Did you find your keys?",
		"My washing machine broke.":                                               "Did you get your washing machine fixed or replaced?",
		"I'm looking for a new flat.":                                             "Have you found a new flat?",
		"I can't sleep.":                                                          "Are you sleeping any better?",
		"I've started a pottery class.":                                           "How is your pottery class coming along?",
		"I'm learning Portuguese.":                                                "How is learning Portuguese coming along?",
		"I have to call the landlord.":                                            "Did you manage to call the landlord?",
		"I'll tell you about the wedding another time.":                           "What did you want to tell me about the wedding another time?",
		"I decided to sell the boat.":                                             "What made you decide to sell the boat?",
		"The interview went well.":                                                "",
		"If I were rich, I would buy a boat tomorrow.":                            "",
		"Did you see my keys?":                                                    "",
		"She said \"my interview is on Friday\".":                                 "",
		"Last Friday I went to a concert.":                                        "",
		"It's raining.":                                                           "",
		"my manager moved our one on one to thursday and wont say why":            "How will your one-on-one go on Thursday, 26 November?",
		"They pushed the launch to Monday.":                                       "How will the launch go on Monday, 23 November?",
		"They moved the sofa on Monday.":                                          "",
		"Booked the ferry for the 28th btw, the early one.":                       "How will your ferry trip go on Saturday, 28 November?",
		"I booked the train to Lyon for Friday.":                                  "How will your trip to Lyon go on Friday, 27 November?",
		"We booked a table for Saturday.":                                         "How will your dinner out go on Saturday, 28 November?",
		"I said yes to running the Easter 10k with them.":                         "How will running the Easter 10k go?",
		"I signed up for a pottery class.":                                        "How will the pottery class go?",
		"I agreed to speak at the reunion.":                                       "How will it go when you speak at the reunion?",
		"Told Jana I'd help her move her piano on saturday.":                      "How will it go when you help Jana move her piano on Saturday, 28 November?",
		"I promised my sister to bake her a cake on Sunday.":                      "How will it go when you bake your sister a cake on Sunday, 22 November?",
		"I helped her move yesterday.":                                            "",
		// Japanese
		"来週の金曜日に面接があるんだ。":             "11月27日（金）の面接、うまくいくかな？",
		"明日は歯医者なんだ。":                  "11月22日（日）の歯医者、無事に済むかな？",
		"12月3日に京都へ行きます。":              "12月3日（木）に京都へ行くって言ってたけど、その後どう？",
		"明日は休みだから、きなこと浜まで散歩に行くつもりです。": "11月22日（日）は休みだから、きなこと浜まで散歩に行くって言ってたけど、その後どう？",
		"来週、検査の結果が出るんだ。":              "検査の結果、どうだった？",
		"大学の返事がまだ来ない。":                "大学から返事は来た？",
		"転職するかどうか迷っている。":              "転職するかどうか、もう決まった？",
		"上司に相談しようかなと思ってる。":            "上司に相談しようかって言ってたけど、もう決めた？",
		"母の手術のことが心配。":                 "母の手術のこと、まだ心配？",
		"うちの猫が昨日から元気がないんだ。":           "猫の具合、少しはよくなった？",
		"腰が痛い。":            "腰の痛み、少しはよくなった？",
		"妹とけんかしちゃった。":      "妹とは仲直りできた？",
		"財布をなくした。":         "財布は見つかった？",
		"洗濯機が壊れた。":         "洗濯機は直った？",
		"全然眠れない。":          "最近は眠れてる？",
		"最近ギターを習い始めたんだ。":   "ギター、その後どう？",
		"大家さんに電話しなきゃ。":     "大家さんに電話しなきゃって言ってたの、できた？",
		"旅行の話はまた今度話すね。":    "旅行のこと、聞かせてくれる？",
		"会社を辞めることにした。":     "どうして会社を辞めることにしたの？",
		"父がまた畑で腰やったらしい。":   "父の腰、少しはよくなった？",
		"佐伯さんに返事してない。":     "佐伯さんにはもう返事した？",
		"来週末に引っ越しがあるんだ。":   "11月28日の週末の引っ越し、無事に済むかな？",
		"面接はうまくいった。":       "",
		"もし明日晴れたら海に行くのに。":  "",
		"今日は疲れた。":          "",
		"昨日、友達とライブに行ってきた。": "",
	} {
		list := lang.Sentences(text)
		if len(list) != 1 {
			t.Fatalf("%q: %d sentences", text, len(list))
		}
		got := ""
		if o := Open(list[0], said); len(o) > 0 {
			got = o[0].Question
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestOutcomeOf(t *testing.T) {
	for text, want := range map[string]Outcome{
		"The interview went really well.":    Done,
		"They offered me the job.":           Done,
		"The trip is cancelled.":             Void,
		"I changed my mind about the boat.":  Void,
		"I wrote half of the report so far.": Partly,
		"The interview is on Friday.":        NoOutcome,
		"I hope it went well.":               NoOutcome,
		"Did it go well?":                    NoOutcome,
		"If it went well I would know.":      NoOutcome,
		"面接はうまくいったよ。":                        Done,
		"財布が見つかった。":                          Done,
		"旅行は中止になった。":                         Void,
		"まだ半分しか書けた気がしない、でも一章はできた。": Partly,
		"金曜日に面接がある。":               NoOutcome,
		"受かりたい。":                   NoOutcome,
		"うまくいった？":                  NoOutcome,
	} {
		list := lang.Sentences(text)
		if got := OutcomeOf(list[0], said); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
