package dev.tenure.kinds.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Selectors find events by the names of the version in which they are asked for, whichever they were written
/// in.
final class EventSelectorsTest {
    private static final RunningServer SERVER = new RunningServer();

    @BeforeAll
    static void write() {
        created("", """
                {"apiVersion":"v1","kind":"Event","metadata":{"name":"old","namespace":"default"},
                 "reason":"Started","type":"Normal","message":"m","source":{"component":"kubelet"},
                 "involvedObject":{"kind":"Pod","namespace":"default","name":"p","uid":"u"}}
                """);
        created("events.k8s.io", """
                {"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"new","namespace":"default"},
                 "eventTime":"2026-01-01T00:00:00.000000Z","reportingController":"default-scheduler",
                 "reportingInstance":"s-1","action":"Binding","reason":"Scheduled","note":"m","type":"Normal",
                 "regarding":{"kind":"Pod","namespace":"default","name":"p","uid":"u"}}
                """);
    }

    @AfterAll
    static void close() {
        SERVER.close();
    }

    private static Target events(String group) {
        return new Target(group, "v1", "events", "default", "", "");
    }

    private static void created(String group, String json) {
        assertThat(SERVER.create(events(group), json)).isInstanceOf(ApiReply.One.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'', involvedObject.name=p, new old",
        "'', involvedObject.uid=u, new old",
        "'', 'involvedObject.kind=Pod,involvedObject.namespace=default', new old",
        "'', involvedObject.name=q, ''",
        "'', reportingComponent=default-scheduler, new",
        "'', source=default-scheduler, new",
        "'', source=kubelet, old",
        "'', reason=Scheduled, new",
        "events.k8s.io, regarding.name=p, new old",
        "events.k8s.io, regarding.uid=u, new old",
        "events.k8s.io, regarding.kind=Node, ''",
        "events.k8s.io, reportingController=default-scheduler, new",
        "events.k8s.io, reason=Started, old"
    })
    void areAskedForByTheNamesOfTheVersion(String group, String selector, String names) {
        var request = new ApiRequest(
                Verb.LIST, events(group), Map.of("fieldSelector", List.of(selector)), Body.NONE, RunningServer.ADMIN);
        var found = (ApiReply.Many) SERVER.api().call(request);
        assertThat(found.items().stream().map(event -> event.key().name()).toList())
                .isEqualTo(names.isEmpty() ? List.of() : List.of(names.split(" ")));
    }
}
