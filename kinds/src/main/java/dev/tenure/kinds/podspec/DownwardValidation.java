package dev.tenure.kinds.podspec;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What is valid as a reference to a field or a resource of the pod itself.
final class DownwardValidation {
    /// The fields that files may show.
    private static final List<String> FILE_FIELDS =
            List.of("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid");

    private static final List<String> RESOURCES = List.of(
            "limits.cpu",
            "limits.ephemeral-storage",
            "limits.memory",
            "requests.cpu",
            "requests.ephemeral-storage",
            "requests.memory");
    /// The labels of fields that can be asked for at all; `spec.host` is an old name of `spec.nodeName`.
    private static final Set<String> LABELS = Set.of(
            "metadata.annotations",
            "metadata.labels",
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.serviceAccountName",
            "spec.schedulerName",
            "status.phase",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");

    private static final Pattern SUBSCRIPT = Pattern.compile("(.+?)\\['(.*)'\\]");
    private static final Set<String> CPU_DIVISORS = Set.of("1m", "1");
    private static final Set<String> BYTE_DIVISORS =
            Set.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");

    private DownwardValidation() {}

    /// Checks a file made of a field or resource.
    static void file(Field file) {
        if (file.at("path").isEmpty()) {
            file.at("path").required();
        }
        PathValidation.downwardsAndFree(file.at("path"));
        Field field = file.at("fieldRef");
        Field resource = file.at("resourceFieldRef");
        if (field.isSet()) {
            objectField(field, FILE_FIELDS);
            if (resource.isSet()) {
                file.invalid("resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
            }
        } else if (resource.isSet()) {
            resourceField(resource, true);
        } else {
            file.required("one of fieldRef and resourceFieldRef is required");
        }
        PathValidation.mode(file.at("mode"));
    }

    /// @param allowed the fields that may be asked for here, in order
    static void objectField(Field reference, List<String> allowed) {
        Field version = reference.at("apiVersion");
        Field path = reference.at("fieldPath");
        if (version.isEmpty()) {
            version.required();
            return;
        }
        if (path.isEmpty()) {
            path.required();
            return;
        }
        Matcher subscripted = SUBSCRIPT.matcher(path.text());
        if (!version.is("v1")) {
            path.invalidText("error converting fieldPath: unsupported pod version: " + version.text());
        } else if (subscripted.matches()) {
            subscripted(reference, subscripted.group(1), subscripted.group(2));
        } else {
            plain(path, path.is("spec.host") ? "spec.nodeName" : path.text(), allowed);
        }
    }

    private static void plain(Field path, String label, List<String> allowed) {
        if (!LABELS.contains(label)) {
            path.invalidText("error converting fieldPath: field label not supported: " + label);
        } else if (!allowed.contains(label)) {
            path.errors().notSupported(path.path().text(), label, allowed);
        }
    }

    private static void subscripted(Field reference, String path, String key) {
        switch (path) {
            case "metadata.annotations" -> {
                String lower = key.toLowerCase(Locale.ROOT);
                Names.qualified(lower).forEach(complaint -> reference.invalid(lower, complaint));
            }
            case "metadata.labels" -> Names.qualified(key).forEach(complaint -> reference.invalid(key, complaint));
            default -> {
                Field label = reference.at("fieldPath");
                label.invalidText(
                        "error converting fieldPath: field label does not support subscript: " + label.text());
            }
        }
    }

    /// @param inVolume whether the container must be named
    static void resourceField(Field reference, boolean inVolume) {
        Field resource = reference.at("resource");
        if (inVolume && reference.at("containerName").isEmpty()) {
            reference.at("containerName").required();
        } else if (resource.isEmpty()) {
            resource.required();
        } else if (!RESOURCES.contains(resource.text()) && !ofHugePages(resource.text())) {
            resource.unsupported(RESOURCES);
        }
        divisor(reference.at("divisor"), resource.text());
    }

    private static boolean ofHugePages(String resource) {
        return resource.startsWith("requests.hugepages-") || resource.startsWith("limits.hugepages-");
    }

    private static void divisor(Field divisor, String resource) {
        if (QuantityValidation.amount(divisor.node()).isZero()) {
            return;
        }
        switch (resource) {
            case "limits.cpu", "requests.cpu" -> {
                if (!CPU_DIVISORS.contains(divisor.text())) {
                    divisor.invalid(resource, "only divisor's values 1m and 1 are supported with the cpu resource");
                }
            }
            case "limits.memory", "requests.memory" -> bytes(divisor, resource, "memory");
            case "limits.ephemeral-storage", "requests.ephemeral-storage" ->
                bytes(divisor, resource, "local ephemeral storage");
            default -> {
                if (ofHugePages(resource)) {
                    bytes(divisor, resource, "hugepages");
                }
            }
        }
    }

    private static void bytes(Field divisor, String resource, String what) {
        if (!BYTE_DIVISORS.contains(divisor.text())) {
            divisor.invalid(
                    resource,
                    "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with"
                            + " the " + what + " resource");
        }
    }
}
