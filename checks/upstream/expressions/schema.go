package main

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// anonymous is the name of the schema's type, which is random.
var anonymous = regexp.MustCompile(`selfType[0-9]+`)

func ofSchema(g *group) (func(string) answer, error) {
	var stated apiextensionsv1.JSONSchemaProps
	if err := json.Unmarshal(g.Schema, &stated); err != nil {
		return nil, err
	}
	var internal apiextensions.JSONSchemaProps
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&stated, &internal, nil); err != nil {
		return nil, err
	}
	structural, err := schema.NewStructural(&internal)
	if err != nil {
		return nil, err
	}
	given, err := g.read()
	if err != nil {
		return nil, err
	}
	languages := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	return func(expression string) answer {
		one := *structural
		one.XValidations = apiextensionsv1.ValidationRules{{Rule: expression, Message: "no"}}
		compiled, err := schemacel.Compile(
			&one, model.SchemaDeclType(&one, false), celconfig.PerCallLimit, languages, schemacel.StoredExpressionsEnvLoader())
		if err != nil {
			return answer{Fault: err.Error()}
		}
		if compiled[0].Error != nil {
			return answer{Fault: anonymous.ReplaceAllString(compiled[0].Error.Detail, "@self")}
		}
		found := answer{CostMax: compiled[0].MaxCost, UsesOld: compiled[0].UsesOldSelf}
		faults, left := schemacel.NewValidator(&one, false, celconfig.PerCallLimit).Validate(
			context.Background(), nil, &one, given.object, given.old, celconfig.RuntimeCELCostBudget)
		found.Cost = celconfig.RuntimeCELCostBudget - left
		switch {
		case len(faults) == 0:
			found.Value = "true"
		case faults[0].Detail == "no":
			found.Value = "false"
		default:
			found.Error = strings.TrimSpace(faults[0].Detail)
		}
		return found
	}, nil
}
