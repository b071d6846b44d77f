package dev.tenure.controllers.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// When requests for certificates go, by the limits of upstream's cleaner.
final class RequestEndTest {
    private static final Instant MADE = Instant.parse("2026-11-29T09:00:00Z");

    /// Good until 2026-11-30T08:49:10Z.
    private static final String CERTIFICATE =
            "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJFakNCdVFJVUROM3hmNjRBU2pBYStucmlSWGtPNU42eHZGRX"
                    + "dDZ1lJS29aSXpqMEVBd0l3RERFS01BZ0cKQTFVRUF3d0JkVEFlRncweU5qRXhNamt3T0RRNU1UQmFGdzB5TmpFeE16"
                    + "QXdPRFE1TVRCYU1Bd3hDakFJQmdOVgpCQU1NQVhVd1dUQVRCZ2NxaGtqT1BRSUJCZ2dxaGtqT1BRTUJCd05DQUFUVz"
                    + "ZSY1dEWFJ6cTNvLzhXWEtXOVpuCkQrSjRyeGIzSUhXUDRhQzBCbXorWVkxVjdsWXRxb2MrUGJpNFNkN215RGJWK3c3"
                    + "UlNjRDVpV2pyMUhlWi8vaGoKTUFvR0NDcUdTTTQ5QkFNQ0EwZ0FNRVVDSUFNZ1JXSFJDeUxFQW5rU0U0OFdtRE1IUT"
                    + "M1SE5vVW10SUFrYnRuUgpQcmorQWlFQS8rZCtELzFVMlVGZE9ZSlhhNStvbFhMMUl5S0ZMOWpNR1VLbC9WaEZpTUE9"
                    + "Ci0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K";

    private static ObjectNode request(String certificate, String... conditions) {
        ObjectNode request = Json.object();
        request.putObject("metadata").put("creationTimestamp", MADE.toString());
        ObjectNode status = request.putObject("status");
        if (!certificate.isEmpty()) {
            status.put("certificate", certificate);
        }
        for (String type : conditions) {
            status.withArrayProperty("conditions").addObject().put("type", type).put("lastUpdateTime", MADE.toString());
        }
        return request;
    }

    private static void goesAfter(Duration age, ObjectNode request) {
        assertThat(RequestEnd.isOver(request, MADE.plus(age))).isFalse();
        assertThat(RequestEnd.isOver(request, MADE.plus(age).plusSeconds(1))).isTrue();
    }

    @Test
    void oneThatNobodyAnsweredOrIssuedGoesAfterADay() {
        goesAfter(Duration.ofDays(1), request(""));
        goesAfter(Duration.ofDays(1), request("", "Approved"));
    }

    @Test
    void oneThatIsAnsweredGoesAfterAnHour() {
        goesAfter(Duration.ofHours(1), request("", "Denied"));
        goesAfter(Duration.ofHours(1), request("", "Failed"));
        goesAfter(Duration.ofHours(1), request("", "Approved", "Failed"));
        goesAfter(Duration.ofHours(1), request(CERTIFICATE, "Approved"));
        goesAfter(Duration.ofHours(1), request("no certificate", "Approved"));
    }

    @Test
    void oneGoesWithItsCertificateWhenThatEndsSooner() {
        ObjectNode request = request(CERTIFICATE, "Approved");
        Instant end = Instant.parse("2026-11-30T08:49:10Z");
        ((ObjectNode) request.path("status").path("conditions").get(0))
                .put("lastUpdateTime", end.minusSeconds(60).toString());
        assertThat(RequestEnd.isOver(request, end)).isFalse();
        assertThat(RequestEnd.isOver(request, end.plusSeconds(1))).isTrue();
    }

    @Test
    void timesThatAreNoneNeverPass() {
        ObjectNode request = request("");
        ((ObjectNode) request.path("metadata")).put("creationTimestamp", "yesterday");
        assertThat(RequestEnd.isOver(request, MADE.plus(Duration.ofDays(9)))).isFalse();
        assertThat(RequestEnd.isOver(Json.object(), MADE)).isFalse();
    }
}
