package dev.tenure.model.meta;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// What is noted beside a request, for its audit event, while it is carried out. Used by the thread of the
/// request. Upstream: apiserver/pkg/admission/attributes.go (AddAnnotation), audit/context.go.
public final class AuditNotes {
    private final Map<String, String> notes = new TreeMap<>();
    private final Map<String, String> detailed = new TreeMap<>();

    /// Notes something, unless there is a note under this key.
    ///
    /// @param key `who.notes.it/what`
    public void add(String key, String value) {
        notes.putIfAbsent(key, value);
    }

    /// As [#add], of something that shows what is in objects.
    public void addDetailed(String key, String value) {
        detailed.putIfAbsent(key, value);
    }

    /// The notes that show what is in objects, by key: for events that show bodies too.
    public Map<String, String> detailed() {
        return Collections.unmodifiableMap(detailed);
    }

    /// All other notes by key.
    public Map<String, String> all() {
        return Collections.unmodifiableMap(notes);
    }
}
