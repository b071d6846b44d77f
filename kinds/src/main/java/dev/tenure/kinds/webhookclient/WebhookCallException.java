package dev.tenure.kinds.webhookclient;

/// A webhook gave no answer that counts. Its message says why, in upstream's words, for example `Post
/// "https://x/?timeout=10s": context deadline exceeded`.
public final class WebhookCallException extends Exception {
    private static final long serialVersionUID = 1L;

    private static final int UNAVAILABLE = 503;

    private final int code;

    public WebhookCallException(String why) {
        this(why, UNAVAILABLE);
    }

    /// @param code that the webhook answered with
    WebhookCallException(String why, int code) {
        super(why, null, false, false);
        this.code = code;
    }

    /// Which kind of failure it is, as a code of HTTP.
    public int code() {
        return code;
    }

    /// Why, in words.
    public String why() {
        return String.valueOf(getMessage());
    }
}
