package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.FLAG;
import static dev.tenure.kinds.expression.library.Functions.TEXT;
import static dev.tenure.kinds.expression.library.Functions.WHOLE;
import static dev.tenure.kinds.expression.library.Functions.flag;
import static dev.tenure.kinds.expression.library.Functions.text;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import java.util.Map;
import java.util.Optional;

/// Semantic versions. Upstream: apiserver/pkg/cel/library/semverlib.go.
final class VersionLibrary {
    static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");

    private VersionLibrary() {}

    static Functions functions() {
        var all = new Functions(Map.of(SEMVER, SemanticVersion.class));
        CelType v = SEMVER;
        all.function(
                "isSemver", "is_semver_string", FLAG, in -> parse(in[0], false).isPresent(), TEXT);
        all.function(
                "isSemver",
                "is_semver_string_bool",
                FLAG,
                in -> parse(in[0], flag(in[1])).isPresent(),
                TEXT,
                FLAG);
        all.function("semver", "string_to_semver", v, in -> version(in[0], false), TEXT);
        all.function("semver", "string_bool_to_semver", v, in -> version(in[0], flag(in[1])), TEXT, FLAG);
        all.member("major", "semver_major", WHOLE, in -> of(in[0]).major(), v);
        all.member("minor", "semver_minor", WHOLE, in -> of(in[0]).minor(), v);
        all.member("patch", "semver_patch", WHOLE, in -> of(in[0]).patch(), v);
        all.member("isGreaterThan", "semver_is_greater_than", FLAG, in -> compare(in) > 0, v, v);
        all.member("isLessThan", "semver_is_less_than", FLAG, in -> compare(in) < 0, v, v);
        all.member("compareTo", "semver_compare_to", WHOLE, in -> compare(in), v, v);
        return all;
    }

    private static SemanticVersion of(Object argument) {
        return (SemanticVersion) argument;
    }

    private static long compare(Object[] in) {
        return Integer.signum(of(in[0]).compareTo(of(in[1])));
    }

    private static Optional<SemanticVersion> parse(Object text, boolean loosely) {
        return loosely ? SemanticVersion.parseLoosely(text(text)) : SemanticVersion.parse(text(text));
    }

    private static SemanticVersion version(Object text, boolean loosely) {
        return parse(text, loosely)
                .orElseThrow(() -> new IllegalArgumentException(
                        (loosely ? SemanticVersion.looseFault(text(text)) : SemanticVersion.fault(text(text)))
                                .orElse("")));
    }
}
