// Command oracle decodes and encodes objects with the upstream API modules, to record vectors for the codec's tests.
// It reads one JSON object a line, {"kind":"v1,Pod","format":"json|yaml|proto","data":base64}, and prints one for each:
// {"strict":[...],"error":"...","json":...,"proto":base64,"yaml":"..."}.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type question struct {
	Kind, Format string
	Data         []byte
}

type answer struct {
	Strict []string        `json:"strict,omitempty"`
	Error  string          `json:"error,omitempty"`
	JSON   json.RawMessage `json:"json,omitempty"`
	Proto  []byte          `json:"proto,omitempty"`
	YAML   string          `json:"yaml,omitempty"`
}

func main() {
	s := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme, metav1.AddMetaToScheme} {
		if err := add(s); err != nil {
			panic(err)
		}
	}
	asJSON := kjson.NewSerializerWithOptions(kjson.DefaultMetaFactory, s, s, kjson.SerializerOptions{Strict: true})
	asYAML := kjson.NewSerializerWithOptions(kjson.DefaultMetaFactory, s, s, kjson.SerializerOptions{Strict: true, Yaml: true})
	asProto := protobuf.NewSerializer(s, s)
	decoders := map[string]runtime.Decoder{"json": asJSON, "yaml": asYAML, "proto": asProto}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		gv, kind, _ := strings.Cut(q.Kind, ",")
		group, _ := schema.ParseGroupVersion(gv)
		gvk := group.WithKind(kind)
		var a answer
		obj, _, err := decoders[q.Format].Decode(q.Data, &gvk, nil)
		if strict, ok := runtime.AsStrictDecodingError(err); ok {
			for _, e := range strict.Errors() {
				a.Strict = append(a.Strict, e.Error())
			}
		} else if err != nil {
			a.Error = err.Error()
			obj = nil
		}
		if obj != nil {
			var out bytes.Buffer
			if err := asJSON.Encode(obj, &out); err != nil {
				a.Error = "encoding: " + err.Error()
			} else {
				a.JSON = bytes.TrimSpace(out.Bytes())
			}
			if q.Format == "yaml" {
				out = bytes.Buffer{}
				if err := asYAML.Encode(obj, &out); err == nil {
					a.YAML = out.String()
				}
			}
			out = bytes.Buffer{}
			obj.GetObjectKind().SetGroupVersionKind(gvk)
			if err := asProto.Encode(obj, &out); err == nil {
				a.Proto = out.Bytes()
			}
		}
		line, err := json.Marshal(a)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(line))
	}
}
