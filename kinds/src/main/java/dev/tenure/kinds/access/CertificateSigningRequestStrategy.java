package dev.tenure.kinds.access;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Set;
import java.util.TreeSet;

/// Requests for certificates. What is asked for never changes; who decided cannot be undone, and a
/// certificate that was issued stays. Upstream: registry/certificates/certificates/strategy.go.
public final class CertificateSigningRequestStrategy implements PlainKind {
    private static final String APPROVED = "Approved";
    private static final String DENIED = "Denied";
    private static final String STATUS = "status";
    private static final String CONDITIONS = "conditions";
    private static final String CERTIFICATE = "certificate";

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        if (subresource.isEmpty()) {
            KindStrategy.keep(next, old, STATUS);
            KindStrategy.keep(next, old, "spec");
            return;
        }
        KindStrategy.keepAllBut(next, old, STATUS);
        if (subresource.equals("approval")) {
            JsonNode conditions = next.path(STATUS).path(CONDITIONS);
            KindStrategy.keep(next, old, STATUS);
            ObjectNode status = next.withObjectProperty(STATUS);
            status.remove(CONDITIONS);
            if (conditions.isArray() && !conditions.isEmpty()) {
                status.set(CONDITIONS, ((ArrayNode) conditions).deepCopy());
            }
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors errors) {
        PlainKind.super.validate(object, errors);
        Field spec = Field.root(object, errors).at("spec");
        for (String wanted : new String[] {"request", "signerName"}) {
            if (spec.at(wanted).text().isEmpty()) {
                spec.at(wanted).required();
            }
        }
        if (object.path("spec").path("usages").isEmpty()) {
            spec.at("usages").required();
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        PlainKind.super.validateUpdate(next, old, subresource, errors);
        Set<String> before = decisions(old);
        Set<String> after = decisions(next);
        Field status = Field.root(next, errors).at(STATUS);
        if (!after.containsAll(before)) {
            status.at(CONDITIONS).forbidden("updates may not remove a condition of type " + String.join(",", before));
        }
        if (!subresource.equals("approval") && !before.containsAll(after)) {
            status.at(CONDITIONS).forbidden("updates may not add a condition of type " + String.join(",", after));
        }
        if (after.size() > 1) {
            status.at(CONDITIONS).forbidden("Approved and Denied conditions are mutually exclusive");
        }
        JsonNode issued = old.path(STATUS).path(CERTIFICATE);
        if (!issued.asText("").isEmpty() && !issued.equals(next.path(STATUS).path(CERTIFICATE))) {
            status.at(CERTIFICATE).forbidden("updates may not change a certificate that was issued");
        }
    }

    private static Set<String> decisions(ObjectNode request) {
        Set<String> found = new TreeSet<>();
        for (JsonNode condition : request.path(STATUS).path(CONDITIONS)) {
            String type = condition.path("type").asText("");
            if (type.equals(APPROVED) || type.equals(DENIED)) {
                found.add(type);
            }
        }
        return found;
    }
}
