package updates

import "crypto/x509"

// What a maintainer sets before a release, see docs/releasing.md. A build
// with empty constants has no update address, and asks nobody.
const (
	// builtAddress is the https address of the signed file.
	builtAddress = ""
	// builtKey is the second line of minisign.pub.
	builtKey = ""
)

// A Source is where versions are told, and by whose signature they are known.
// The zero Source is none.
type Source struct {
	Address string         // https://…; of the signed file
	Key     string         // public key of minisign, in base64
	Roots   *x509.CertPool // who vouches for the server; nil those of the system
}

// Built is the source of this build, the zero Source in one that has none.
func Built() Source { return Source{Address: builtAddress, Key: builtKey} }

// there reports whether there is a source.
func (s Source) there() bool { return s.Address != "" && s.Key != "" }
