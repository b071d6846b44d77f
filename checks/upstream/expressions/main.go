// What upstream makes of expressions: reads groups of them, one JSON object a line, and writes them with what the libraries of
// kube-apiserver answer to each: why it cannot be compiled, or what it comes to, or why it fails, and what that costs.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/klog/v2"
)

// group is expressions about the same values: of a request, or, when there is a schema, of a custom resource.
type group struct {
	Schema      json.RawMessage `json:"schema,omitempty"`
	Object      json.RawMessage `json:"object"`
	OldObject   json.RawMessage `json:"oldObject"`
	Params      json.RawMessage `json:"params,omitempty"`
	Expressions []string        `json:"expressions"`
	Answers     []answer        `json:"answers"`
}

// values are those of a group, with whole numbers as whole ones, as a server reads them.
type values struct {
	object, old, params any
}

func (g *group) read() (found values, err error) {
	for from, to := range map[*json.RawMessage]*any{&g.Object: &found.object, &g.OldObject: &found.old, &g.Params: &found.params} {
		if len(*from) > 0 {
			if err := utiljson.Unmarshal(*from, to); err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

type answer struct {
	// Fault says why the expression cannot be compiled.
	Fault string `json:"fault,omitempty"`
	// Value is what it comes to; absent when it fails.
	Value string `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
	Cost  int64  `json:"cost"`
	// CostMax is what one run can cost at most; of schemas only.
	CostMax uint64 `json:"costMax,omitempty"`
	UsesOld bool   `json:"usesOld,omitempty"`
}

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for lines.Scan() {
		var one group
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			fmt.Fprintln(os.Stderr, "no group:", err)
			os.Exit(1)
		}
		if err := one.answer(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := out.Encode(one); err != nil {
			os.Exit(1)
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (g *group) answer() error {
	ask, err := g.language()
	if err != nil {
		return err
	}
	g.Answers = nil
	for _, expression := range g.Expressions {
		g.Answers = append(g.Answers, guarded(ask, expression))
	}
	return nil
}

func (g *group) language() (func(string) answer, error) {
	if g.Schema == nil {
		return ofRequest(g)
	}
	return ofSchema(g)
}

// guarded answers also when the library ends in a panic.
func guarded(ask func(string) answer, expression string) (found answer) {
	defer func() {
		if broke := recover(); broke != nil {
			found = answer{Error: fmt.Sprintf("panic: %v", broke)}
		}
	}()
	return ask(expression)
}
