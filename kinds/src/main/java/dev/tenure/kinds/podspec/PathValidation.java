package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import java.util.Arrays;

/// What is valid as a path of a file.
public final class PathValidation {
    private static final int MODE_MAX = 0777;

    private PathValidation() {}

    public static void noStepsUp(Field path) {
        if (Arrays.asList(path.text().split("/", -1)).contains("..")) {
            path.invalidText("must not contain '..'");
        }
    }

    /// A path below some folder.
    static void downwards(Field path) {
        if (path.text().startsWith("/")) {
            path.invalidText("must be a relative path");
        }
        noStepsUp(path);
    }

    /// A path below some folder whose first name does not start with two dots, for such names are the
    /// volume's own.
    static void downwardsAndFree(Field path) {
        downwards(path);
        if (path.text().startsWith("..") && !path.text().startsWith("../")) {
            path.invalidText("must not start with '..'");
        }
    }

    /// Permission bits, if there are any.
    static void mode(Field mode) {
        if (mode.isSet() && (mode.number() < 0 || mode.number() > MODE_MAX)) {
            mode.invalidNumber("must be a number between 0 and 0777 (octal), both inclusive");
        }
    }
}
