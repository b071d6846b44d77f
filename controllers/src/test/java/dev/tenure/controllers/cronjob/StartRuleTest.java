package dev.tenure.controllers.cronjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.batch.CronJob;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.cron.CronSchedule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/// A job that is due at each full hour, made at 10:00.
final class StartRuleTest {
    private static final Instant MADE = Instant.parse("2026-01-01T10:00:00Z");

    private static StartRule rule(String schedule, String spec, String status, Instant now) {
        String json = """
                {'metadata': {'name': 'c', 'namespace': 'd', 'creationTimestamp': '%s'},
                 'spec': {'schedule': '%s', 'jobTemplate': {'spec': {}}%s}, 'status': {%s}}""".formatted(MADE, schedule, spec, status);
        var view = (CronJob) Views.view(
                ResourceTypes.CRON_JOBS, Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        return new StartRule(view, now, CronSchedule.parse(schedule, ZoneId.of("UTC")));
    }

    private static StartRule hourly(String now, String spec, String status) {
        return rule("0 * * * *", spec, status, Instant.parse("2026-01-01T" + now + "Z"));
    }

    private static Instant at(String time) {
        return Instant.parse("2026-01-01T" + time + "Z");
    }

    @Test
    void nothingIsDueBeforeTheFirstStart() {
        StartRule rule = hourly("10:59:59", "", "");
        assertThat(rule.due().at()).isEmpty();
        assertThat(rule.untilNext()).isEqualTo(Duration.ofMillis(1_100));
    }

    @Test
    void aStartIsDueAtItsMoment() {
        StartRule rule = hourly("11:00:00", "", "");
        assertThat(rule.due().at()).hasValue(at("11:00:00"));
        assertThat(rule.untilNext()).isEqualTo(Duration.ofHours(1).plusMillis(100));
    }

    @Test
    void ofSeveralMissedStartsTheLastIsDue() {
        StartRule rule = hourly("15:30:00", "", "");
        assertThat(rule.due().at()).hasValue(at("15:00:00"));
        assertThat(rule.due().tooMany()).isFalse();
        assertThat(rule.untilNext()).isEqualTo(Duration.ofMinutes(30).plusMillis(100));
    }

    @Test
    void whatHasStartedIsNotDueAgain() {
        assertThat(hourly("15:30:00", "", "'lastScheduleTime': '2026-01-01T15:00:00Z'")
                        .due()
                        .at())
                .isEmpty();
        assertThat(hourly("15:30:00", "", "'lastScheduleTime': '2026-01-01T14:00:00Z'")
                        .due()
                        .at())
                .hasValue(at("15:00:00"));
    }

    @Test
    void aStartBeforeItsDeadlineIsMissedForGood() {
        assertThat(hourly("15:10:00", ", 'startingDeadlineSeconds': 600", "")
                        .due()
                        .at())
                .as("its deadline is this moment: what was looked for comes after it")
                .isEmpty();
        assertThat(hourly("15:09:59", ", 'startingDeadlineSeconds': 600", "")
                        .due()
                        .at())
                .hasValue(at("15:00:00"));
    }

    @Test
    void moreThanAHundredMissedStartsAreWorthAWarning() {
        assertThat(rule("* * * * *", "", "", MADE.plus(Duration.ofMinutes(100)))
                        .due()
                        .tooMany())
                .isFalse();
        StartRule.Due due =
                rule("* * * * *", "", "", MADE.plus(Duration.ofMinutes(101))).due();
        assertThat(due.tooMany()).isTrue();
        assertThat(due.at()).hasValue(MADE.plus(Duration.ofMinutes(101)));
    }

    @Test
    void aDayThatNeverComesIsTold() {
        StartRule never = rule("0 0 31 2 *", "", "", MADE);
        assertThatThrownBy(never::due).isInstanceOf(StartRule.NoCourseException.class);
        assertThat(never.untilNext()).isEqualTo(Duration.ofDays(365));
    }

    @Test
    void startsMayFollowEachOtherBySeconds() {
        StartRule.Due due = rule("@every 1s", "", "", MADE.plusSeconds(5)).due();
        assertThat(due.at()).hasValue(MADE.plusSeconds(5));
    }
}
