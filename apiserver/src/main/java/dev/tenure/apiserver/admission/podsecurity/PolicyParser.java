package dev.tenure.apiserver.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.apiserver.registry.FieldErrors;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the policy of a namespace from its labels. There is always one: an unreadable level of enforcement counts as
/// the strictest, an unreadable level of warnings as none, an unreadable version as the newest.
final class PolicyParser {
    private static final String PREFIX = "pod-security.kubernetes.io/";
    private static final Pattern VERSION = Pattern.compile("v1\\.(0|[1-9][0-9]{0,8})");

    private final JsonNode labels;
    private final FieldErrors errors;

    private PolicyParser(JsonNode labels, FieldErrors errors) {
        this.labels = labels;
        this.errors = errors;
    }

    /// @param namespace the object
    /// @param errors gets what cannot be read
    static NamespacePolicy policy(JsonNode namespace, FieldErrors errors) {
        return new PolicyParser(namespace.path("metadata").path("labels"), errors).read();
    }

    private NamespacePolicy read() {
        var enforced = new Standard(
                level("enforce", Level.RESTRICTED).orElse(Level.PRIVILEGED),
                version("enforce").orElse(Standard.LATEST));
        // Audit logs are not written, but their labels have to be right.
        level("audit", Level.PRIVILEGED);
        version("audit");
        Optional<Level> warnedLevel = level("warn", Level.PRIVILEGED);
        Optional<Integer> warnedVersion = version("warn");
        if (warnedLevel.isEmpty() && enforced.restricts()) {
            return new NamespacePolicy(
                    enforced, new Standard(enforced.level(), warnedVersion.orElse(enforced.minor())));
        }
        return new NamespacePolicy(
                enforced, new Standard(warnedLevel.orElse(Level.PRIVILEGED), warnedVersion.orElse(Standard.LATEST)));
    }

    /// @return empty without the label
    private Optional<Level> level(String mode, Level unreadable) {
        JsonNode label = labels.path(PREFIX + mode);
        if (label.isMissingNode()) {
            return Optional.empty();
        }
        Optional<Level> level = Level.ofWord(label.asText());
        if (level.isEmpty()) {
            complain(mode, label, "must be one of privileged, baseline, restricted");
        }
        return Optional.of(level.orElse(unreadable));
    }

    /// @return empty without the label
    private Optional<Integer> version(String mode) {
        JsonNode label = labels.path(PREFIX + mode + "-version");
        if (label.isMissingNode()) {
            return Optional.empty();
        }
        Matcher version = VERSION.matcher(label.asText());
        if (version.matches()) {
            return Optional.of(Integer.valueOf(version.group(1)));
        }
        if (!label.asText().equals("latest")) {
            complain(mode + "-version", label, "must be \"latest\" or \"v1.x\"");
        }
        return Optional.of(Standard.LATEST);
    }

    private void complain(String label, JsonNode value, String why) {
        errors.invalid("metadata.labels[" + PREFIX + label + "]", value, why);
    }
}
