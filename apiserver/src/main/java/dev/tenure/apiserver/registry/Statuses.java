package dev.tenure.apiserver.registry;

import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.Status.Cause;
import dev.tenure.model.meta.Status.Details;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// Every failure the API answers with, in upstream's words. Pure.
public final class Statuses {
    private static final String MODIFIED =
            "the object has been modified; please apply your changes to the latest" + " version and try again";

    private Statuses() {}

    public static Status badRequest(String message) {
        return new Status(400, "BadRequest", message, Optional.empty());
    }

    /// What is sent names another namespace than the path it is sent to.
    public static Status otherNamespace() {
        return badRequest("the namespace of the provided object does not match the namespace sent on the request");
    }

    public static Status unauthorized() {
        return new Status(401, "Unauthorized", "Unauthorized", Optional.empty());
    }

    /// Refused for a reason that concerns one object: `pods "x" is forbidden: WHY`.
    public static Status forbidden(ResourceType type, String name, String why) {
        return forbidden(type, name, why, List.of());
    }

    public static Status forbidden(ResourceType type, String name, String why, List<Cause> causes) {
        return forbidden(type.group(), type.resource(), name, why, causes);
    }

    public static Status forbidden(String group, String resource, String name, String why, List<Cause> causes) {
        String message;
        if (resource.isEmpty()) {
            message = "forbidden: " + why;
        } else if (name.isEmpty()) {
            message = "%s is forbidden: %s".formatted(qualified(group, resource), why);
        } else {
            message = "%s %s is forbidden: %s".formatted(qualified(group, resource), Quoted.of(name), why);
        }
        return new Status(403, "Forbidden", message, Optional.of(new Details(name, group, resource, "", causes, 0)));
    }

    public static Status notFound(ResourceType type, String name) {
        return notFound(type.group(), type.resource(), name);
    }

    public static Status notFound(String group, String resource, String name) {
        String message = "%s %s not found".formatted(qualified(group, resource), Quoted.of(name));
        return new Status(404, "NotFound", message, details(name, group, resource));
    }

    /// The path leads nowhere.
    public static Status unknownPath() {
        return new Status(
                404,
                "NotFound",
                "the server could not find the requested resource",
                Optional.of(new Details("", "", "", "", List.of(), 0)));
    }

    /// The path leads to no group that is built in: upstream answers with a page, not with a Status.
    public static Status noPage() {
        return new Status(404, "NotFound", "404 page not found", Optional.empty());
    }

    public static Status methodNotAllowed() {
        return new Status(
                405,
                "MethodNotAllowed",
                "the server does not allow this method on the requested resource",
                Optional.of(new Details("", "", "", "", List.of(), 0)));
    }

    /// Of a kind that was defined at run time.
    ///
    /// @param verb empty for a method of which Kubernetes knows no verb
    public static Status methodNotSupported(Target target, String verb) {
        return new Status(
                405,
                "MethodNotAllowed",
                "%s is not supported on resources of kind \"%s\""
                        .formatted(verb, qualified(target.group(), target.resource())),
                Optional.of(new Details("", target.group(), target.resource(), "", List.of(), 0)));
    }

    public static Status notAcceptable(List<String> accepted) {
        return new Status(
                406,
                "NotAcceptable",
                "only the following media types are accepted: " + String.join(", ", accepted),
                Optional.empty());
    }

    public static Status alreadyExists(ResourceType type, String name) {
        String message = "%s %s already exists".formatted(type.qualifiedResource(), Quoted.of(name));
        return new Status(409, "AlreadyExists", message, details(name, type.group(), type.resource()));
    }

    /// A stale revision.
    public static Status conflict(ResourceType type, String name) {
        return conflict(type, name, MODIFIED);
    }

    public static Status conflict(ResourceType type, String name, String why) {
        return conflict(type.group(), type.resource(), name, why);
    }

    public static Status conflict(String group, String resource, String name, String why) {
        String message = "Operation cannot be fulfilled on %s %s: %s"
                .formatted(qualified(group, resource), Quoted.of(name), why);
        return new Status(409, "Conflict", message, details(name, group, resource));
    }

    public static Status expired(String message) {
        return new Status(410, "Expired", message, Optional.empty());
    }

