package dev.tenure.cli.command;

import java.util.Iterator;
import java.util.List;

/// What `--semantics` may say, for completion.
public final class SemanticsWords implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return List.of("documented", "kubernetes-1.36").iterator();
    }
}
