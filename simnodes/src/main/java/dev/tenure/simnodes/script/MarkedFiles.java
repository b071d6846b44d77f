package dev.tenure.simnodes.script;

import java.util.LinkedHashSet;

/// The files that simulated containers have made. Only the latest are known, so that their number is bounded.
/// Confined to the loop of the simulated nodes.
public final class MarkedFiles {
    private static final int FILES_MAX = 10_000;

    private final LinkedHashSet<String> files = new LinkedHashSet<>();

    /// What a script does when it is run now.
    public Script.Run run(Script script) {
        return switch (script) {
            case Script.Run run -> run;
            case Script.Marking(String file, Script.Run first, Script.Run later) -> make(file) ? first : later;
        };
    }

    /// @return whether it was not there
    private boolean make(String file) {
        boolean isNew = files.add(file);
        if (files.size() > FILES_MAX) {
            files.removeFirst();
        }
        return isNew;
    }
}
