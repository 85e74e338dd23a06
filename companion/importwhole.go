package companion

func (b *bringing) whole(func(*bringing) error) error { return nil }
