package dev.tenure.kinds.expression.library;

import com.google.re2j.Pattern;
import dev.cel.common.CelOptions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.standard.CelStandardOverload;
import dev.cel.runtime.standard.GetDateFunction.GetDateOverload;
import dev.cel.runtime.standard.GetDayOfMonthFunction.GetDayOfMonthOverload;
import dev.cel.runtime.standard.GetDayOfWeekFunction.GetDayOfWeekOverload;
import dev.cel.runtime.standard.GetDayOfYearFunction.GetDayOfYearOverload;
import dev.cel.runtime.standard.GetFullYearFunction.GetFullYearOverload;
import dev.cel.runtime.standard.GetHoursFunction.GetHoursOverload;
import dev.cel.runtime.standard.GetMillisecondsFunction.GetMillisecondsOverload;
import dev.cel.runtime.standard.GetMinutesFunction.GetMinutesOverload;
import dev.cel.runtime.standard.GetMonthFunction.GetMonthOverload;
import dev.cel.runtime.standard.GetSecondsFunction.GetSecondsOverload;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/// The fields of a moment in a time zone, which is named as Go knows it or told as hours and minutes of any
/// number; and durations in milliseconds. Upstream: cel-go, common/types/timestamp.go (timeZone).
final class ZonedFields {
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+");
    /// More digits are a distance that no moment has.
    private static final int DIGITS_MAX = 9;

    private static final int DAYS_OF_WEEK = 7;

    private final CelOptions options;
    private final RuntimeEquality equality;
    private final Map<String, List<CelFunctionBinding>> all = new HashMap<>();

    private ZonedFields(CelOptions options, RuntimeEquality equality) {
        this.options = options;
        this.equality = equality;
    }

    static Map<String, List<CelFunctionBinding>> bound(CelOptions options, RuntimeEquality equality) {
        var own = new ZonedFields(options, equality);
        own.days();
        own.times();
        return own.all;
    }

    private void days() {
        field(
                "getFullYear",
                EnumSet.of(GetFullYearOverload.TIMESTAMP_TO_YEAR),
                zoned("timestamp_to_year_with_tz", LocalDateTime::getYear));
        field(
                "getMonth",
                EnumSet.of(GetMonthOverload.TIMESTAMP_TO_MONTH),
                zoned("timestamp_to_month_with_tz", time -> time.getMonthValue() - 1L));
        field(
                "getDayOfYear",
                EnumSet.of(GetDayOfYearOverload.TIMESTAMP_TO_DAY_OF_YEAR),
                zoned("timestamp_to_day_of_year_with_tz", time -> time.getDayOfYear() - 1L));
        field(
                "getDayOfMonth",
                EnumSet.of(GetDayOfMonthOverload.TIMESTAMP_TO_DAY_OF_MONTH),
                zoned("timestamp_to_day_of_month_with_tz", time -> time.getDayOfMonth() - 1L));
        field(
                "getDate",
                EnumSet.of(GetDateOverload.TIMESTAMP_TO_DAY_OF_MONTH_1_BASED),
                zoned("timestamp_to_day_of_month_1_based_with_tz", LocalDateTime::getDayOfMonth));
        field(
                "getDayOfWeek",
                EnumSet.of(GetDayOfWeekOverload.TIMESTAMP_TO_DAY_OF_WEEK),
                zoned(
                        "timestamp_to_day_of_week_with_tz",
                        time -> time.getDayOfWeek().getValue() % DAYS_OF_WEEK));
    }

    private void times() {
        field(
                "getHours",
                EnumSet.complementOf(EnumSet.of(GetHoursOverload.TIMESTAMP_TO_HOURS_WITH_TZ)),
                zoned("timestamp_to_hours_with_tz", LocalDateTime::getHour));
        field(
                "getMinutes",
                EnumSet.complementOf(EnumSet.of(GetMinutesOverload.TIMESTAMP_TO_MINUTES_WITH_TZ)),
                zoned("timestamp_to_minutes_with_tz", LocalDateTime::getMinute));
        field(
                "getSeconds",
                EnumSet.complementOf(EnumSet.of(GetSecondsOverload.TIMESTAMP_TO_SECONDS_WITH_TZ)),
                zoned("timestamp_to_seconds_with_tz", LocalDateTime::getSecond));
        field(
                "getMilliseconds",
                EnumSet.of(GetMillisecondsOverload.TIMESTAMP_TO_MILLISECONDS),
                zoned("timestamp_to_milliseconds_with_tz", time -> time.get(ChronoField.MILLI_OF_SECOND)),
                CelFunctionBinding.from("duration_to_milliseconds", Duration.class, Duration::toMillis));
    }

    private void field(String name, Set<? extends CelStandardOverload> kept, CelFunctionBinding... own) {
        List<CelFunctionBinding> overloads = new ArrayList<>(List.of(own));
        kept.forEach(overload -> overloads.add(overload.newFunctionBinding(options, equality)));
        all.put(name, overloads);
    }

    @SuppressWarnings("Immutable") // a field of a moment is read by a method of it
    private static CelFunctionBinding zoned(String overload, ToLongFunction<LocalDateTime> field) {
        return CelFunctionBinding.from(
                overload, Instant.class, String.class, (moment, zone) -> field.applyAsLong(local(moment, zone)));
    }

    private static LocalDateTime local(Instant moment, String zone) {
        int colon = zone.indexOf(':');
        if (colon < 0) {
            return LocalDateTime.ofInstant(moment, named(zone));
        }
        long hours = number(zone.substring(0, colon));
        long minutes = number(zone.substring(colon + 1));
        Duration offset = Duration.ofHours(hours).plusMinutes(zone.startsWith("-") ? -minutes : minutes);
        return LocalDateTime.ofInstant(moment, ZoneOffset.UTC).plus(offset);
    }

    private static ZoneId named(String zone) {
        if (zone.isEmpty() || zone.equals("UTC")) {
            return ZoneOffset.UTC;
        }
        if (zone.equals("Local")) {
            return ZoneId.systemDefault();
        }
        if (zone.contains("..") || zone.startsWith("/") || zone.startsWith("\\")) {
            throw new IllegalArgumentException("time: invalid location name");
        }
        if (!ZoneId.getAvailableZoneIds().contains(zone)) {
            throw new IllegalArgumentException("unknown time zone " + zone);
        }
        return ZoneId.of(zone);
    }

    private static long number(String text) {
        String start = "strconv.Atoi: parsing \"" + text + "\": ";
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException(start + "invalid syntax");
        }
        if (text.length() > DIGITS_MAX) {
            throw new IllegalArgumentException(start + "value out of range");
        }
        return Long.parseLong(text);
    }
}
