// What upstream's scheduler decides: reads recorded cases, one JSON object a line, of which only id, family and input count,
// and writes them with what the kube-scheduler library answers, in the form of checks/golden/scheduler. A case on which the
// library fails is left out, with the reason on standard error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"k8s.io/klog/v2"
)

type recording struct {
	ID     string          `json:"id"`
	Family string          `json:"family"`
	Seed   int             `json:"seed"`
	Input  json.RawMessage `json:"input"`
	Expect answer          `json:"expect"`
}

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var one recording
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			fmt.Fprintln(os.Stderr, "no case:", err)
			os.Exit(1)
		}
		expect, err := decided(one.Input)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: left out: %v\n", one.ID, err)
			continue
		}
		one.Expect = expect
		if err := out.Encode(one); err != nil {
			os.Exit(1)
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// decided is decide for a case that may end in a panic of the library.
func decided(input []byte) (found answer, err error) {
	defer func() {
		if broke := recover(); broke != nil {
			err = fmt.Errorf("panic: %v", broke)
		}
	}()
	var cluster cluster
	if err := json.Unmarshal(input, &cluster); err != nil {
		return nil, err
	}
	return decide(&cluster)
}
