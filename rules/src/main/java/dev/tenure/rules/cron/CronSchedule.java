package dev.tenure.rules.cron;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// When something is due, by minutes, hours, days and months in a time zone, or every so often. Immutable.
public sealed interface CronSchedule {
    /// The first time after this one; empty when none comes within five years.
    Optional<Instant> next(Instant after);

    /// @param zone counts when the text names none with `TZ=`
    /// @throws CronSyntaxException when the text is no schedule
    static CronSchedule parse(String schedule, ZoneId zone) {
        String text = schedule;
        ZoneId here = zone;
        if (text.startsWith("TZ=") || text.startsWith("CRON_TZ=")) {
            int space = text.indexOf(' ');
            if (space < 0) {
                throw new CronSyntaxException("failed to parse schedule: panic while parsing");
            }
            String name = text.substring(text.indexOf('=') + 1, space);
            here = zone(name)
                    .orElseThrow(() ->
                            new CronSyntaxException("provided bad location " + name + ": unknown time zone " + name));
            text = text.substring(space).strip();
        }
        if (text.startsWith("@")) {
            return CronDescriptors.parse(text, here);
        }
        List<String> fields = Stream.of(text.strip().split("\\s+"))
                .filter(field -> !field.isEmpty())
                .toList();
        CronField.Unit[] units = CronField.Unit.values();
        if (fields.size() != units.length) {
            throw new CronSyntaxException("expected exactly " + units.length + " fields, found " + fields.size() + ": ["
                    + String.join(" ", fields) + "]");
        }
        return Calendar.of(fields, here);
    }

    /// What is wrong with a schedule, if something is.
    static Optional<String> fault(String schedule) {
        try {
            parse(schedule, ZoneOffset.UTC);
            return Optional.empty();
        } catch (CronSyntaxException fault) {
            return Optional.of(String.valueOf(fault.getMessage()));
        }
    }

    /// The time zone of this name: one that the tables of zones know, `Local` and the empty name are UTC.
    static Optional<ZoneId> zone(String name) {
        if (name.isEmpty() || name.equals("Local")) {
            return Optional.of(ZoneOffset.UTC);
        }
        try {
            return Optional.of(ZoneId.of(name))
                    .filter(zone -> ZoneId.getAvailableZoneIds().contains(zone.getId()));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// Due whenever a time fits all fields. When both kinds of days are restricted, one that fits is enough.
    record Calendar(Map<CronField.Unit, CronField> fields, ZoneId zone) implements CronSchedule {
        private static final int YEARS_MAX = 5;

        public Calendar {
            fields = Collections.unmodifiableMap(new EnumMap<>(fields));
        }

        static Calendar of(List<String> texts, ZoneId zone) {
            Map<CronField.Unit, CronField> fields = new EnumMap<>(CronField.Unit.class);
            Iterator<String> next = texts.iterator();
            for (CronField.Unit unit : CronField.Unit.values()) {
                fields.put(unit, CronField.parse(next.next(), unit));
            }
            return new Calendar(fields, zone);
        }

        private CronField field(CronField.Unit unit) {
            return Objects.requireNonNull(fields.get(unit), unit::name);
        }

        @Override
        public Optional<Instant> next(Instant after) {
            ZonedDateTime first =
                    after.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1).atZone(zone);
            ZonedDateTime time = first.getSecond() == 0
                    ? first
                    : first.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
            int yearMax = first.getYear() + YEARS_MAX;
            while (time.getYear() <= yearMax) {
                LocalDate day = time.toLocalDate();
                if (!field(CronField.Unit.MONTH).isDue(time.getMonthValue())) {
                    time = day.withDayOfMonth(1).plusMonths(1).atStartOfDay(zone);
                } else if (!fits(day)) {
                    time = day.plusDays(1).atStartOfDay(zone);
                } else if (!field(CronField.Unit.HOUR).isDue(time.getHour())) {
                    time = time.truncatedTo(ChronoUnit.HOURS).plusHours(1);
                } else if (!field(CronField.Unit.MINUTE).isDue(time.getMinute())) {
                    time = time.plusMinutes(1);
                } else {
                    return Optional.of(time.toInstant());
                }
            }
            return Optional.empty();
        }

        private boolean fits(LocalDate day) {
            CronField ofMonth = field(CronField.Unit.DAY_OF_MONTH);
            CronField ofWeek = field(CronField.Unit.DAY_OF_WEEK);
            boolean monthFits = ofMonth.isDue(day.getDayOfMonth());
            boolean weekFits = ofWeek.isDue(day.getDayOfWeek().getValue() % 7);
            return (ofMonth.any() || ofWeek.any()) ? monthFits && weekFits : monthFits || weekFits;
        }
    }

    /// Due again and again after the same time, in whole seconds.
    record Every(Duration delay) implements CronSchedule {
        @Override
        public Optional<Instant> next(Instant after) {
            return Optional.of(after.truncatedTo(ChronoUnit.SECONDS).plus(delay));
        }
    }
}
