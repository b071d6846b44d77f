package dev.tenure.kinds.access;

import dev.tenure.apiserver.pki.CertificateForm;
import dev.tenure.apiserver.pki.CertificateRequests;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.apiserver.pki.PemBlock;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.kinds.podspec.SignerValidation;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is valid as a request for a certificate. A fault that an object has had since it was stored is not
/// held against its next state. Pure. Upstream: apis/certificates/validation.
final class SigningRequestValidation {
    static final String APPROVED = "Approved";
    static final String DENIED = "Denied";
    static final String FAILED = "Failed";

    private static final List<String> USAGES = List.of(
            "any",
            "cert sign",
            "client auth",
            "code signing",
            "content commitment",
            "crl sign",
            "data encipherment",
            "decipher only",
            "digital signature",
            "email protection",
            "encipher only",
            "ipsec end system",
            "ipsec tunnel",
            "ipsec user",
            "key agreement",
            "key encipherment",
            "microsoft sgc",
            "netscape sgc",
            "ocsp signing",
            "s/mime",
            "server auth",
            "signing",
            "timestamping");
    private static final String LEGACY_SIGNER = "kubernetes.io/legacy-unknown";
    private static final int SECONDS_MIN = 600;
    private static final String CERTIFICATE = "CERTIFICATE";

    private final Field root;
    private final JsonNode old;

    private SigningRequestValidation(ObjectNode request, JsonNode old, FieldErrors errors) {
        this.root = Field.root(request, errors);
        this.old = old;
    }

    static void validate(ObjectNode request, FieldErrors errors) {
        new SigningRequestValidation(request, MissingNode.INSTANCE, errors).state();
    }

    static void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        var validation = new SigningRequestValidation(next, old, errors);
        validation.state();
        validation.step(subresource);
        ObjectMetaValidation.update(next, old, errors);
    }

    private void state() {
        ObjectMetaValidation.object(root.at("metadata"), _ -> List.of());
        Field spec = root.at("spec");
        CertificateRequests.fault(decoded(spec.at("request").text())).ifPresent(spec.at("request")::invalid);
        usages(spec.at("usages"));
        boolean legacy = old.at("/spec/signerName").asText("").equals(LEGACY_SIGNER);
        if (!legacy && spec.at("signerName").is(LEGACY_SIGNER)) {
            spec.at("signerName").invalidText("the legacy signerName is not allowed via this API version");
        } else {
            SignerValidation.signer(spec.at("signerName"));
        }
        Field seconds = spec.at("expirationSeconds");
        if (seconds.isSet() && seconds.number() < SECONDS_MIN) {
            seconds.invalidNumber("may not specify a duration less than 600 seconds (10 minutes)");
        }
        conditions(root.at("status", "conditions"));
        JsonNode certificate = root.at("status", "certificate").node();
        JsonNode before = old.at("/status/certificate");
        boolean touched = old.isMissingNode()
                || (!certificate.asText("").equals(before.asText(""))
                        && certificateFault(before.asText("")).isEmpty());
        if (touched) {
            certificateFault(certificate.asText(""))
                    .ifPresent(fault -> root.at("status", "certificate").invalid("<certificate data>", fault));
        }
    }

    private void usages(Field usages) {
        if (usages.isEmpty()) {
            usages.required();
        }
        List<String> before = texts(old.at("/spec/usages"));
        if (USAGES.containsAll(before)) {
            for (Field usage : usages.items()) {
                if (!USAGES.contains(usage.text())) {
                    usage.unsupported(USAGES);
                }
            }
        }
        if (areDistinct(before)) {
            distinct(usages.items());
        }
    }

    private static void distinct(List<Field> fields) {
        Set<String> seen = new HashSet<>();
        for (Field field : fields) {
            if (!seen.add(field.text())) {
                field.duplicate();
            }
        }
    }

    private static boolean areDistinct(List<String> texts) {
        return new HashSet<>(texts).size() == texts.size();
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(item -> item.asText("")).toList();
    }

    private static List<String> types(JsonNode object) {
        return object.path("status")
                .path("conditions")
                .valueStream()
                .map(condition -> condition.path("type").asText(""))
                .toList();
    }

    private void conditions(Field conditions) {
        List<String> before = types(old);
        boolean both = before.contains(APPROVED) && before.contains(DENIED);
        boolean unique = areDistinct(before);
        Set<String> seen = new HashSet<>();
        for (Field condition : conditions.items()) {
            Field type = condition.at("type");
            if (type.isEmpty() && !before.contains("")) {
                type.required();
            }
            status(condition.at("status"), type.text());
            boolean excluded =
                    (type.is(APPROVED) && seen.contains(DENIED)) || (type.is(DENIED) && seen.contains(APPROVED));
            if (excluded && !both) {
                conditions.invalid(type.text(), "Approved and Denied conditions are mutually exclusive");
            }
            if (!seen.add(type.text()) && unique) {
                type.duplicate();
            }
        }
    }

    private static void status(Field status, String type) {
        if (Set.of(APPROVED, DENIED, FAILED).contains(type)) {
            status.mustBeGivenAndOneOf("True");
        } else {
            status.mustBeGivenAndOneOf("False", "True", "Unknown");
        }
    }

    /// @param encoded Base64
    private static Optional<String> certificateFault(String encoded) {
        if (encoded.isEmpty()) {
            return Optional.empty();
        }
        Optional<PemBlock> block = PemBlock.first(decoded(encoded));
        if (block.isEmpty()) {
            return Optional.of("must contain at least one CERTIFICATE PEM block");
        }
        while (block.isPresent()) {
            Optional<String> fault = fault(block.get());
            if (fault.isPresent()) {
                return fault;
            }
            block = PemBlock.first(block.get().rest());
        }
        return Optional.empty();
    }

    private static Optional<String> fault(PemBlock block) {
        if (!block.type().equals(CERTIFICATE)) {
            return Optional.of("only CERTIFICATE PEM blocks are allowed, found \"" + block.type() + "\"");
        }
        if (block.headers()) {
            return Optional.of("no PEM block headers are permitted");
        }
        if (block.content().length == 0) {
            return Optional.of("found CERTIFICATE PEM block containing 0 certificates");
        }
        Optional<String> malformed = CertificateForm.firstFault(block.content());
        if (malformed.isPresent()) {
            return malformed;
        }
        try {
            Pem.certificates(block.content());
            return Optional.empty();
        } catch (GeneralSecurityException _) {
            return Optional.of("x509: malformed certificate");
        }
    }

    private static String decoded(String encoded) {
        try {
            return new String(Base64.getDecoder().decode(encoded), StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    private void step(String subresource) {
        Field conditions = root.at("status", "conditions");
        List<String> before = types(old);
        List<String> after = types(root.node());
        for (String type : List.of(APPROVED, DENIED, FAILED)) {
            if (count(after, type) < count(before, type)) {
                conditions.forbidden("updates may not remove a condition of type \"" + type + "\"");
            }
        }
        for (String type : List.of(APPROVED, DENIED)) {
            if (!subresource.equals("approval") && count(after, type) > count(before, type)) {
                conditions.forbidden("updates may not add a condition of type \"" + type + "\"");
            }
        }
        String issued = old.at("/status/certificate").asText("");
        Field certificate = root.at("status", "certificate");
        if (!certificate.is(issued)) {
            if (!subresource.equals("status")) {
                certificate.forbidden("updates may not set certificate content");
            } else if (!issued.isEmpty()) {
                certificate.forbidden("updates may not modify existing certificate content");
            }
        }
    }

    private static long count(List<String> types, String type) {
        return types.stream().filter(type::equals).count();
    }
}
