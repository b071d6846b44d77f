package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import java.util.List;

/// What is valid as the name of a signer of certificates: a domain, a slash and a path.
public final class SignerValidation {
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
        List<String> labels = List.of(parts[0].split("\\.", -1));
        if (labels.size() < 2) {
            signer.invalidText("should be a domain with at least two segments separated by dots");
        }
        for (String label : labels) {
            Names.dnsLabel(label)
                    .forEach(complaint -> signer.invalid(label, "validating label \"" + label + "\": " + complaint));
        }
        String path = parts[1];
        if (path.isEmpty()) {
            signer.invalidText("validating label \"" + path + "\": must be non-empty");
        }
        Names.dnsSubdomain(path)
                .forEach(complaint -> signer.invalidText("validating label \"" + path + "\": " + complaint));
        if (signer.text().length() > NAME_MAX) {
            signer.tooLong(NAME_MAX);
        }
    }
}
