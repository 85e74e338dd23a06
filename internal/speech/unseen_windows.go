package speech

import (
	"os/exec"
	"syscall"
)

// unseen keeps a program from opening a console beside the window.
func unseen(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true} }
