// What upstream's kubelet decides under node pressure: reads recorded cases, one JSON object a line, of which only id, family
// and input count, and writes them with what the kubelet library answers, in the form of checks/golden/node-pressure. A case
// on which the library fails, or whose outcome hangs on the order in which pods are listed, is left out, with the reason on
// standard error.
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
	Input  json.RawMessage `json:"input"`
	Expect any             `json:"expect"`
}

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
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

// decided is the answer to one case, whose library may end in a panic.
func decided(input []byte) (answer any, err error) {
	defer func() {
		if broke := recover(); broke != nil {
			err = fmt.Errorf("panic: %v", broke)
		}
	}()
	var head struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(input, &head); err != nil {
		return nil, err
	}
	switch head.Kind {
	case "parse":
		return parsed(input)
	case "quantity":
		return quantities(input)
	case "defaults":
		return defaults(input)
	case "oom":
		return oomScores(input)
	case "timeline":
		return timeline(input)
	}
	return nil, fmt.Errorf("kind %q is not known", head.Kind)
}
