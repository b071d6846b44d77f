package dev.tenure.console.shown;

import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// Why a page or a change cannot be had; a refusal of the API keeps its code, reason and words.
public final class ConsoleFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String GIVEN_UP = "GivenUp";

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

    public static ConsoleFault notFound(String what) {
        return new ConsoleFault(404, "NotFound", what);
    }

    public static ConsoleFault invalid(String message) {
        return new ConsoleFault(422, "Invalid", message);
    }

    public static ConsoleFault wrongMethod() {
        return new ConsoleFault(405, "MethodNotAllowed", "there is no such method here");
    }

    /// Of a forecast for which nobody waits any more.
    public static ConsoleFault givenUp() {
        return new ConsoleFault(409, GIVEN_UP, "the forecast was given up");
    }

    /// The code of the answer. Nobody reads that of a forecast that was given up; a browser that still hears
    /// of it would log it as a fault of the page.
    public int answered() {
        return reason.equals(GIVEN_UP) ? 200 : code;
    }

    public int code() {
        return code;
    }

    public ObjectNode json() {
        return Json.object().put("code", code).put("reason", reason).put("message", String.valueOf(getMessage()));
    }
}
