package dev.tenure.controllers.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeLimitTest {
    @Test
    void aNumberOrAShareIsRead() {
        assertThat(NodeLimit.parse("0")).contains(new NodeLimit.Count(0));
        assertThat(NodeLimit.parse("5")).contains(new NodeLimit.Count(5));
        assertThat(NodeLimit.parse("0%")).contains(new NodeLimit.Share(0));
        assertThat(NodeLimit.parse("30%")).contains(new NodeLimit.Share(30));
        assertThat(NodeLimit.parse("100%")).contains(new NodeLimit.Share(100));
    }

    @Test
    void whatIsNeitherIsNone() {
        for (String text : List.of("", "%", "-1", "-1%", "101%", "1.5", "30 %", "many", "99999999999999999999")) {
            assertThat(NodeLimit.parse(text)).as(text).isEmpty();
        }
    }

    @Test
    void whatIsReadIsWrittenTheSame() {
        for (String text : List.of("0", "5", "0%", "30%")) {
            assertThat(NodeLimit.parse(text).map(Object::toString)).contains(text);
        }
    }
}
