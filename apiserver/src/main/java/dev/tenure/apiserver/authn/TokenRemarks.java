package dev.tenure.apiserver.authn;

import dev.tenure.model.meta.AuditNotes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// What there is to say of a token that is shown with a request: to its sender, and to the audit log. Used by
/// the thread of the request.
public final class TokenRemarks {
    private final List<String> warnings = new ArrayList<>();
    private final AuditNotes notes = new AuditNotes();
    private String fault = "";

    void warn(String text) {
        warnings.add(text);
    }

    void note(String key, String value) {
        notes.add(key, value);
    }

    /// Says why a token that is one is not good.
    void refuse(String why) {
        fault = why;
    }

    /// Why it is not good, if there is more to say than that.
    public Optional<String> fault() {
        return Optional.of(fault).filter(text -> !text.isEmpty());
    }

    /// For `Warning` headers.
    public List<String> warnings() {
        return Collections.unmodifiableList(warnings);
    }

    public AuditNotes notes() {
        return notes;
    }
}
