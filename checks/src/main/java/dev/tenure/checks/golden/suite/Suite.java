package dev.tenure.checks.golden.suite;

import java.io.IOException;
import java.nio.file.Path;

/// A kind of recorded cases and how to replay them.
public interface Suite {
    String name();

    /// Whether `golden`, a folder with the layout of checks/golden, holds cases of this kind.
    boolean isIn(Path golden) throws IOException;

    /// Replays all cases. A case that cannot be run has failed.
    SuiteResult replay(Path golden) throws IOException;
}
