package dev.tenure.controllers.statefulset;

import dev.tenure.model.core.Pod;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The numbers in the names of pods: `web-2` is the third of `web`.
final class Ordinals {
    private static final Pattern NAME = Pattern.compile("(.*)-(\\d{1,10})");

    private Ordinals() {}

    /// Absent when the name is not one of the set's pods.
    static OptionalInt of(String set, String pod) {
        Matcher name = NAME.matcher(pod);
        return name.matches() && name.group(1).equals(set) ? number(name.group(2)) : OptionalInt.empty();
    }

    static int of(Pod pod) {
        Matcher name = NAME.matcher(pod.meta().name());
        return name.matches() ? number(name.group(2)).orElse(-1) : -1;
    }

    /// Absent for those that no pod can have.
    private static OptionalInt number(String digits) {
        long number = Long.parseLong(digits);
        return number <= Integer.MAX_VALUE ? OptionalInt.of((int) number) : OptionalInt.empty();
    }
}
