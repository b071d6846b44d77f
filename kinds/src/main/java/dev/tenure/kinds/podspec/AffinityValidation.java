package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import java.util.ArrayList;
import java.util.List;

/// What is valid as affinity to nodes and pods.
public final class AffinityValidation {
    public static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    public static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final int WEIGHT_MAX = 100;
    private static final String NO_OPERATOR = "not a valid selector operator";

    private AffinityValidation() {}

    static void affinity(Field affinity, PodOptions options) {
        Field node = affinity.at("nodeAffinity");
        if (node.at(REQUIRED).isSet()) {
            nodeSelector(node.at(REQUIRED), !options.anyNodeAffinityValues());
        }
        for (Field preferred : node.at(PREFERRED).items()) {
            weight(preferred);
            nodeTerm(preferred.at("preference"), false);
        }
        for (String name : List.of("podAffinity", "podAntiAffinity")) {
            pods(affinity.at(name), options);
        }
    }

    private static void pods(Field affinity, PodOptions options) {
        affinity.at(REQUIRED).items().forEach(term -> podTerm(term, options));
        for (Field preferred : affinity.at(PREFERRED).items()) {
            weight(preferred);
            podTerm(preferred.at("podAffinityTerm"), options);
        }
    }

    /// All terms of affinity to and from pods.
    public static List<Field> podTerms(Field affinity) {
        List<Field> terms = new ArrayList<>();
        for (String name : List.of("podAffinity", "podAntiAffinity")) {
            terms.addAll(affinity.at(name, REQUIRED).items());
            affinity.at(name, PREFERRED).items().forEach(preferred -> terms.add(preferred.at("podAffinityTerm")));
        }
        return terms;
    }

    private static void weight(Field preferred) {
        Field weight = preferred.at("weight");
        if (weight.number() <= 0 || weight.number() > WEIGHT_MAX) {
            weight.invalidNumber("must be in the range 1-100");
        }
    }

    /// Checks a `NodeSelector`.
    ///
    /// @param values whether values must be label values
    public static void nodeSelector(Field selector, boolean values) {
        Field terms = selector.at("nodeSelectorTerms");
        if (terms.isEmpty()) {
            terms.required("must have at least one node selector term");
        }
        terms.items().forEach(term -> nodeTerm(term, values));
    }

    private static void nodeTerm(Field term, boolean values) {
        term.at("matchExpressions").items().forEach(requirement -> nodeRequirement(requirement, values));
        term.at("matchFields").items().forEach(AffinityValidation::fieldRequirement);
    }

    private static void nodeRequirement(Field requirement, boolean checkValues) {
        Field values = requirement.at("values");
        switch (requirement.at("operator").text()) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    values.required("must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values.size() != 1) {
                    values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> requirement.at("operator").invalidText(NO_OPERATOR);
        }
        requirement.at("key").mustBe(Names::qualified);
        if (checkValues) {
            labelValues(requirement);
        }
    }

    static void labelValues(Field requirement) {
        requirement.at("values").items().forEach(value -> value.mustBe(Names::labelValue));
    }

    private static void fieldRequirement(Field requirement) {
        Field values = requirement.at("values");
        Field operator = requirement.at("operator");
        if (!operator.is("In") && !operator.is("NotIn")) {
            operator.invalidText(NO_OPERATOR);
        } else if (values.size() != 1) {
            values.required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
        if (requirement.at("key").is("metadata.name")) {
            values.items().forEach(value -> value.mustBe(Names::dnsSubdomain));
        } else {
            requirement.at("key").invalidText("not a valid field selector key");
        }
    }

    private static void podTerm(Field term, PodOptions options) {
        SelectorValidation.selector(term.at("labelSelector"), !options.anySelectorValues());
        SelectorValidation.selector(term.at("namespaceSelector"), !options.anySelectorValues());
        term.at("namespaces")
                .items()
                .forEach(namespace ->
                        namespace.under(term.path().child("namespace")).mustBe(Names::dnsLabel));
        SpreadValidation.matchKeys(term);
        Field topology = term.at("topologyKey");
        if (topology.isEmpty()) {
            topology.required("can not be empty");
        }
        topology.mustBe(Names::qualified);
    }
}
