package dev.tenure.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.negotiate.Representation.Form;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.wire.ObjectCodec.Format;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WholeTablesTest {
    private static final Representation TABLE = new Representation(Format.JSON, Form.TABLE, "v1", false);
    private static final List<String> SELECTOR = List.of("app=web");

    @Test
    void kubectlsPagesOfATableAreLeftOut() {
        assertThat(WholeTables.parameters(Verb.LIST, TABLE, asked("500"))).isEqualTo(Map.of("labelSelector", SELECTOR));
        assertThat(WholeTables.parameters(Verb.LIST, TABLE, asked("10000")))
                .isEqualTo(Map.of("labelSelector", SELECTOR));
    }

    @Test
    void whoAsksForFewRowsGetsFew() {
        assertThat(WholeTables.parameters(Verb.LIST, TABLE, asked("499"))).isEqualTo(asked("499"));
        assertThat(WholeTables.parameters(Verb.LIST, TABLE, asked("many"))).isEqualTo(asked("many"));
        assertThat(WholeTables.parameters(Verb.LIST, TABLE, Map.of())).isEmpty();
    }

    @Test
    void pagesOfObjectsStay() {
        assertThat(WholeTables.parameters(Verb.LIST, Representation.JSON, asked("500")))
                .isEqualTo(asked("500"));
        assertThat(WholeTables.parameters(Verb.WATCH, TABLE, asked("500"))).isEqualTo(asked("500"));
    }

    private static Map<String, List<String>> asked(String limit) {
        return Map.of("limit", List.of(limit), "labelSelector", SELECTOR);
    }
}
