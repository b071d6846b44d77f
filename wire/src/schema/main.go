// Command schemafacts writes types.txt, the table of field facts that dev.tenure.wire.schema reads.
//
//	go mod tidy && go run . path/to/definitions.json > ../main/resources/dev/tenure/wire/schema/types.txt
//
// What a Go struct says (name, order, pointers, omitempty, protobuf numbers) comes from reflection over the API
// modules; list types, map types and defaults come from the OpenAPI definitions.
// The format of the table is described in TypeTable.java.
package main

import (
	"bufio"
	"encoding"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

var special = map[string]string{
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":                                             "T",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":                                        "M",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":                                         "F",
	"k8s.io/apimachinery/pkg/api/resource.Quantity":                                         "Q",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString":                                       "I",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":                                          "R",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON":                         "J",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrBool":        "PB",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrArray":       "PA",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrStringArray": "PS",
}

type facts = map[string]any

var definitions map[string]facts
var seen = map[reflect.Type]bool{}
var queue []reflect.Type

func id(t reflect.Type) string { return t.PkgPath() + "." + t.Name() }

func openAPIName(t reflect.Type) string {
	parts := strings.SplitN(t.PkgPath(), "/", 2)
	host := strings.Split(parts[0], ".")
	for i, j := 0, len(host)-1; i < j; i, j = i+1, j-1 {
		host[i], host[j] = host[j], host[i]
	}
	return strings.Join(host, ".") + "." + strings.ReplaceAll(parts[1], "/", ".") + "." + t.Name()
}

func typeText(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return "*" + typeText(t.Elem())
	}
	if s, ok := special[id(t)]; ok {
		if s[0] == 'P' {
			enqueue(reflect.TypeOf(apiextensions.JSONSchemaProps{}))
		}
		return s
	}
	named := ""
	if t.Name() != "" && t.PkgPath() != "" {
		named = "<" + t.String() + ">"
	}
	if t.Implements(reflect.TypeOf((*json.Marshaler)(nil)).Elem()) || reflect.PointerTo(t).Implements(reflect.TypeOf((*json.Unmarshaler)(nil)).Elem()) || t.Implements(reflect.TypeOf((*encoding.TextMarshaler)(nil)).Elem()) {
		panic("marshaler " + t.String())
	}
	switch t.Kind() {
	case reflect.String:
		return "s" + named
	case reflect.Bool:
		return "b" + named
	case reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint32, reflect.Int:
		return map[reflect.Kind]string{reflect.Int32: "i", reflect.Int64: "l", reflect.Int: "l"}[t.Kind()] + named
	case reflect.Float64:
		return "d" + named
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "y" + named
		}
		_, wrapped := t.MethodByName("Marshal")
		if wrapped {
			return "[w" + named + "]" + typeText(t.Elem())
		}
		return "[" + named + "]" + typeText(t.Elem())
	case reflect.Map:
		if named == "" && t.Key().PkgPath() != "" {
			named = "<" + t.String() + ">"
		}
		return "{" + named + "}" + typeText(t.Elem())
	case reflect.Struct:
		enqueue(t)
		return "@" + openAPIName(t)
	case reflect.Interface:
		return "J"
	}
	panic("kind " + t.String())
}

