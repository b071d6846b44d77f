package dev.tenure.wire.json.decode;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Bytes that cannot be made an object. The message is the one that Kubernetes gives; [#answer] puts it into
/// the sentence that a client reads. Always the client's fault: 400 BadRequest.
public final class DecodeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_BYTES_MAX = 30;
    private static final String OF_YAML = "yaml: unmarshal errors:\n";

    private final transient Optional<GroupVersionKind> kind;

    private final boolean whole;

    private DecodeException(Optional<GroupVersionKind> kind, boolean whole, String message) {
        super(message);
        this.kind = kind;
        this.whole = whole;
    }

    /// The bytes do not even tell which kind of object they are.
    public static DecodeException unrecognized(String message) {
        return new DecodeException(Optional.empty(), false, message);
    }

    /// The bytes say that they are an object of `kind`, and are not a valid one.
    public static DecodeException of(GroupVersionKind kind, String message) {
        return new DecodeException(Optional.of(kind), false, message);
    }

    /// The bytes are an object of `actual`, another version of the kind that is wanted.
    static DecodeException otherVersion(GroupVersionKind actual, GroupVersionKind wanted) {
        return new DecodeException(
                Optional.of(actual),
                true,
                "the API version in the data (%s) does not match the expected API version (%s)"
                        .formatted(actual.apiVersion(), wanted.apiVersion()));
    }

    /// The message of the Status that answers a request with such a body.
    ///
    /// @param wantedKind the kind that the path of the request is about
    public String answer(String wantedKind, byte[] body) {
        if (whole) {
            return String.valueOf(getMessage());
        }
        return kind.map(actual -> refusal(actual, wantedKind) + getMessage())
                .orElseGet(() -> "the object provided is unrecognized (must be of type " + wantedKind + "): "
                        + getMessage() + " (" + summary(body) + ")");
    }

    /// The message of the Status that answers a request whose body has fields that are unknown or stand
    /// twice, where the request asks for that to be an error.
    public static String strictAnswer(GroupVersionKind actual, String wantedKind, List<String> strictErrors) {
        return refusal(actual, wantedKind) + strictMessage(strictErrors);
    }

    /// `strict decoding error: unknown field "spec.x", …`.
    public static String strictMessage(List<String> strictErrors) {
        return "strict decoding error: " + String.join(", ", strictErrors);
    }

    /// The same as texts for `Warning` headers: what a reader of YAML found is one message of many lines, and
    /// each of them is a warning. Upstream: parseYAMLWarnings in apiserver/pkg/endpoints/handlers/rest.go.
    public static List<String> warnings(List<String> strictErrors) {
        return strictErrors.stream()
                .flatMap(error -> error.startsWith(OF_YAML)
                        ? error.substring(OF_YAML.length()).lines().map(String::strip)
                        : Stream.of(error))
                .toList();
    }

    private static String refusal(GroupVersionKind actual, String wantedKind) {
        return actual.kind() + " in version " + Quoted.of(actual.version()) + " cannot be handled as a " + wantedKind
                + ": ";
    }

    private static String summary(byte[] body) {
        if (body.length == 0) {
            return "<empty>";
        }
        byte[] shown = body.length > SHOWN_BYTES_MAX ? Arrays.copyOf(body, SHOWN_BYTES_MAX) : body;
        String text = body[0] == '{'
                ? new String(shown, StandardCharsets.UTF_8)
                : HexFormat.of().formatHex(shown);
        return body.length > SHOWN_BYTES_MAX ? text + " ..." : text;
    }
}
