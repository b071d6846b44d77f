package dev.tenure.kinds.podspec.warning;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.kinds.podspec.AffinityValidation;
import dev.tenure.kinds.podspec.ContainerVisits;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What deserves a warning in the spec of a pod although it is valid. Upstream: pkg/api/pod/warnings.go.
public final class PodWarnings {
    private static final Map<String, String> OLD_ANNOTATIONS = oldAnnotations();
    private static final Map<String, String> OLD_VOLUMES = oldVolumes();
    private static final String NULL_SELECTOR = ": a null labelSelector results in matching no pod";

    private final List<String> warnings = new ArrayList<>();
    private final Field spec;
    private final Field annotations;
    private final boolean template;

    private PodWarnings(Field root, boolean template) {
        this.spec = root.at("spec");
        this.annotations = root.at("metadata", "annotations");
        this.template = template;
    }

    public static List<String> ofPod(JsonNode pod) {
        return new PodWarnings(Field.of(Path.ROOT, pod, new FieldErrors()), false).all();
    }

    /// @param path where the template stands
    public static List<String> ofTemplate(Path path, JsonNode template) {
        return new PodWarnings(Field.of(path, template, new FieldErrors()), true).all();
    }

    /// Warnings about the spec of a claim.
    ///
    /// @param path where it stands
    public static List<String> ofClaim(Path path, JsonNode claim) {
        Field field = Field.of(path, claim, new FieldErrors());
        PodWarnings warnings = new PodWarnings(field, false);
        warnings.claim(field);
        return warnings.warnings;
    }

    private List<String> all() {
        placement();
        OLD_ANNOTATIONS.forEach((key, words) -> {
            if (annotations.at(key).isSet()) {
                warnings.add(annotations.path().key(key) + ": " + words);
            }
        });
        for (Field volume : spec.at("volumes").items()) {
            volume(volume);
        }
        spec.at("volumes").items().forEach(volume -> warnings.addAll(VolumePaths.warnings(volume.node())));
        repeated(spec.at("hostAliases"), "ip");
        repeated(spec.at("imagePullSecrets"), "name");
        for (Field secret : spec.at("imagePullSecrets").items()) {
            if (secret.at("name").isEmpty()) {
                warnings.add(secret.at("name").path() + ": invalid empty name \"\"");
            }
        }
        fractions(spec.at("overhead"));
        String podSeccomp = "seccomp.security.alpha.kubernetes.io/pod";
        seccomp(spec.at("securityContext", "seccompProfile"), podSeccomp);
        ContainerVisits.all(spec).forEach(this::container);
        warnings.addAll(PortWarnings.of(spec));
        if (spec.at("terminationGracePeriodSeconds").number() < 0) {
            warnings.add(spec.at("terminationGracePeriodSeconds").path()
                    + ": must be >= 0; negative values are invalid and will be treated as 1");
        }
        for (Field term : AffinityValidation.podTerms(spec.at("affinity"))) {
            if (!term.at("labelSelector").isSet()) {
                warnings.add(term.at("labelSelector").path() + NULL_SELECTOR);
            }
        }
        spec.at("dnsConfig", "nameservers").items().forEach(this::address);
        spec.at("hostAliases").items().forEach(alias -> address(alias.at("ip")));
        return warnings;
    }

    private void address(Field address) {
        warnings.addAll(Addresses.ipWarnings(address.path().text(), address.text()));
    }

    private void placement() {
        spec.at("nodeSelector")
                .entries()
                .forEach((key, label) ->
                        NodeLabels.warning(key).ifPresent(words -> warnings.add(label.path() + ": " + words)));
        Field node = spec.at("affinity", "nodeAffinity");
        for (Field term :
                node.at(AffinityValidation.REQUIRED, "nodeSelectorTerms").items()) {
            warnings.addAll(NodeLabels.termWarnings(term.path().text(), term.node(), false));
        }
        for (Field term : node.at(AffinityValidation.PREFERRED).items()) {
            Field preference = term.at("preference");
            warnings.addAll(NodeLabels.termWarnings(preference.path().text(), preference.node(), true));
        }
        for (Field constraint : spec.at("topologySpreadConstraints").items()) {
            Field key = constraint.at("topologyKey");
            NodeLabels.warning(key.text())
                    .ifPresent(words -> warnings.add(key.path() + ": " + key.text() + " is " + words));
            if (!constraint.at("labelSelector").isSet()) {
                warnings.add(constraint.at("labelSelector").path() + NULL_SELECTOR);
            }
        }
    }

