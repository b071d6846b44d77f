package dev.tenure.plan.lint;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// What a team wants to hear of: the content of a `.tenure-lint.yaml`.
///
/// @param severities other than the rules' own
/// @param disabled rules that are passed over
/// @param ignoredNamespaces whose objects are passed over
public record LintSettings(
        Map<LintCheck, LintSeverity> severities, Set<LintCheck> disabled, Set<String> ignoredNamespaces) {
    public static final LintSettings DEFAULT = new LintSettings(Map.of(), Set.of(), Set.of());

    public LintSettings {
        severities = Map.copyOf(severities);
        disabled = Set.copyOf(disabled);
        ignoredNamespaces = Set.copyOf(ignoredNamespaces);
    }

    /// @throws IllegalArgumentException when the text is something else; the message names what
    public static LintSettings parse(byte[] yaml) {
        JsonNode root;
        try {
            root = Yaml.read(yaml).value();
        } catch (YamlException e) {
            throw new IllegalArgumentException("is no YAML: " + e.getMessage(), e);
        }
        var severities = new HashMap<LintCheck, LintSeverity>();
        var disabled = new HashSet<LintCheck>();
        var namespaces = new HashSet<String>();
        if (root.isNull()) {
            return DEFAULT;
        }
        if (!root.isObject()) {
            throw new IllegalArgumentException("expected severities, disabled and ignoredNamespaces");
        }
        for (Iterator<String> names = root.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            JsonNode value = root.path(name);
            switch (name) {
                case "severities" ->
                    value.properties()
                            .forEach(each -> severities.put(
                                    check(each.getKey()),
                                    severity(each.getValue().asText())));
                case "disabled" -> value.forEach(each -> disabled.add(check(each.asText())));
                case "ignoredNamespaces" -> value.forEach(each -> namespaces.add(each.asText()));
                default ->
                    throw new IllegalArgumentException(
                            "\"%s\" is unknown: expected severities, disabled or ignoredNamespaces".formatted(name));
            }
        }
        return new LintSettings(severities, disabled, namespaces);
    }

    private static LintCheck check(String id) {
        try {
            return LintCheck.valueOf(id);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"%s\" is no rule, for example TNR001".formatted(id), e);
        }
    }

    private static LintSeverity severity(String word) {
        try {
            return LintSeverity.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"%s\" is no severity: info, warning or error".formatted(word), e);
        }
    }
}
