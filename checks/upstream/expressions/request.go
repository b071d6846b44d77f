package main

import (
	"context"
	"fmt"

	"github.com/google/cel-go/cel"
	admissionv1 "k8s.io/api/admission/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	plugincel "k8s.io/apiserver/pkg/admission/plugin/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// accessor is an expression that may come to anything.
type accessor string

func (a accessor) GetExpression() string    { return string(a) }
func (a accessor) ReturnTypes() []*cel.Type { return []*cel.Type{cel.AnyType} }

func ofRequest(g *group) (func(string) answer, error) {
	given, err := g.read()
	if err != nil {
		return nil, err
	}
	object, err := resource(given.object)
	if err != nil {
		return nil, err
	}
	old, err := resource(given.old)
	if err != nil {
		return nil, err
	}
	params, err := resource(given.params)
	if err != nil {
		return nil, err
	}
	attributes := &admission.VersionedAttributes{VersionedObject: object, VersionedOldObject: old}
	request := &admissionv1.AdmissionRequest{
		Operation: admissionv1.Update,
		Name:      "web",
		Namespace: "shop",
		UserInfo:  authenticationv1.UserInfo{Username: "ann", Groups: []string{"staff", "system:authenticated"}},
	}
	bindings := plugincel.OptionalVariableBindings{VersionedParams: params}
	compiler := plugincel.NewCompiler(environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()))
	return func(expression string) answer {
		compiled := compiler.CompileCELExpression(
			accessor(expression), plugincel.OptionalVariableDeclarations{HasParams: true}, environment.StoredExpressions)
		if compiled.Error != nil {
			return answer{Fault: compiled.Error.Detail}
		}
		condition := plugincel.NewCondition([]plugincel.CompilationResult{compiled})
		results, left, err := condition.ForInput(
			context.Background(), attributes, request, bindings, nil, celconfig.RuntimeCELCostBudget)
		if err != nil {
			return answer{Error: err.Error()}
		}
		found := answer{Cost: celconfig.RuntimeCELCostBudget - left}
		if results[0].Error != nil {
			found.Error = results[0].Error.Error()
		} else {
			found.Value = shown(results[0].EvalResult)
		}
		return found
	}, nil
}

func resource(value any) (runtime.Object, error) {
	if value == nil {
		return nil, nil
	}
	fields, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("no object: %v", value)
	}
	return &unstructured.Unstructured{Object: fields}, nil
}
