package dev.tenure.kinds.batch;

import com.google.re2j.Pattern;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads a cron schedule far enough to tell what is wrong with it, in the words of the parser that upstream uses.
final class CronSchedule {
    private static final Set<String> DESCRIPTORS =
            Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
    private static final Map<String, Integer> MONTHS = Map.ofEntries(
            Map.entry("jan", 1),
            Map.entry("feb", 2),
            Map.entry("mar", 3),
            Map.entry("apr", 4),
            Map.entry("may", 5),
            Map.entry("jun", 6),
            Map.entry("jul", 7),
            Map.entry("aug", 8),
            Map.entry("sep", 9),
            Map.entry("oct", 10),
            Map.entry("nov", 11),
            Map.entry("dec", 12));
    private static final Map<String, Integer> DAYS =
            Map.of("sun", 0, "mon", 1, "tue", 2, "wed", 3, "thu", 4, "fri", 5, "sat", 6);
    private static final List<Part> PARTS = List.of(
            new Part(0, 59, Map.of()),
            new Part(0, 23, Map.of()),
            new Part(1, 31, Map.of()),
            new Part(1, 12, MONTHS),
            new Part(0, 6, DAYS));

    private static final String AMOUNT = "([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)";
    private static final Pattern DURATION = Pattern.compile("[-+]?(0|(" + AMOUNT + ")+)");

    private CronSchedule() {}

    private record Part(int lowest, int highest, Map<String, Integer> names) {}

    private static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String words;

        Fault(String words) {
            super(words, null, false, false);
            this.words = words;
        }
    }

    /// What is wrong with a schedule, if something is.
    static Optional<String> fault(String schedule) {
        try {
            check(schedule);
            return Optional.empty();
        } catch (Fault fault) {
            return Optional.of(fault.words);
        }
    }

    private static void check(String schedule) {
        String text = schedule;
        if (text.startsWith("TZ=") || text.startsWith("CRON_TZ=")) {
            int space = text.indexOf(' ');
            if (space < 0) {
                throw new Fault("failed to parse schedule: panic while parsing");
            }
            String zone = text.substring(text.indexOf('=') + 1, space);
            if (!zoneExists(zone)) {
                throw new Fault("provided bad location " + zone + ": unknown time zone " + zone);
            }
            text = text.substring(space).strip();
        }
        if (text.startsWith("@")) {
            descriptor(text);
            return;
        }
        List<String> fields = Stream.of(text.strip().split("\\s+"))
                .filter(field -> !field.isEmpty())
                .toList();
        if (fields.size() != PARTS.size()) {
            throw new Fault("expected exactly " + PARTS.size() + " fields, found " + fields.size() + ": ["
                    + String.join(" ", fields) + "]");
        }
        for (int i = 0; i < PARTS.size(); i++) {
            for (String expression : fields.get(i).split(",")) {
                if (!expression.isEmpty()) {
                    range(expression, PARTS.get(i));
                }
            }
        }
    }

    /// Whether there is a time zone of this name; empty means UTC.
    static boolean zoneExists(String zone) {
        try {
            return zone.isEmpty()
                    || zone.equals("Local")
                    || ZoneId.getAvailableZoneIds().contains(ZoneId.of(zone).getId());
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static void descriptor(String text) {
        if (DESCRIPTORS.contains(text)) {
            return;
        }
        if (!text.startsWith("@every ")) {
            throw new Fault("unrecognized descriptor: " + text);
        }
        String duration = text.substring("@every ".length());
        if (!DURATION.matches(duration)) {
            throw new Fault("failed to parse duration " + text + ": time: invalid duration \"" + duration + "\"");
        }
    }

    private static void range(String expression, Part part) {
        String[] rangeAndStep = expression.split("/", -1);
        String[] ends = rangeAndStep[0].split("-", -1);
        int first;
        int last;
        if (ends[0].equals("*") || ends[0].equals("?")) {
            first = part.lowest;
            last = part.highest;
        } else {
            first = number(ends[0], part);
            if (ends.length > 2) {
                throw new Fault("too many hyphens: " + expression);
            }
            last = ends.length == 2 ? number(ends[1], part) : first;
        }
        if (rangeAndStep.length > 2) {
            throw new Fault("too many slashes: " + expression);
        }
        int step = 1;
        if (rangeAndStep.length == 2) {
            step = integer(rangeAndStep[1]);
            last = ends.length == 1 ? part.highest : last;
        }
        bounds(expression, part, new int[] {first, last, step});
    }

    private static void bounds(String expression, Part part, int[] range) {
        if (range[0] < part.lowest) {
            throw new Fault("beginning of range (" + range[0] + ") below minimum (" + part.lowest + "): " + expression);
        }
        if (range[1] > part.highest) {
            throw new Fault("end of range (" + range[1] + ") above maximum (" + part.highest + "): " + expression);
        }
        if (range[0] > range[1]) {
            throw new Fault(
                    "beginning of range (" + range[0] + ") beyond end of range (" + range[1] + "): " + expression);
        }
        if (range[2] == 0) {
            throw new Fault("step of range should be a positive number: " + expression);
        }
    }

    private static int number(String text, Part part) {
        Integer named = part.names.get(text.toLowerCase(Locale.ROOT));
        return named == null ? integer(text) : named;
    }

    private static int integer(String text) {
        if (!text.matches("[+-]?[0-9]{1,9}")) {
            throw new Fault(
                    "failed to parse int from " + text + ": strconv.Atoi: parsing \"" + text + "\": invalid syntax");
        }
        int number = Integer.parseInt(text);
        if (number < 0) {
            throw new Fault("negative number (" + number + ") not allowed: " + text);
        }
        return number;
    }
}
