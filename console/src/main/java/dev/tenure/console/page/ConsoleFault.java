package dev.tenure.console.page;

import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// Why a page or a change cannot be had; a refusal of the API keeps its code, reason and words.
public final class ConsoleFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String reason;

    /// @param code of HTTP, 400 to 599
    /// @param reason Kubernetes' word for it, for example `Forbidden`
    public ConsoleFault(int code, String reason, String message) {
        super(message);
        this.code = code;
        this.reason = reason;
    }

    static ConsoleFault of(Status status) {
        return new ConsoleFault(status.code(), status.reason(), status.message());
    }

    static ConsoleFault notFound(String what) {
        return new ConsoleFault(404, "NotFound", what);
    }

    static ConsoleFault invalid(String message) {
        return new ConsoleFault(422, "Invalid", message);
    }

    static ConsoleFault wrongMethod() {
        return new ConsoleFault(405, "MethodNotAllowed", "there is no such method here");
    }

    public int code() {
        return code;
    }

    public ObjectNode json() {
        return Json.object().put("code", code).put("reason", reason).put("message", String.valueOf(getMessage()));
    }
}
