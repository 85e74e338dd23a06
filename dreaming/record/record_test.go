package record

import "testing"

// FuzzRecord reads records that a user or a bad disk made of good ones.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"schema":1,"id":"2026-11-21-1","date":"2026-11-21","level":1,"state":"applied","inputs":{"messages":["a"]},"stages":[{"name":"reflect","state":"applied","cursor":{"message":"a","time":"2026-11-20T20:00:00+09:00"}}],"changes":[{"id":"c1","stage":"goals","kind":"goal","file":"goals.json","key":"sh_a","after":"{}","state":"applied"}],"files":[{"stage":"goals","name":"goals.json","before":"","after":"x","edits":[{"at":0,"new":{"base64":"/w=="}}]}]}`))
	f.Add([]byte(`{"id":"2026-11-21-1","files":[{"name":"../x"}]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRecord(data)
		if err != nil {
			return
		}
		_ = r.Summary()
		r.settle()
		for _, c := range chains(r.Files, nil) {
			_, _ = c.forward(nil)
			_, _ = c.backward([]byte("x"))
		}
		for _, c := range r.Changes {
			_, _ = c.takeBack([]byte(`{"a":[{"id":"x"}]}`))
			_ = c.present([]byte("x"))
		}
	})
}
