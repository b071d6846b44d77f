package dev.tenure.rules.cron;

import java.util.BitSet;
import java.util.Locale;
import java.util.Map;

/// One of the five fields of a schedule: the numbers at which it is due. Immutable.
///
/// @param any whether the field leaves the choice open, with `*` or `?`
record CronField(BitSet due, boolean any) {
    /// A number of so many digits is an int.
    private static final int DIGITS_MAX = 9;

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

    /// The range of a field, and the names that its numbers have.
    enum Unit {
        MINUTE(0, 59),
        HOUR(0, 23),
        DAY_OF_MONTH(1, 31),
        MONTH(1, 12),
        DAY_OF_WEEK(0, 6);

        private final int lowest;
        private final int highest;

        Unit(int lowest, int highest) {
            this.lowest = lowest;
            this.highest = highest;
        }

        private Map<String, Integer> names() {
            return switch (this) {
                case MINUTE, HOUR, DAY_OF_MONTH -> Map.of();
                case MONTH -> MONTHS;
                case DAY_OF_WEEK -> DAYS;
            };
        }
    }

    CronField {
        due = (BitSet) due.clone();
    }

    @Override
    public BitSet due() {
        return (BitSet) due.clone();
    }

    boolean isDue(int number) {
        return due.get(number);
    }

    /// @param text ranges with steps, separated by commas
    /// @throws CronSyntaxException when one of them is none
    static CronField parse(String text, Unit unit) {
        BitSet due = new BitSet();
        boolean any = false;
        for (String expression : text.split(",")) {
            if (!expression.isEmpty()) {
                any |= range(expression, unit, due);
            }
        }
        return new CronField(due, any);
    }

    private static boolean range(String expression, Unit unit, BitSet due) {
        String[] rangeAndStep = expression.split("/", -1);
        String[] ends = rangeAndStep[0].split("-", -1);
        boolean any = ends[0].equals("*") || ends[0].equals("?");
        int first = any ? unit.lowest : number(ends[0], unit);
        int last = any ? unit.highest : last(expression, ends, unit);
        if (rangeAndStep.length > 2) {
            throw new CronSyntaxException("too many slashes: " + expression);
        }
        int step = 1;
        if (rangeAndStep.length == 2) {
            step = integer(rangeAndStep[1]);
            last = ends.length == 1 ? unit.highest : last;
        }
        checkBounds(expression, unit, first, last);
        if (step == 0) {
            throw new CronSyntaxException("step of range should be a positive number: " + expression);
        }
        for (int number = first; number <= last; number += step) {
            due.set(number);
        }
        return any && step == 1;
    }

    private static int last(String expression, String[] ends, Unit unit) {
        if (ends.length > 2) {
            throw new CronSyntaxException("too many hyphens: " + expression);
        }
        return number(ends[ends.length - 1], unit);
    }

    private static void checkBounds(String expression, Unit unit, int first, int last) {
        if (first < unit.lowest) {
            throw new CronSyntaxException(
                    "beginning of range (" + first + ") below minimum (" + unit.lowest + "): " + expression);
        }
        if (last > unit.highest) {
            throw new CronSyntaxException(
                    "end of range (" + last + ") above maximum (" + unit.highest + "): " + expression);
        }
        if (first > last) {
            throw new CronSyntaxException(
                    "beginning of range (" + first + ") beyond end of range (" + last + "): " + expression);
        }
    }

    private static int number(String text, Unit unit) {
        Integer named = unit.names().get(text.toLowerCase(Locale.ROOT));
        return named == null ? integer(text) : named;
    }

    private static int integer(String text) {
        String digits = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
        boolean whole = !digits.isEmpty()
                && digits.length() <= DIGITS_MAX
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!whole) {
            throw new CronSyntaxException(
                    "failed to parse int from " + text + ": strconv.Atoi: parsing \"" + text + "\": invalid syntax");
        }
        int number = Integer.parseInt(text);
        if (number < 0) {
            throw new CronSyntaxException("negative number (" + number + ") not allowed: " + text);
        }
        return number;
    }
}