    public static Status tooOldRevision(long asked, long oldest) {
        return expired("too old resource version: %d (%d)".formatted(asked, oldest));
    }

    public static Status tooLargeBody(String message) {
        return new Status(413, "RequestEntityTooLarge", message, Optional.empty());
    }

    public static Status unsupportedMediaType(String message) {
        return new Status(415, "UnsupportedMediaType", message, Optional.empty());
    }

    /// A PATCH of a media type that no patch has.
    public static Status unsupportedPatch() {
        return new Status(
                415,
                "UnsupportedMediaType",
                "415: Unsupported Media Type",
                Optional.of(new Details("", "", "", "", List.of(), 0)));
    }

    /// @param kind of the object at fault, not its resource
    /// @param errors at least one
    public static Status invalid(String group, String kind, String name, List<FieldError> errors) {
        return invalid(group, kind, name, FieldErrors.Told.of(errors, 0));
    }

    static Status invalid(String group, String kind, String name, FieldErrors.Told told) {
        String message = "%s %s is invalid: %s".formatted(qualified(group, kind), Quoted.of(name), told.text());
        return new Status(422, "Invalid", message, Optional.of(new Details(name, group, kind, "", told.causes(), 0)));
    }

    public static Status invalid(ResourceType type, String name, List<FieldError> errors) {
        return invalid(type.group(), type.kind(), name, errors);
    }

    /// @param retryAfterSeconds 0 for none
    public static Status tooManyRequests(String message, int retryAfterSeconds, List<Cause> causes) {
        return new Status(
                429, "TooManyRequests", message, Optional.of(new Details("", "", "", "", causes, retryAfterSeconds)));
    }

    public static Status internal(String message) {
        var cause = new Cause("", message, "");
        return new Status(
                500,
                "InternalError",
                "Internal error occurred: " + message,
                Optional.of(new Details("", "", "", "", List.of(cause), 0)));
    }

    /// What is stored of an object cannot be read. Upstream: apimachinery's StatusReasonStoreReadError.
    public static Status unreadable(String message) {
        return new Status(500, "StorageReadError", message, Optional.empty());
    }

    /// A failure without a reason of its own; answered with 500 and the bare message.
    public static Status unknown(String message) {
        return new Status(500, "", message, Optional.empty());
    }

    public static Status unavailable(String message) {
        return new Status(503, "ServiceUnavailable", message, Optional.empty());
    }

    /// @param retryAfterSeconds when to try the same again
    public static Status unavailableFor(String message, int retryAfterSeconds) {
        return new Status(
                503,
                "ServiceUnavailable",
                message,
                Optional.of(new Details("", "", "", "", List.of(), retryAfterSeconds)));
    }

    /// What [#timeout] says of a request that took longer than its sender waits.
    public static final String LATE = "request did not complete within the allotted timeout";

    public static Status timeout(String message, int retryAfterSeconds) {
        return new Status(
                504,
                "Timeout",
                "Timeout: " + message,
                Optional.of(new Details("", "", "", "", List.of(), retryAfterSeconds)));
    }

    /// What there is cannot be had in the form that was asked for.
    ///
    /// @param form `PartialObjectMetadata` or the list of that
    /// @param what is there, as `a list`
    /// @param goType of it, as upstream calls it
    public static Status otherForm(String form, String what, String goType) {
        String message = "you requested %s, but the requested object is %s (*%s)".formatted(form, what, goType);
        return new Status(406, "NotAcceptable", message, Optional.empty());
    }

    /// A revision was asked for that lies in the future.
    ///
    /// @param asked as it was asked for, of up to 64 bits
    /// @param retryAfterSeconds 0 where it is not worth while to try again
    public static Status tooLargeRevision(BigInteger asked, long current, int retryAfterSeconds) {
        var cause = new Cause("ResourceVersionTooLarge", "Too large resource version", "");
        return new Status(
                504,
                "Timeout",
                "Timeout: Too large resource version: %s, current: %d".formatted(asked, current),
                Optional.of(new Details("", "", "", "", List.of(cause), retryAfterSeconds)));
    }

    private static Optional<Details> details(String name, String group, String kind) {
        return Optional.of(new Details(name, group, kind, "", List.of(), 0));
    }

    private static String qualified(String group, String name) {
        return group.isEmpty() ? name : name + "." + group;
    }
}
