package dev.tenure.client.informer;

import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// A handler that notes what it hears, keeps a copy of its own from nothing else, and fails where it is made
/// to.
final class Followed implements InformerHandler {
    final List<String> heard = new ArrayList<>();
    final Map<String, Long> copy = new HashMap<>();
    Predicate<StoredObject> fails = _ -> false;

    @Override
    public void changed(Optional<StoredObject> before, StoredObject after) {
        String name = after.key().name();
        failIfMadeTo(after);
        Long known = copy.put(name, after.revision());
        before.ifPresent(state -> expect(known, state));
        if (before.isEmpty() && known != null) {
            throw new AssertionError(name + " is new for the second time");
        }
        heard.add((before.isPresent() ? "changed " : "new ") + name);
    }

    private static void expect(Long known, StoredObject state) {
        if (known == null || known != state.revision()) {
            throw new AssertionError(
                    "%s was at %s, but the informer says it was at %d".formatted(state, known, state.revision()));
        }
    }

    @Override
    public void deleted(StoredObject last) {
        failIfMadeTo(last);
        copy.remove(last.key().name());
        heard.add("deleted " + last.key().name());
    }

    private void failIfMadeTo(StoredObject object) {
        if (fails.test(object)) {
            throw new IllegalStateException("planted for " + object.key().name());
        }
    }

    @Override
    public void reading(ReadSoFar soFar) {
        heard.add("read %d%s"
                .formatted(
                        soFar.objects(),
                        soFar.remaining().map(more -> ", more: " + more).orElse("")));
    }

    @Override
    public void synced() {
        heard.add("synced");
    }

    /// What was heard since the last call.
    List<String> news() {
        var news = List.copyOf(heard);
        heard.clear();
        return news;
    }
}
