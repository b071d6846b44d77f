package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import java.util.List;
import java.util.function.Function;

/// What is valid as the name of a signer of certificates: a domain, a slash and a path.
public final class SignerValidation {
    private static final int DOMAIN_MAX = 253;
    private static final int NAME_MAX = 571;

    private SignerValidation() {}

    public static void signer(Field signer) {
        if (signer.isEmpty()) {
            signer.required();
            return;
        }
        String[] parts = signer.text().split("/", -1);
        if (parts.length != 2) {
            signer.invalidText("must be a fully qualified domain and path of the form 'example.com/signer-name'");
            return;
        }
        if (FieldError.byteLength(parts[0]) > DOMAIN_MAX) {
            signer.tooLong(DOMAIN_MAX);
        }
        List<String> labels = List.of(parts[0].split("\\.", -1));
        first(signer, parts[0], labels, Names::dnsLabel);
        if (labels.size() < 2) {
            signer.invalid(parts[0], "should be a domain with at least two segments separated by dots");
        }
        first(signer, parts[1], List.of(parts[1].split("\\.", -1)), Names::dnsSubdomain);
        if (signer.isLongerThan(NAME_MAX)) {
            signer.tooLong(NAME_MAX);
        }
    }

    /// What is wrong with the first label that is not good.
    private static void first(Field signer, String part, List<String> labels, Function<String, List<String>> rule) {
        labels.stream()
                .filter(label -> !rule.apply(label).isEmpty())
                .findFirst()
                .ifPresent(label -> rule.apply(label)
                        .forEach(
                                complaint -> signer.invalid(part, "validating label \"" + label + "\": " + complaint)));
    }
}
