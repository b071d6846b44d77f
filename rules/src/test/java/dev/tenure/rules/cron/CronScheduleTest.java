package dev.tenure.rules.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When schedules are due. The rows are what upstream's parser answers.
class CronScheduleTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        */15 * * * *         | UTC                 | 2026-07-09T14:45:00Z | 2026-07-09T15:00:00Z
        */15 * * * *         | UTC                 | 2026-07-09T14:59:59Z | 2026-07-09T15:00:00Z
        20-35/15 * * * *     | UTC                 | 2026-07-09T14:45:00Z | 2026-07-09T15:20:00Z
        5/20 * * * *         | UTC                 | 2026-07-09T14:46:00Z | 2026-07-09T15:05:00Z
        30 4 1 * *           | UTC                 | 2026-07-09T14:45:00Z | 2026-08-01T04:30:00Z
        0 0 * feb mon        | UTC                 | 2026-07-09T14:45:00Z | 2027-02-01T00:00:00Z
        0 0 13 * fri         | UTC                 | 2026-07-09T14:45:00Z | 2026-07-10T00:00:00Z
        0 0 */2 * fri        | UTC                 | 2026-07-09T14:45:00Z | 2026-07-10T00:00:00Z
        0 0 * * fri          | UTC                 | 2026-07-10T00:00:00Z | 2026-07-17T00:00:00Z
        0 0 29 2 ?           | UTC                 | 2026-07-09T14:45:00Z | 2028-02-29T00:00:00Z
        @yearly              | UTC                 | 2026-07-09T14:45:00Z | 2027-01-01T00:00:00Z
        @weekly              | UTC                 | 2026-07-09T14:45:00Z | 2026-07-12T00:00:00Z
        @hourly              | UTC                 | 2026-07-09T14:45:00.5Z | 2026-07-09T15:00:00Z
        @every 1h30m10s      | UTC                 | 2026-07-09T14:45:00.5Z | 2026-07-09T16:15:10Z
        @every 10ms          | UTC                 | 2026-07-09T14:45:00Z | 2026-07-09T14:45:01Z
        30 2 * * *           | America/New_York    | 2026-07-09T14:45:00Z | 2026-07-10T06:30:00Z
        30 2 * * *           | America/New_York    | 2027-03-13T12:00:00Z | 2027-03-15T06:30:00Z
        0 1 * * *            | America/New_York    | 2026-10-31T12:00:00Z | 2026-11-01T05:00:00Z
        TZ=Asia/Tokyo 0 9 * * * | America/New_York | 2026-07-09T14:45:00Z | 2026-07-10T00:00:00Z
        CRON_TZ=UTC 0 9 * * *   | America/New_York | 2026-07-09T14:45:00Z | 2026-07-10T09:00:00Z
        """)
    void isDueNext(String schedule, String zone, Instant after, Instant due) {
        assertThat(CronSchedule.parse(schedule, ZoneId.of(zone)).next(after)).contains(due);
    }

    @Test
    void daysThatNeverComeAreNotWaitedFor() {
        CronSchedule never = CronSchedule.parse("0 0 31 2 *", ZoneId.of("UTC"));
        assertThat(never.next(Instant.parse("2026-07-09T14:45:00Z"))).isEmpty();
    }

    @Test
    void oneTimeFollowsTheOther() {
        CronSchedule schedule = CronSchedule.parse("30 6-16/4 * * 1-5", ZoneId.of("UTC"));
        List<String> times = new ArrayList<>();
        Optional<Instant> next = Optional.of(Instant.parse("2026-07-10T09:00:00Z"));
        for (int i = 0; i < 4; i++) {
            next = schedule.next(next.orElseThrow());
            times.add(next.orElseThrow().toString());
        }
        assertThat(times)
                .containsExactly(
                        "2026-07-10T10:30:00Z", "2026-07-10T14:30:00Z", "2026-07-13T06:30:00Z", "2026-07-13T10:30:00Z");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        * * *            | expected exactly 5 fields, found 3: [* * *]
        60 * * * *       | end of range (60) above maximum (59): 60
        5-1 * * * *      | beginning of range (5) beyond end of range (1): 5-1
        */0 * * * *      | step of range should be a positive number: */0
        x * * * *        | failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax
        1-2-3 * * * *    | too many hyphens: 1-2-3
        * * 0 * *        | beginning of range (0) below minimum (1): 0
        @sometimes       | unrecognized descriptor: @sometimes
        @every 3 days    | failed to parse duration @every 3 days: time: unknown unit " days" in duration "3 days"
        @every 5         | failed to parse duration @every 5: time: missing unit in duration "5"
        @every 1e3s      | failed to parse duration @every 1e3s: time: unknown unit "e" in duration "1e3s"
        @every .s        | failed to parse duration @every .s: time: invalid duration ".s"
        @every 99999999999999999999h | failed to parse duration @every 99999999999999999999h: time: invalid duration "99999999999999999999h"
        TZ=Nowhere/At * * * * * | provided bad location Nowhere/At: unknown time zone Nowhere/At
        """)
    void whatIsWrongIsReportedInUpstreamsWords(String schedule, String fault) {
        assertThat(CronSchedule.fault(schedule)).contains(fault);
    }

    @Test
    @Timeout(30)
    void aLongScheduleTakesNoLongTime() {
        assertThat(CronSchedule.fault("@every " + "1".repeat(300_000))).isPresent();
    }
}
