// Reads histories of objects, one JSON array of operations a line, and says whether each is linearizable.
//
// An object is a register whose values are all different, "" while there is none. What was written without an answer may
// have happened at any moment since, or not at all: it ends with the history, and changes nothing when the register does
// not hold what it expected.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

type operation struct {
	Key    string `json:"key"`
	Client int    `json:"client"`
	Kind   string `json:"kind"` // read, or swap: expect is replaced by value
	Expect string `json:"expect"`
	Value  string `json:"value"` // written or read
	Status string `json:"status"` // ok; conflict: it held something else; gone: it held nothing; unknown
	Start  int64  `json:"start"`
	End    int64  `json:"end"`
}

func step(state, input, _ interface{}) (bool, interface{}) {
	held, op := state.(string), input.(operation)
	if op.Kind == "read" {
		return held == op.Value, held
	}
	switch op.Status {
	case "ok":
		return held == op.Expect, op.Value
	case "conflict":
		return held != op.Expect, held
	case "gone":
		return held == "", held
	}
	if held == op.Expect {
		return true, op.Value
	}
	return true, held
}

func main() {
	model := porcupine.Model{Init: func() interface{} { return "" }, Step: step}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<28)
	good, bad, unknown := 0, 0, 0
	for lines.Scan() {
		var operations []operation
		if err := json.Unmarshal(lines.Bytes(), &operations); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		history := make([]porcupine.Operation, len(operations))
		for i, op := range operations {
			history[i] = porcupine.Operation{ClientId: op.Client, Input: op, Call: op.Start, Return: op.End}
		}
		switch porcupine.CheckOperationsTimeout(model, history, 60*time.Second) {
		case porcupine.Ok:
			good++
		case porcupine.Illegal:
			bad++
			fmt.Println("not linearizable:", operations[0].Key)
		case porcupine.Unknown:
			unknown++
			fmt.Println("not decided within a minute:", operations[0].Key)
		}
	}
	fmt.Printf("%d of %d\n", good, good+bad+unknown)
	if bad+unknown > 0 {
		os.Exit(1)
	}
}
