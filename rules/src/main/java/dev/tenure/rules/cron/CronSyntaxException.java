package dev.tenure.rules.cron;

/// A text is no schedule; the message says why in the words of the parser that upstream uses.
public final class CronSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CronSyntaxException(String message) {
        super(message, null, false, false);
    }
}
