package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// shown is a value as text, with its type, the same for equal values.
func shown(value ref.Val) string {
	switch v := value.(type) {
	case types.Null:
		return "null"
	case types.Bool:
		return fmt.Sprint(bool(v))
	case types.Int:
		return fmt.Sprint(int64(v))
	case types.Uint:
		return fmt.Sprintf("%du", uint64(v))
	case types.Double:
		return fmt.Sprintf("double:%016x", math.Float64bits(float64(v)))
	case types.String:
		return quoted(string(v))
	case types.Bytes:
		return "bytes:" + base64.StdEncoding.EncodeToString(v)
	case types.Timestamp:
		return fmt.Sprintf("timestamp:%d.%09d", v.Unix(), v.Nanosecond())
	case types.Duration:
		return fmt.Sprintf("duration:%d", v.Nanoseconds())
	case *types.Type:
		return "type:" + v.TypeName()
	case *types.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "optional(" + shown(v.GetValue()) + ")"
	case traits.Mapper:
		return shownMap(v)
	case traits.Lister:
		return shownList(v)
	}
	return value.Type().TypeName()
}

func quoted(text string) string {
	var out strings.Builder
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	if err := to.Encode(text); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func shownList(list traits.Lister) string {
	var items []string
	for i := types.Int(0); i < list.Size().(types.Int); i++ {
		items = append(items, shown(list.Get(i)))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func shownMap(entries traits.Mapper) string {
	var all []string
	for keys := entries.Iterator(); keys.HasNext() == types.True; {
		key := keys.Next()
		all = append(all, shown(key)+": "+shown(entries.Get(key)))
	}
	sort.Strings(all)
	return "{" + strings.Join(all, ", ") + "}"
}
