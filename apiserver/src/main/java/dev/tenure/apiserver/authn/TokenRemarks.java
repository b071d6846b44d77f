package dev.tenure.apiserver.authn;

import dev.tenure.model.meta.AuditNotes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What there is to say of a token that is shown with a request: to its sender, and to the audit log. Used by the
/// thread
/// of the request.
public final class TokenRemarks {
    private final List<String> warnings = new ArrayList<>();
    private final AuditNotes notes = new AuditNotes();

    void warn(String text) {
        warnings.add(text);
    }

    void note(String key, String value) {
        notes.add(key, value);
    }

    /// For `Warning` headers.
    public List<String> warnings() {
        return Collections.unmodifiableList(warnings);
    }

    public AuditNotes notes() {
        return notes;
    }
}
