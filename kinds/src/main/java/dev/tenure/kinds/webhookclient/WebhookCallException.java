package dev.tenure.kinds.webhookclient;

/// A webhook gave no answer that counts. Its message says why, in upstream's words, for example `Post
/// "https://x/?timeout=10s": context deadline exceeded`.
public final class WebhookCallException extends Exception {
    private static final long serialVersionUID = 1L;

    public WebhookCallException(String why) {
        super(why, null, false, false);
    }

    /// Why, in words.
    public String why() {
        return String.valueOf(getMessage());
    }
}
