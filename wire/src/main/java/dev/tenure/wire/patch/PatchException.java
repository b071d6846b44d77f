package dev.tenure.wire.patch;

import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.go.GoFormat;
import java.util.List;
import java.util.Optional;

/// A patch that cannot be applied, with the Status that says so to the client.
public final class PatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Status status;
    private final transient Misfit misfit;

    /// Where a JSON patch does not fit the object, as upstream's library says it; clients are not told.
    ///
    /// @param text empty when it is something else that is wrong
    /// @param tested whether the patch itself asked for what is not so
    public record Misfit(String text, boolean tested) {
        static final Misfit NONE = new Misfit("", false);
    }

    private PatchException(Status status) {
        this(status, Misfit.NONE);
    }

    private PatchException(Status status, Misfit misfit) {
        super(status.message(), null, false, false);
        this.status = status;
        this.misfit = misfit;
    }

    public Status status() {
        return status;
    }

    public Misfit misfit() {
        return misfit;
    }

    public static PatchException badRequest(String message) {
        return new PatchException(new Status(400, "BadRequest", message, Optional.empty()));
    }

    static PatchException rejected() {
        return rejected(Misfit.NONE);
    }

    /// The patch is well formed and does not fit the object; the client is not told where.
    static PatchException rejected(Misfit misfit) {
        return new PatchException(
                new Status(
                        422,
                        "Invalid",
                        "the server rejected our request due to an error in our request",
                        Optional.of(new Status.Details("", "", "", "", List.of(), 0))),
                misfit);
    }

    static PatchException tooLarge(String message) {
        return new PatchException(
                new Status(413, "RequestEntityTooLarge", "Request entity too large: " + message, Optional.empty()));
    }

    /// A refusal that upstream reports as if it were a fault of the server.
    public static PatchException plain(String message) {
        return new PatchException(new Status(500, "", message, Optional.empty()));
    }

    /// A JSON patch or merge patch gave something that is no object of the kind, or, where that is to
    /// be an error, has unknown fields.
    ///
    /// @param patched what the patch gave
    /// @param why the decoder's words
    public static PatchException notDecoded(JsonNode patched, String why) {
        return invalidPatch(Values.json(patched), why);
    }

    /// As [#notDecoded] for a strategic merge patch, which upstream shows itself instead of what it
    /// gave.
    public static PatchException notDecodedStrategic(JsonNode patch, String why) {
        return invalidPatch(GoFormat.plain(patch), why);
    }

    private static PatchException invalidPatch(String shown, String why) {
        String text = "Invalid value: " + GoFormat.quoted(shown) + ": " + why;
        Status.Cause cause = new Status.Cause("FieldValueInvalid", text, "patch");
        return new PatchException(new Status(
                422,
                "Invalid",
                " \"\" is invalid: patch: " + text,
                Optional.of(new Status.Details("", "", "", "", List.of(cause), 0))));
    }
}
