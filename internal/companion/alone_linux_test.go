package companion

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// aloneEnv says that the test runs in a network of its own.
const aloneEnv = "YUMORI_TEST_ALONE"

// TestOrdersReachNobody runs the texts of TestOrdersInTextsOfOthers, with a model
// in the process, in a network that leads nowhere, and has the kernel count what
// was to be sent: nothing at all.
func TestOrdersReachNobody(t *testing.T) {
	if os.Getenv(aloneEnv) != "" {
		t.Run("all", func(t *testing.T) { t.Run("orders", TestOrdersInTextsOfOthers) })
		if n := sent(t); n != 0 {
			t.Errorf("%d connections or datagrams were tried", n)
		}
		if c, err := net.Dial("tcp", "192.0.2.7:80"); err == nil {
			_ = c.Close()
			t.Error("the network leads somewhere")
		}
		if sent(t) == 0 {
			t.Error("what was tried is not counted: it proves nothing")
		}
		return
	}
	t.Parallel()
	ways := "."
	if *orderCases == 1 {
		ways = "^(document|knowledge|log)$"
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOrdersReachNobody$/all/orders/"+ways, "-test.v", fmt.Sprint("-orders=", *orderCases))
	cmd.Env = append(os.Environ(), aloneEnv+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Skipf("trust: not here: no network of its own may be made: %v", err)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tries := 0
	for _, m := range regexp.MustCompile(`trust: (\d+) tries`).FindAllSubmatch(out, -1) {
		n, _ := strconv.Atoi(string(m[1]))
		tries += n
	}
	t.Logf("trust: %d tries: no connection and no datagram, counted by the kernel", tries)
}

// sent is how often this process's network was to send something, whether there
// was a way or not.
func sent(t *testing.T) int {
	t.Helper()
	n := 0
	for _, name := range []string{"/proc/self/net/snmp", "/proc/self/net/snmp6"} {
		data, err := os.ReadFile(name)
		if os.IsNotExist(err) { // without IPv6
			continue
		}
		must(t, err)
		var titles []string
		for line := range strings.Lines(string(data)) {
			cells := strings.Fields(line)
			if strings.HasSuffix(name, "6") {
				titles, cells = []string{"", cells[0]}, []string{"", cells[1]}
			} else if len(titles) == 0 || titles[0] != cells[0] {
				titles = cells
				continue
			}
			for i, title := range titles {
				switch title {
				case "ActiveOpens", "OutDatagrams", "OutNoRoutes", "Udp6OutDatagrams", "Ip6OutNoRoutes":
					add, err := strconv.Atoi(cells[i])
					must(t, err)
					n += add
				}
			}
		}
	}
	return n
}