    private void volume(Field volume) {
        OLD_VOLUMES.forEach((name, words) -> {
            if (volume.at(name).isSet()) {
                String place = name.equals("storageos") ? "storageOS" : name;
                warnings.add(volume.at(place).path() + ": " + words);
            }
        });
        claim(volume.at("ephemeral", "volumeClaimTemplate", "spec"));
    }

    private void claim(Field claim) {
        for (String kind : List.of("requests", "limits")) {
            fraction(claim.at("resources", kind), "storage");
        }
    }

    private void repeated(Field list, String name) {
        Set<String> seen = new HashSet<>();
        for (Field item : list.items()) {
            Field value = item.at(name);
            if (!seen.add(value.text())) {
                warnings.add(value.path() + ": duplicate " + name + " " + Quoted.of(value.text()));
            }
        }
    }

    private void fractions(Field amounts) {
        fraction(amounts, "memory");
        fraction(amounts, "ephemeral-storage");
    }

    private void fraction(Field amounts, String name) {
        JsonNode amount = amounts.node().path(name);
        if (amount.isTextual() && QuantityValidation.amount(amount).milliValue() % 1000 != 0) {
            warnings.add(amounts.path().key(name) + ": fractional byte value \"" + amount.asText()
                    + "\" is invalid, must be an integer");
        }
    }

    private void seccomp(Field profile, String key) {
        if (!profile.isSet() && annotations.at(key).isSet()) {
            warnings.add(annotations.path().key(key)
                    + ": non-functional in v1.27+; use the \"seccompProfile\" field instead");
        }
    }

    private void container(Field container) {
        String name = container.at("name").text();
        Field context = container.at("securityContext");
        seccomp(context.at("seccompProfile"), "container.seccomp.security.alpha.kubernetes.io/" + name);
        String armor = "container.apparmor.security.beta.kubernetes.io/" + name;
        if (template
                && !context.at("appArmorProfile").isSet()
                && annotations.at(armor).isSet()) {
            warnings.add(annotations.path().key(armor)
                    + ": deprecated since v1.30; use the \"appArmorProfile\" field instead");
        }
        Field resources = container.at("resources");
        fraction(resources.at("limits"), "memory");
        fraction(resources.at("requests"), "memory");
        fraction(resources.at("limits"), "ephemeral-storage");
        fraction(resources.at("requests"), "ephemeral-storage");
        hiddenVariables(container.at("env"));
    }

    private void hiddenVariables(Field variables) {
        Set<String> seen = new HashSet<>();
        for (Field variable : variables.items()) {
            String name = variable.at("name").text();
            String reference = "$(" + name + ")";
            String value = variable.at("value").text();
            boolean builds = !variable.at("valueFrom").isSet() && value.contains(reference) && !value.equals(reference);
            if (!seen.add(name) && !builds) {
                warnings.add(variable.path() + ": hides previous definition of "
                        + Quoted.of(name)
                        + ", which may be dropped when using apply");
            }
        }
    }

    private static Map<String, String> oldAnnotations() {
        Map<String, String> old = new LinkedHashMap<>();
        old.put(
                "scheduler.alpha.kubernetes.io/critical-pod",
                "non-functional in v1.16+; use the \"priorityClassName\" field instead");
        old.put("security.alpha.kubernetes.io/sysctls", "non-functional in v1.11+; use the \"sysctls\" field instead");
        old.put(
                "security.alpha.kubernetes.io/unsafe-sysctls",
                "non-functional in v1.11+; use the \"sysctls\" field instead");
        return old;
    }

    private static Map<String, String> oldVolumes() {
        Map<String, String> old = new LinkedHashMap<>();
        old.put("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+");
        old.put("gitRepo", "deprecated in v1.11, and disabled by default in v1.33+");
        old.put("scaleIO", "deprecated in v1.16, non-functional in v1.22+");
        old.put("flocker", "deprecated in v1.22, non-functional in v1.25+");
        old.put("storageos", "deprecated in v1.22, non-functional in v1.25+");
        old.put("quobyte", "deprecated in v1.22, non-functional in v1.25+");
        old.put("glusterfs", "deprecated in v1.25, non-functional in v1.26+");
        old.put("cephfs", "deprecated in v1.28, non-functional in v1.31+");
        old.put("rbd", "deprecated in v1.28, non-functional in v1.31+");
        return old;
    }
}
