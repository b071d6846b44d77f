package dev.tenure.apiserver.admission;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Whether plugins get a second look at an object because policies or webhooks have changed it, and what each
/// of them remembers of the first one. Used by the thread of the request. Upstream:
/// apiserver/pkg/admission/attributes.go.
public final class Reinvocation {
    private final Map<Class<?>, Object> memories = new HashMap<>();
    private boolean wanted;
    private boolean second;

    /// Asks for a second look; to be called when the object was changed.
    public void want() {
        wanted = true;
    }

    public boolean isWanted() {
        return wanted;
    }

    void begin() {
        second = true;
    }

    /// Whether this is the second look.
    public boolean isSecond() {
        return second;
    }

    /// What a plugin remembers of this request, in a class of its own.
    public <T> T memory(Class<T> type, Supplier<T> first) {
        return type.cast(memories.computeIfAbsent(type, _ -> first.get()));
    }
}
