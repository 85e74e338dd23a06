package chat

import "testing"

func TestFaceFollowsTheFeeling(t *testing.T) {
	s := newStage(t, 2)
	f := s.ChatPage().Glance.face
	f.Set("joy")
	s.bench.Settle()
	joy := f.Picture.Resource.Name()
	f.Set("sadness")
	s.bench.Settle()
	if sad := f.Picture.Resource.Name(); sad == joy {
		t.Errorf("joy and sadness look the same: %s", sad)
	}
	s.mate.Picture = []byte("a picture of its own")
	f.Set("anger")
	s.bench.Settle()
	if string(f.Picture.Resource.Content()) != "a picture of its own" {
		t.Error("its own picture is not shown")
	}
}
