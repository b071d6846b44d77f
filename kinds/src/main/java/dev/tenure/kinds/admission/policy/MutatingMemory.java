package dev.tenure.kinds.admission.policy;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import java.util.HashSet;
import java.util.Set;

/// Which mutating policies were asked about a request, and which are to be asked again because the object was
/// changed since. Used by the thread of the request. Upstream:
/// apiserver/pkg/admission/plugin/policy/mutating/reinvocationcontext.go.
final class MutatingMemory {
    private final Set<Key> asked = new HashSet<>();
    private final Set<Key> again = new HashSet<>();
    private JsonNode last = MissingNode.INSTANCE;

    /// @param params where the parameters lie and what they are called; empty without
    record Key(String policy, String binding, String params) {}

    void noteAsked(Key key) {
        asked.add(key);
    }

    /// All that were asked before, and want to be asked again after a change, will be.
    void noteChange() {
        again.addAll(asked);
        asked.clear();
    }

    boolean isAskedAgain(Key key) {
        return again.contains(key);
    }

    /// @param object as policies leave it
    void leave(JsonNode object) {
        last = object.deepCopy();
    }

    /// Whether others have changed the object since policies saw it.
    boolean isChanged(JsonNode object) {
        return !last.equals(object);
    }
}
