package dev.tenure.kinds.admission;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.kinds.admission.defaulttolerationseconds.DefaultTolerationSeconds;
import dev.tenure.kinds.admission.podsecurity.PodSecuritySettings;
import dev.tenure.kinds.admission.serviceaddresses.AddressRange;
import dev.tenure.kinds.podspec.TolerationValidation;
import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
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
/// @param services `--service-cluster-ip-range`
public record AdmissionOptions(
        Set<String> enabled,
        Set<String> disabled,
        long notReadySeconds,
        long unreachableSeconds,
        Map<String, JsonNode> configuration,
        AddressRange services) {
    private static final String RESTRICTION = "PodTolerationRestriction";

    public AdmissionOptions {
        enabled = Frozen.set(enabled);
        disabled = Frozen.set(disabled);
        configuration = Frozen.map(configuration);
    }

    /// Without any flag.
    public static AdmissionOptions standard() {
        return new AdmissionOptions(
                Set.of(),
                Set.of(),
                DefaultTolerationSeconds.USUAL,
                DefaultTolerationSeconds.USUAL,
                Map.of(),
                AddressRange.USUAL);
    }

    public AdmissionOptions enabling(Set<String> names) {
        return new AdmissionOptions(names, disabled, notReadySeconds, unreachableSeconds, configuration, services);
    }

    public AdmissionOptions disabling(Set<String> names) {
        return new AdmissionOptions(enabled, names, notReadySeconds, unreachableSeconds, configuration, services);
    }

    public AdmissionOptions tolerating(long notReady, long unreachable) {
        return new AdmissionOptions(enabled, disabled, notReady, unreachable, configuration, services);
    }

    public AdmissionOptions addressing(AddressRange range) {
        return new AdmissionOptions(enabled, disabled, notReadySeconds, unreachableSeconds, configuration, range);
    }

    /// @param file the parsed `AdmissionConfiguration`
    /// @throws IllegalArgumentException when it is something else, or what it says of a plugin is not valid
    public AdmissionOptions configured(JsonNode file) {
        expect(file, "AdmissionConfiguration", "apiserver.config.k8s.io/v1");
        Map<String, JsonNode> plugins = new TreeMap<>();
        for (JsonNode plugin : file.path("plugins")) {
            String name = plugin.path("name").asText("");
            if (plugin.has("path") && !plugin.has("configuration")) {
                throw new IllegalArgumentException(
                        "the admission configuration names the file \"%s\" for %s; put what it says under configuration"
                                .formatted(plugin.path("path").asText(), name));
            }
            plugins.put(name, plugin.path("configuration"));
        }
        var options = new AdmissionOptions(enabled, disabled, notReadySeconds, unreachableSeconds, plugins, services);
        if (plugins.containsKey(RESTRICTION)) {
            expect(options.of(RESTRICTION), "Configuration", "podtolerationrestriction.admission.k8s.io/v1alpha1");
            options.check("default");
            options.check("whitelist");
        }
        options.podSecurity();
        return options;
    }

    private static void expect(JsonNode document, String kind, String version) {
        boolean right = document.path("kind").asText("").equals(kind)
                && document.path("apiVersion").asText("").equals(version);
        if (!right) {
            throw new IllegalArgumentException(
                    "invalid admission configuration: kind \"%s\" of apiVersion \"%s\"; expected %s of %s"
                            .formatted(
                                    document.path("kind").asText(""),
                                    document.path("apiVersion").asText(""),
                                    kind,
                                    version));
        }
    }

    private JsonNode of(String plugin) {
        return configuration.getOrDefault(plugin, MissingNode.INSTANCE);
    }

    private void check(String list) {
        var errors = new FieldErrors();
        TolerationValidation.tolerations(Field.of(Path.ROOT.child(list), tolerations(list), errors), false);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException("invalid config: "
                    + errors.list().stream().map(FieldError::text).collect(Collectors.joining(", ")));
        }
    }

    /// @param list `default` or `whitelist`
    ArrayNode tolerations(String list) {
        return of(RESTRICTION).path(list) instanceof ArrayNode there ? there : Json.array();
    }

    /// Node selectors by namespace.
    Map<String, String> nodeSelectors() {
        Map<String, String> selectors = new TreeMap<>();
        of("PodNodeSelector")
                .path("podNodeSelectorPluginConfig")
                .properties()
                .forEach(e -> selectors.put(e.getKey(), e.getValue().asText("")));
        return selectors;
    }

    PodSecuritySettings podSecurity() {
        JsonNode own = of("PodSecurity");
        return own.isMissingNode() ? PodSecuritySettings.NONE : PodSecuritySettings.of(own);
    }
}
