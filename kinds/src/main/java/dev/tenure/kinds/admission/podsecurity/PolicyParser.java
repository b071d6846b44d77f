package dev.tenure.kinds.admission.podsecurity;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;

/// Reads the policy of a namespace from its labels. There is always one: an unreadable level of enforcement
/// counts as the strictest, an unreadable level of warnings as none, an unreadable version as the newest.
final class PolicyParser {
    static final String PREFIX = "pod-security.kubernetes.io/";
    private static final Pattern VERSION = Pattern.compile("v1\\.(0|[1-9][0-9]{0,8})");

    private final NamespacePolicy defaults;
    private final FieldErrors errors;

    /// @param defaults for what has no label
    /// @param errors gets what cannot be read
    PolicyParser(NamespacePolicy defaults, FieldErrors errors) {
        this.defaults = defaults;
        this.errors = errors;
    }

    NamespacePolicy policy(JsonNode namespace) {
        JsonNode labels = namespace.path("metadata").path("labels");
        Optional<Level> enforcedLevel = level(labels, "enforce", Level.RESTRICTED);
        var enforced = new Standard(
                enforcedLevel.orElse(defaults.enforced().level()),
                version(labels, "enforce").orElse(defaults.enforced().minor()));
        // Audit logs are not written, but their labels have to be right.
        level(labels, "audit", Level.PRIVILEGED);
        version(labels, "audit");
        Optional<Level> warnedLevel = level(labels, "warn", Level.PRIVILEGED);
        Optional<Integer> warnedVersion = version(labels, "warn");
        boolean follows = warnedLevel.isEmpty()
                && enforcedLevel.isPresent()
                && enforced.level().compareTo(defaults.warned().level()) > 0;
        Standard unstated = follows ? enforced : defaults.warned();
        return new NamespacePolicy(
                enforced, new Standard(warnedLevel.orElse(unstated.level()), warnedVersion.orElse(unstated.minor())));
    }

    /// @return empty without the label
    private Optional<Level> level(JsonNode labels, String mode, Level unreadable) {
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
    private Optional<Integer> version(JsonNode labels, String mode) {
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
