package updates

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// fetch asks the address for the file. Nothing is sent but the request: no
// version, no language, no name of the program. The error is ErrUnreachable,
// or ErrUntrusted for an answer that is too large.
func (o Options) fetch(ctx context.Context) ([]byte, error) {
	answer, err := o.get(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	if len(answer) > maxAnswer {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrUntrusted, maxAnswer)
	}
	return answer, nil
}

func (o Options) get(ctx context.Context) ([]byte, error) {
	if u, err := url.Parse(o.Source.Address); err != nil || u.Scheme != "https" {
		return nil, fmt.Errorf("address %q is not https", o.Source.Address)
	}
	ctx, cancel := context.WithTimeout(ctx, o.Wait)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, o.Source.Address, http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "") // none is sent
	transport := &http.Transport{
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: o.Source.Roots},
		MaxResponseHeaderBytes: maxAnswer,
		DisableCompression:     true, // so that maxAnswer counts what is read
		DisableKeepAlives:      true,
		ForceAttemptHTTP2:      true,
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK { // a redirect is one of those
		return nil, fmt.Errorf("status %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
}