func enqueue(t reflect.Type) {
	if !seen[t] {
		seen[t] = true
		queue = append(queue, t)
	}
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func property(def facts, name string) facts {
	props, _ := def["properties"].(facts)
	p, _ := props[name].(facts)
	return p
}

func anyOf(v any) []string {
	list, _ := v.([]any)
	out := []string{}
	for _, x := range list {
		out = append(out, x.(string))
	}
	return out
}

// One row for each JSON field; "path" is the chain of inlined messages with their numbers, outermost first,
// "embedded" that of their Go names.
func fields(out *bufio.Writer, t reflect.Type, def facts, path, embedded string) {
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		number := ""
		if pb := strings.Split(f.Tag.Get("protobuf"), ","); len(pb) > 1 {
			number = pb[1]
		}
		tag := strings.Split(f.Tag.Get("json"), ",")
		if tag[0] == "-" || !f.IsExported() {
			continue
		}
		inline := f.Anonymous && tag[0] == ""
		if inline {
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				panic("inlined pointer " + t.String())
			}
			// TypeMeta is inlined in JSON only: its two fields stand in the envelope of a protobuf message.
			sub := "-"
			if number != "" && path != "-" {
				sub = path + number + "/"
			}
			fields(out, inner, def, sub, strings.TrimPrefix(embedded+"."+f.Name, "."))
			continue
		}
		name := tag[0]
		if name == "" {
			name = f.Name
		}
		flags := ""
		for _, o := range tag[1:] {
			switch o {
			case "omitempty":
				flags += "e"
			case "omitzero":
				flags += "z"
			}
		}
		prop := property(def, name)
		where := path + number
		if path == "-" {
			where = ""
		}
		row := []string{name, typeText(f.Type), flags, where}
		if embedded != "" {
			row = append(row, "in="+embedded)
		}
		if f.Name != strings.ToUpper(name[:1])+name[1:] {
			row = append(row, "gn="+f.Name)
		}
		if strategy := f.Tag.Get("patchStrategy"); strategy != "" {
			row = append(row, "ps="+strategy)
		}
		if key := f.Tag.Get("patchMergeKey"); key != "" {
			row = append(row, "mk="+key)
		}
		if v, ok := prop["x-kubernetes-list-type"].(string); ok {
			row = append(row, "lt="+v)
		}
		if v, ok := prop["x-kubernetes-list-map-keys"]; ok {
			row = append(row, "lk="+strings.Join(anyOf(v), ","))
		}
		mapType, ok := prop["x-kubernetes-map-type"].(string)
		if ok {
			row = append(row, "mt="+mapType)
		}
		if v, ok := prop["default"]; ok && !reflect.DeepEqual(v, facts{}) {
			row = append(row, "df="+text(v))
		}
		fmt.Fprintln(out, "\t"+strings.Join(row, "\t"))
	}
}

func main() {
	raw, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	if err := json.Unmarshal(raw, &definitions); err != nil {
		panic(err)
	}
	s := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme} {
		if err := add(s); err != nil {
			panic(err)
		}
	}
	versions := map[string]bool{}
	for _, def := range definitions {
		list, _ := def["x-kubernetes-group-version-kind"].([]any)
		for _, x := range list {
			m := x.(facts)
			versions[m["group"].(string)+"/"+m["version"].(string)] = true
		}
	}
	kinds := map[reflect.Type][]string{}
	for gvk, t := range s.AllKnownTypes() {
		pkg := t.PkgPath()
		if gvk.Version == "__internal" || strings.HasSuffix(pkg, "beta1") || strings.Contains(pkg, "alpha") || strings.HasSuffix(pkg, "beta2") {
			continue
		}
		meta := strings.HasPrefix(pkg, "k8s.io/apimachinery/pkg/apis/meta/")
		if meta && gvk.GroupVersion().String() != "v1" || !meta && !versions[gvk.Group+"/"+gvk.Version] {
			continue
		}
		if gvk.Kind == "WatchEvent" && gvk.Group != "" || t.Name() == "InternalEvent" {
			continue
		}
		enqueue(t)
		kinds[t] = append(kinds[t], gvk.GroupVersion().String()+","+gvk.Kind)
	}
	for _, x := range []any{metav1.Table{}, metav1.PartialObjectMetadata{}, metav1.PartialObjectMetadataList{}} {
		t := reflect.TypeOf(x)
		enqueue(t)
		kinds[t] = append(kinds[t], "meta.k8s.io/v1,"+t.Name())
	}
	enqueue(reflect.TypeOf(metav1.List{}))
	for _, x := range []any{metav1.APIGroupList{}, metav1.APIGroup{}, metav1.APIResourceList{}, metav1.APIVersions{}, metav1.Status{}, metav1.WatchEvent{}} {
		enqueue(reflect.TypeOf(x))
	}
	blocks := map[string]string{}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		var sb strings.Builder
		out := bufio.NewWriter(&sb)
		def := definitions[openAPIName(t)]
		ks := kinds[t]
		sort.Strings(ks)
		mapType, _ := def["x-kubernetes-map-type"].(string)
		fmt.Fprintln(out, strings.Join([]string{openAPIName(t), t.String(), mapType, strings.Join(ks, " ")}, "\t"))
		fields(out, t, def, "", "")
		out.Flush()
		blocks[openAPIName(t)] = sb.String()
	}
	names := []string{}
	for n := range blocks {
		names = append(names, n)
	}
	sort.Strings(names)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, n := range names {
		out.WriteString(blocks[n])
	}
}
