package dev.tenure.kinds.admission.webhook;

import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a webhook says of a write.
///
/// @param patch of the object, JSON; empty when it changes nothing
/// @param patchType empty when there is no patch
/// @param result why it refuses
record AdmissionAnswer(
        boolean allowed,
        byte[] patch,
        String patchType,
        Optional<JsonNode> result,
        List<String> warnings,
        Map<String, String> notes) {
    private static final int BAD_REQUEST = 400;
    private static final byte[] NOTHING = {};

    AdmissionAnswer {
        warnings = List.copyOf(warnings);
        notes = Frozen.map(notes);
    }

    /// An answer that cannot be what was asked for.
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String why) {
            super(why, null, false, false);
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }

    /// @param response of an AdmissionReview
    /// @throws Malformed in the words of Go's decoder when a field is of another type
    static AdmissionAnswer of(JsonNode response) throws Malformed {
        List<String> warnings = new ArrayList<>();
        for (JsonNode warning : list(response, "warnings")) {
            warnings.add(text(warning, "warnings"));
        }
        Map<String, String> notes = new TreeMap<>();
        for (Map.Entry<String, JsonNode> note :
                object(response, "auditAnnotations").properties()) {
            notes.put(note.getKey(), text(note.getValue(), "auditAnnotations"));
        }
        JsonNode allowed = response.path("allowed");
        if (!allowed.isBoolean() && !isAbsent(allowed)) {
            throw mistyped(allowed, "allowed", "bool");
        }
        JsonNode status = object(response, "status");
        return new AdmissionAnswer(
                allowed.asBoolean(false),
                patch(response),
                text(response.path("patchType"), "patchType"),
                status.isObject() ? Optional.of(status) : Optional.empty(),
                warnings,
                notes);
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    private static JsonNode object(JsonNode response, String field) throws Malformed {
        JsonNode value = response.path(field);
        if (!value.isObject() && !isAbsent(value)) {
            throw mistyped(value, field, field.equals("status") ? "v1.Status" : "map[string]string");
        }
        return value;
    }

    private static JsonNode list(JsonNode response, String field) throws Malformed {
        JsonNode value = response.path(field);
        if (!value.isArray() && !isAbsent(value)) {
            throw mistyped(value, field, "[]string");
        }
        return value;
    }

    private static String text(JsonNode value, String field) throws Malformed {
        if (!value.isTextual() && !isAbsent(value)) {
            throw mistyped(value, field, field.equals("patchType") ? "v1.PatchType" : "string");
        }
        return value.isTextual() ? value.asText() : "";
    }

    private static byte[] patch(JsonNode response) throws Malformed {
        JsonNode patch = response.path("patch");
        if (isAbsent(patch)) {
            return NOTHING;
        }
        if (!patch.isTextual()) {
            throw mistyped(patch, "patch", "[]uint8");
        }
        try {
            return Base64.getMimeDecoder().decode(patch.asText());
        } catch (IllegalArgumentException _) {
            throw new Malformed("illegal base64 data at input byte 0");
        }
    }

    private static Malformed mistyped(JsonNode value, String field, String type) {
        return new Malformed("json: cannot unmarshal %s into Go struct field AdmissionResponse.response.%s of type %s"
                .formatted(Json.goKind(value), field, type));
    }

    /// The refusal that an answer which does not allow the write amounts to. Upstream:
    /// webhook/errors/statuserror.go.
    Status refusal(AdmissionWebhook webhook) {
        JsonNode told = result.orElseGet(Json::object);
        String denied = "admission webhook %s denied the request".formatted(Quoted.of(webhook.name()));
        String reason = told.path("reason").asText("");
        String message = told.path("message").asText("");
        String all = message.isEmpty()
                ? reason.isEmpty() ? denied + " without explanation" : denied + ": " + reason
                : denied + ": " + message;
        int code = told.path("code").asInt(0);
        return new Status(Math.max(BAD_REQUEST, code), reason, all, details(told.path("details")));
    }

    private static Optional<Status.Details> details(JsonNode details) {
        if (!details.isObject()) {
            return Optional.empty();
        }
        List<Status.Cause> causes = new ArrayList<>();
        for (JsonNode cause : details.path("causes")) {
            causes.add(new Status.Cause(
                    cause.path("reason").asText(""),
                    cause.path("message").asText(""),
                    cause.path("field").asText("")));
        }
        return Optional.of(new Status.Details(
                details.path("name").asText(""),
                details.path("group").asText(""),
                details.path("kind").asText(""),
                details.path("uid").asText(""),
                causes,
                details.path("retryAfterSeconds").asInt(0)));
    }
}
