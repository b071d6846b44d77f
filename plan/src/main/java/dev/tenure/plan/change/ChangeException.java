package dev.tenure.plan.change;

import dev.tenure.model.meta.ApiReply;

/// A change that cannot be carried out as it was asked for; the message says which object refuses and why.
public final class ChangeException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int BAD_REQUEST = 400;

    public ChangeException(String message) {
        super(message);
    }

    /// Of a list that was asked for and did not come.
    ///
    /// @param what was to be listed
    /// @param selector of labels that was given; empty for none
    static ChangeException unlisted(String what, String selector, ApiReply reply) {
        String why = reply instanceof ApiReply.Failure(var status, var _) ? status.message() : "the answer is no list";
        boolean badSelector = !selector.isEmpty()
                && reply instanceof ApiReply.Failure(var status, var _)
                && status.code() == BAD_REQUEST;
        return new ChangeException(
                badSelector
                        ? "\"%s\" is no selector of labels".formatted(selector)
                        : "%s cannot be listed: %s".formatted(what, why));
    }
}
