package dev.tenure.kinds.storage;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.warning.NodeLabels;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Storage classes: what they make never changes.
public final class StorageClassStrategy implements PlainKind {
    private static final String EXPRESSIONS = "matchLabelExpressions";

    /// How often one term is said to be like another: upstream says it of each pair, of which there may be
    /// very many.
    private static final int REPEATED_MAX = 100;

    @Override
    public void setDefaults(ObjectNode storageClass) {
        fill(storageClass, "reclaimPolicy", "Delete");
        fill(storageClass, "volumeBindingMode", "Immediate");
    }

    private static void fill(ObjectNode storageClass, String name, String value) {
        if (!storageClass.hasNonNull(name)) {
            storageClass.put(name, value);
        }
    }

    @Override
    public void validate(ObjectNode storageClass, FieldErrors errors) {
        ObjectMetaValidation.object(storageClass, nameFormat(), errors);
        Field root = Field.root(storageClass, errors);
        ParameterValidation.driver(root.at("provisioner"));
        ParameterValidation.parameters(root.at("parameters"), true);
        if (!root.at("reclaimPolicy").isEmpty()) {
            root.at("reclaimPolicy").mustBeOneOf("Delete", "Retain");
        }
        root.at("volumeBindingMode").mustBeOneOf("Immediate", "WaitForFirstConsumer");
        topologies(root.at("allowedTopologies"));
    }

    private static void topologies(Field topologies) {
        // Upstream begins its list of terms with empty ones, so that a term that says nothing is found there.
        Map<Map<String, Set<String>>, Integer> seen = new HashMap<>();
        seen.put(Map.of(), topologies.size());
        for (Field term : topologies.items()) {
            Map<String, Set<String>> raw = new HashMap<>();
            term.at(EXPRESSIONS).items().forEach(expression -> expression(expression, raw));
            for (int i = 0; i < Math.min(REPEATED_MAX, seen.getOrDefault(raw, 0)); i++) {
                term.at(EXPRESSIONS).duplicate("");
            }
            seen.merge(raw, 1, Integer::sum);
        }
    }

    private static void expression(Field expression, Map<String, Set<String>> raw) {
        Field values = expression.at("values");
        Set<String> seen = new HashSet<>();
        if (values.isEmpty()) {
            values.required();
        }
        for (Field value : values.items()) {
            if (!seen.add(value.text())) {
                value.duplicate();
            }
        }
        Field key = expression.at("key");
        key.mustBe(Names::qualified);
        if (raw.put(key.text(), new TreeSet<>(seen)) != null) {
            key.duplicate();
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        validate(next, errors);
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        Field parameters = root.at("parameters");
        if (!SameValue.same(parameters.node(), old.path("parameters"))) {
            parameters.invalid(PrintedSelector.sorted(parameters.node()), ObjectMetaValidation.IMMUTABLE);
        }
        for (String name : List.of("provisioner", "reclaimPolicy", "volumeBindingMode")) {
            if (!root.at(name).is(old.path(name).asText(""))) {
                root.at(name).invalidText(ObjectMetaValidation.IMMUTABLE);
            }
        }
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        Field root = Field.root(next, new FieldErrors());
        for (Field term : root.at("allowedTopologies").items()) {
            for (Field expression : term.at(EXPRESSIONS).items()) {
                Field key = expression.at("key");
                NodeLabels.warning(key.text()).ifPresent(words -> warnings.add(key.path() + ": " + words));
            }
        }
        return warnings;
    }
}
