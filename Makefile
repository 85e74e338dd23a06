# make run     build Yumori and open its window (a terminal chat without a display)
# make test    everything a change must pass: race detector on, the window under Xvfb
# make check   test, plus formatting, vet, linter, tidy, the other systems' builds, and known vulnerabilities
# make bench   the figures of the README
# make trust   what is promised, tried: the table of docs/trust.md (TRIES=1000, or =release)
# make powercut  cut the power of a disk in an image while the program writes (CUTS=20; root)
# make fuzz RUNS=10000000  every fuzz target (RUNS=30s; TARGETS=Card; KEEP=6 keeps new seeds)
# make speed   the table of yumori bench, SQLite beside it (CHUNKS=1000,10000)
# make soak TURNS=10000  talk for long, and look at what the process holds
# make eval EVAL=dir   recall on every set of documents and questions in a folder,
#              in two folds, as one table beside bleve alone and BM25
# make licences  list the licences of all libraries, and gather their texts
# make packages  a tar.xz, an AppDir, a deb and an rpm in _packages/, with the licences
# make golden  renew the golden files
.POSIX:
.PHONY: run build test check format lint vet tidy cross trust soak fuzz powercut speed vulnerable bench eval licences packages golden clean

GO = go
# Released builds promise that every crossing to the screen's thread is marked;
# tests run without the tag and fail on Fyne's log line about a wrong thread.
RELEASE = -tags migrated_fynedo -trimpath -ldflags "-s -w"
# Many tests wait for the disk, so more run side by side than there are cores.
# A process with the race detector sleeps before it ends, a second if not told. It
# collects garbage half as often as usual, while it has less than that.
RACE = GORACE=atexit_sleep_ms=10 GOGC=200 GOMEMLIMIT=1500MiB
# The race detector makes what only computes on what it is handed five to ten times
# slower. These packages do nothing else, so they run without it. One that keeps a map
# behind a sync.Once or an atomic, or anything in a sync.Map, cannot be among them: the
# detector would not see how that is kept apart, and would tell of races that are none, of
# a sync.Map even elsewhere (the linker takes its code from wherever it finds it first). A
# mutex it sees. Buffers that tests share (bytes, bufio) and what the window is made of
# stay in sight.
PURE = regexp regexp/syntax strings strconv sort unicode unicode/utf8 compress/flate \
	hash/adler32 hash/crc32 image image/color image/draw image/internal/imageutil image/png \
	golang.org/x/crypto/scrypt golang.org/x/image/draw golang.org/x/image/math/fixed golang.org/x/image/vector golang.org/x/text/width \
	github.com/viterin/vek/vek32 github.com/viterin/vek/internal/functions github.com/rivo/uniseg \
	github.com/RoaringBitmap/roaring/v2 github.com/blevesearch/snowballstem github.com/blevesearch/snowballstem/english github.com/blevesearch/vellum \
	github.com/pjbgf/sha1cd github.com/pjbgf/sha1cd/internal github.com/pjbgf/sha1cd/ubc \
	github.com/go-git/go-git/v5/plumbing github.com/go-git/go-git/v5/plumbing/format/index github.com/go-git/go-git/v5/plumbing/format/objfile \
	github.com/go-git/go-git/v5/utils/binary github.com/fyne-io/oksvg github.com/srwiley/rasterx \
	github.com/go-text/typesetting/font github.com/go-text/typesetting/font/cff github.com/go-text/typesetting/font/opentype \
	github.com/go-text/typesetting/font/opentype/tables github.com/go-text/typesetting/harfbuzz github.com/go-text/typesetting/segmenter \
	github.com/go-text/typesetting/internal/unicodedata \
	yumori/internal/pattern/prefilter yumori/internal/lang/wordvec yumori/internal/lang/softmax yumori/internal/lang/encoder yumori/rag/latent
RACE_FLAGS = -race $(PURE:%=-gcflags=%=-race=false)
# What takes longest begins first, so that the cores end at the same time.
LONGEST = ./internal/companion ./internal/e2e ./rag ./ui ./dreaming
LINTER = github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.5.0
# The window's packages need C and a display's libraries; the rest builds anywhere.
PLAIN = $$($(GO) list ./... | grep -v -e '/ui' -e '^yumori$$')

run: build
	@exec ./yumori

build:
	@scripts/packages build
	@echo "Building (the first time takes some minutes) ..."
	@$(GO) build $(RELEASE) -o yumori .

test:
	@scripts/packages test
	$(RACE) GO="$(GO)" scripts/test $(RACE_FLAGS) -parallel 4 -timeout 60m $(LONGEST) ./...

check: format vet lint tidy cross vulnerable test

format:
	@bad=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$bad" || { echo "gofmt these: $$bad"; exit 1; }

vet:
	$(GO) vet ./...

lint:
	$(GO) run $(LINTER) run

tidy:
	$(GO) mod tidy -diff

cross:
	CGO_ENABLED=0 GOOS=windows $(GO) build $(PLAIN) ./ui/tray
	CGO_ENABLED=0 GOOS=darwin $(GO) build $(PLAIN) ./ui/tray

soak:
	@$(MAKE) -s trust ROWS="Soak, without" TRIES="$(TURNS)"

vulnerable:
	@GO="$(GO)" VULNDB="$(VULNDB)" scripts/vulnerable

fuzz:
	@GO="$(GO)" RUNS="$(RUNS)" TARGETS="$(TARGETS)" KEEP="$(KEEP)" scripts/fuzz

powercut:
	@GO="$(GO)" CUTS="$(CUTS)" scripts/powercut

speed: build
	@GO="$(GO)" CHUNKS="$(CHUNKS)" scripts/speed

trust:
	@GO="$(GO)" TRIES="$(TRIES)" ROWS="$(ROWS)" scripts/trust

bench:
	$(GO) test -run '^$$' -bench . -benchtime 1s $(PLAIN)

eval:
	@test -n "$(EVAL)" || { echo "make eval: say where the sets are, for instance: make eval EVAL=../sets" >&2; exit 2; }
	@test -d "$(EVAL)" || { echo "make eval: there is no folder $(EVAL)" >&2; exit 2; }
	@$(GO) run $(RELEASE) . eval "$(EVAL)" --table --chatty

licences:
	@scripts/licences

packages: licences build
	@GO="$(GO)" scripts/release

golden:
	$(GO) test ./internal/companion ./episodic ./motivation ./persona ./retrieval ./ui ./ui/chat ./ui/dreams ./ui/memories ./ui/mind -update

clean:
	rm -f yumori yumori.exe
