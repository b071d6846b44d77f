package dev.tenure.model.meta;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// What is noted beside a request, for its audit event, while it is carried out. Used by the thread of the request.
/// Upstream: apiserver/pkg/admission/attributes.go (AddAnnotation), audit/context.go.
public final class AuditNotes {
    private final Map<String, String> notes = new TreeMap<>();

    /// Notes something, unless there is a note under this key.
    ///
    /// @param key `who.notes.it/what`
    public void add(String key, String value) {
        notes.putIfAbsent(key, value);
    }

    /// All notes by key.
    public Map<String, String> all() {
        return Collections.unmodifiableMap(notes);
    }
}
