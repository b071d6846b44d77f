package dev.tenure.apiserver.admission.standard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tenure.apiserver.admission.defaulttolerations.DefaultTolerationSeconds;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.podspec.TolerationRule;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the flags of the API server say about admission.
///
/// @param enabled `--enable-admission-plugins`, in addition to those that are on by default
/// @param disabled `--disable-admission-plugins`
/// @param notReadySeconds `--default-not-ready-toleration-seconds`
/// @param unreachableSeconds `--default-unreachable-toleration-seconds`
/// @param configuration by plugin: its `configuration` in the file of `--admission-control-config-file`
public record AdmissionOptions(
        Set<String> enabled,
        Set<String> disabled,
        long notReadySeconds,
        long unreachableSeconds,
        Map<String, JsonNode> configuration) {
    public AdmissionOptions {
        enabled = Set.copyOf(enabled);
        disabled = Set.copyOf(disabled);
        configuration = Map.copyOf(configuration);
    }

    /// Without any flag.
    public static AdmissionOptions standard() {
        return new AdmissionOptions(
                Set.of(), Set.of(), DefaultTolerationSeconds.USUAL, DefaultTolerationSeconds.USUAL, Map.of());
    }

    public AdmissionOptions enabling(Set<String> names) {
        return new AdmissionOptions(names, disabled, notReadySeconds, unreachableSeconds, configuration);
    }

    public AdmissionOptions disabling(Set<String> names) {
        return new AdmissionOptions(enabled, names, notReadySeconds, unreachableSeconds, configuration);
    }

    public AdmissionOptions tolerating(long notReady, long unreachable) {
        return new AdmissionOptions(enabled, disabled, notReady, unreachable, configuration);
    }

    /// @param file the parsed `AdmissionConfiguration`
    /// @throws IllegalArgumentException when the tolerations in it are not valid
    public AdmissionOptions configured(JsonNode file) {
        Map<String, JsonNode> plugins = new TreeMap<>();
        for (JsonNode plugin : file.path("plugins")) {
            plugins.put(plugin.path("name").asText(""), plugin.path("configuration"));
        }
        var options = new AdmissionOptions(enabled, disabled, notReadySeconds, unreachableSeconds, plugins);
        options.check("default");
        options.check("whitelist");
        return options;
    }

    private void check(String list) {
        var errors = new FieldErrors();
        TolerationRule.tolerations(Field.of(Path.ROOT.child(list), tolerations(list), errors), false);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException("invalid config: "
                    + errors.list().stream().map(FieldError::text).collect(Collectors.joining(", ")));
        }
    }

    /// @param list `default` or `whitelist`
    ArrayNode tolerations(String list) {
        JsonNode own = configuration.getOrDefault("PodTolerationRestriction", JsonNodeFactory.instance.objectNode());
        return own.path(list) instanceof ArrayNode there ? there : JsonNodeFactory.instance.arrayNode();
    }

    /// Node selectors by namespace.
    Map<String, String> nodeSelectors() {
        Map<String, String> selectors = new TreeMap<>();
        JsonNode own = configuration.getOrDefault("PodNodeSelector", JsonNodeFactory.instance.objectNode());
        own.path("podNodeSelectorPluginConfig")
                .properties()
                .forEach(e -> selectors.put(e.getKey(), e.getValue().asText("")));
        return selectors;
    }
}
