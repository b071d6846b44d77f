package dev.tenure.store.grpc;

/// Why a call did not end well.
public final class GrpcFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// How a call may end, by gRPC's numbers.
    public enum Code {
        OK,
        CANCELLED,
        UNKNOWN,
        INVALID_ARGUMENT,
        DEADLINE_EXCEEDED,
        NOT_FOUND,
        ALREADY_EXISTS,
        PERMISSION_DENIED,
        RESOURCE_EXHAUSTED,
        FAILED_PRECONDITION,
        ABORTED,
        OUT_OF_RANGE,
        UNIMPLEMENTED,
        INTERNAL,
        UNAVAILABLE,
        DATA_LOSS,
        UNAUTHENTICATED;

        /// The one with a number; `UNKNOWN` for a number that nothing has.
        static Code of(int number) {
            return number >= 0 && number < values().length ? values()[number] : UNKNOWN;
        }
    }

    private final Code code;
    private final boolean unsent;

    private GrpcFailure(Code code, String text, Throwable cause, boolean unsent) {
        super(text, cause);
        this.code = code;
        this.unsent = unsent;
    }

    /// @param text what the server said of it, or what is known of it here
    GrpcFailure(Code code, String text) {
        super(text);
        this.code = code;
        this.unsent = false;
    }

    /// The connection failed while the call was under way.
    static GrpcFailure broken(String text, Throwable cause) {
        return new GrpcFailure(Code.UNAVAILABLE, text, cause, false);
    }

    /// Nothing of the call has left.
    static GrpcFailure unsent(String text, Throwable cause) {
        return new GrpcFailure(Code.UNAVAILABLE, text, cause, true);
    }

    /// The server says that it has done nothing of the call.
    static GrpcFailure refused(String text) {
        return new GrpcFailure(Code.UNAVAILABLE, text, new IllegalStateException(text), true);
    }

    public Code code() {
        return code;
    }

    /// Whether it is certain that the server has carried out nothing.
    public boolean isUnsent() {
        return unsent;
    }

    /// Never empty.
    @Override
    public String getMessage() {
        String text = super.getMessage();
        return text == null || text.isEmpty() ? code.toString() : text;
    }
}
