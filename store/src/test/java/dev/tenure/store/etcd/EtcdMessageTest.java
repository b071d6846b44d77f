package dev.tenure.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class EtcdMessageTest {
    private static final byte[] VALUE = "k8s value ".repeat(30).getBytes(StandardCharsets.UTF_8);

    private static byte[] nested() {
        var innermost = new EtcdMessage.Builder()
                .text(1, "/registry/pods/a/b")
                .number(3, 1L << 40)
                .data(5, VALUE);
        var middle =
                new EtcdMessage.Builder().flag(1, true).message(2, innermost).message(3, new EtcdMessage.Builder());
        return new EtcdMessage.Builder()
                .number(4, -1)
                .message(11, middle)
                .message(11, new EtcdMessage.Builder().flag(1, true))
                .bytes();
    }

    @Test
    void whatIsWrittenWithinMessagesIsReadThere() {
        EtcdMessage message = EtcdMessage.parse(nested());
        assertThat(message.number(4)).isEqualTo(-1);
        assertThat(message.messages(11))
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.flag(1)).isTrue());
        EtcdMessage innermost = message.messages(11).getFirst().message(2);
        assertThat(innermost.text(1)).isEqualTo("/registry/pods/a/b");
        assertThat(innermost.number(3)).isEqualTo(1L << 40);
        assertThat(innermost.data(5)).isEqualTo(VALUE);
    }

    @Test
    void whatIsAbsentHasTheDefaultsOfProtobuf() {
        EtcdMessage message = EtcdMessage.parse(new byte[0]);
        assertThat(message.number(1)).isZero();
        assertThat(message.text(1)).isEmpty();
        assertThat(message.data(1)).isEmpty();
        assertThat(message.message(1).flag(1)).isFalse();
        assertThat(message.messages(1)).isEmpty();
        assertThat(new EtcdMessage.Builder()
                        .number(1, 0)
                        .text(2, "")
                        .flag(3, false)
                        .bytes())
                .isEmpty();
    }

    @Test
    void ofAFieldThatComesTwiceTheLastCounts() {
        byte[] twice = new EtcdMessage.Builder().text(1, "one").text(1, "two").bytes();
        assertThat(EtcdMessage.parse(twice).text(1)).isEqualTo("two");
        assertThat(EtcdMessage.parse(twice).texts(1)).containsExactly("one", "two");
    }

    /// Cut off anywhere it is refused, or it ends between two fields; nothing behind the end is ever read.
    @Test
    void whatIsCutOffIsRefusedOrShorter() {
        byte[] whole = nested();
        int refused = 0;
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            try {
                assertThat(EtcdMessage.parse(cut).messages(11)).hasSizeLessThan(2);
            } catch (IllegalArgumentException _) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(VALUE.length);
        byte[] tooLong = {0x0a, 0x7f, 0x00};
        assertThatThrownBy(() -> EtcdMessage.parse(tooLong)).hasMessageContaining("garbled");
    }
}
