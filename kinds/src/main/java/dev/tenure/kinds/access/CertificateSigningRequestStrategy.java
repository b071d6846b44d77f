package dev.tenure.kinds.access;

import static dev.tenure.kinds.access.SigningRequestValidation.APPROVED;
import static dev.tenure.kinds.access.SigningRequestValidation.DENIED;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Requests for certificates. What is asked for never changes; who decided cannot be undone, and a
/// certificate that was issued stays. Upstream: registry/certificates/certificates/strategy.go.
public final class CertificateSigningRequestStrategy implements PlainKind {
    private static final String STATUS = "status";
    private static final String SPEC = "spec";
    private static final String APPROVAL = "approval";
    private static final String CONDITIONS = "conditions";
    private static final String CERTIFICATE = "certificate";

    @Override
    public List<String> resetFields(String subresource) {
        return switch (subresource) {
            case "" -> List.of(SPEC, STATUS);
            case APPROVAL -> List.of(SPEC, STATUS + "." + CERTIFICATE);
            default -> List.of(SPEC, STATUS + "." + CONDITIONS);
        };
    }

    @Override
    public void prepareForCreate(ObjectNode request) {
        request.putObject(STATUS);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        if (subresource.isEmpty()) {
            KindStrategy.keep(next, old, STATUS);
            KindStrategy.keep(next, old, SPEC);
            return;
        }
        KindStrategy.keepAllBut(next, old, STATUS);
        if (subresource.equals(APPROVAL)) {
            decide(next, old);
        } else {
            keepDecisions(next, old, APPROVED);
            keepDecisions(next, old, DENIED);
        }
    }

    /// Of the status, an approval changes the conditions alone.
    private static void decide(ObjectNode next, ObjectNode old) {
        JsonNode conditions = next.path(STATUS).path(CONDITIONS);
        JsonNode certificate = old.path(STATUS).path(CERTIFICATE);
        ObjectNode status = next.putObject(STATUS);
        if (!conditions.isEmpty()) {
            status.set(CONDITIONS, conditions);
        }
        if (!certificate.isMissingNode()) {
            status.set(CERTIFICATE, certificate.deepCopy());
        }
    }

    /// Puts decisions back as they are, unless there are more or fewer of them, which is refused later.
    private static void keepDecisions(ObjectNode next, ObjectNode old, String type) {
        List<ObjectNode> given = ofType(next, type);
        List<ObjectNode> stored = ofType(old, type);
        for (int i = 0; given.size() == stored.size() && i < given.size(); i++) {
            ObjectNode put = given.get(i).removeAll();
            stored.get(i).deepCopy().properties().forEach(field -> put.set(field.getKey(), field.getValue()));
        }
    }

    private static List<ObjectNode> ofType(ObjectNode request, String type) {
        return conditions(request).stream()
                .filter(condition -> condition.path("type").asText("").equals(type))
                .toList();
    }

    private static List<ObjectNode> conditions(ObjectNode request) {
        return Trees.objects(request.path(STATUS).path(CONDITIONS));
    }

    @Override
    public void noteMoment(ObjectNode next, ObjectNode old, String subresource, String now) {
        if (subresource.isEmpty()) {
            return;
        }
        for (ObjectNode condition : conditions(next)) {
            String since = conditions(old).stream()
                    .filter(before -> before.path("type").equals(condition.path("type"))
                            && before.path("status").equals(condition.path("status")))
                    .map(before -> before.path("lastTransitionTime").asText(""))
                    .filter(time -> !time.isEmpty())
                    .findFirst()
                    .orElse(now);
            Trees.fill(condition, "lastUpdateTime", now);
            Trees.fill(condition, "lastTransitionTime", since);
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors errors) {
        SigningRequestValidation.validate(object, errors);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        SigningRequestValidation.validateUpdate(next, old, subresource, errors);
    }
}
