package dev.tenure.store.grpc;

import dev.tenure.store.grpc.GrpcFailure.Code;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.jspecify.annotations.Nullable;

/// What the end of a stream of HTTP/2 means for its call. Pure.
final class Ending {
    private Ending() {}

    /// What a server says before the first message.
    ///
    /// @return why there will be none; empty when all is well so far
    static Optional<GrpcFailure> ofHead(HeadersFrame frame) {
        int status = frame.getMetaData() instanceof MetaData.Response response ? response.getStatus() : 0;
        if (status == HttpStatus.OK_200) {
            return Optional.empty();
        }
        Code code = switch (status) {
            case HttpStatus.UNAUTHORIZED_401 -> Code.UNAUTHENTICATED;
            case HttpStatus.FORBIDDEN_403 -> Code.PERMISSION_DENIED;
            case HttpStatus.NOT_FOUND_404 -> Code.UNIMPLEMENTED;
            case HttpStatus.TOO_MANY_REQUESTS_429,
                    HttpStatus.BAD_GATEWAY_502,
                    HttpStatus.SERVICE_UNAVAILABLE_503,
                    HttpStatus.GATEWAY_TIMEOUT_504 -> Code.UNAVAILABLE;
            default -> Code.UNKNOWN;
        };
        return Optional.of(new GrpcFailure(code, "it answers with HTTP status %d".formatted(status)));
    }

    /// What a server says behind the last message, which may be all that it says.
    ///
    /// @return empty when the call ended well
    static Optional<GrpcFailure> ofTrailers(HeadersFrame frame) {
        HttpFields fields = frame.getMetaData().getHttpFields();
        String status = fields.get("grpc-status");
        if (status == null) {
            return ofHead(frame).or(() -> Optional.of(withoutStatus()));
        }
        Code code = code(status);
        return code == Code.OK
                ? Optional.empty()
                : Optional.of(new GrpcFailure(code, text(fields.get("grpc-message"))));
    }

    static GrpcFailure withoutStatus() {
        return new GrpcFailure(Code.INTERNAL, "it ended without a status");
    }

    /// The server took the stream away.
    static GrpcFailure ofReset(int error) {
        return switch (ErrorCode.from(error)) {
            case REFUSED_STREAM_ERROR -> GrpcFailure.refused("it refuses the call");
            case CANCEL_STREAM_ERROR -> new GrpcFailure(Code.CANCELLED, "it cancelled the call");
            case null, default ->
                new GrpcFailure(Code.INTERNAL, "it broke the call off: " + ErrorCode.toString(error, "code " + error));
        };
    }

    private static Code code(String number) {
        try {
            return Code.of(Integer.parseInt(number));
        } catch (NumberFormatException _) {
            return Code.UNKNOWN;
        }
    }

    /// Bytes that are no plain ASCII come as `%` and two digits.
    private static String text(@Nullable String encoded) {
        if (encoded == null) {
            return "";
        }
        try {
            return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return encoded;
        }
    }
}
