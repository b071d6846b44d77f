package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class StandardOutputTest {
    private static StandardOutput after(String fault) {
        var output = new StandardOutput(new OutputStream() {
            @Override
            public void write(int part) throws IOException {
                throw new IOException(fault);
            }
        });
        new PrintStream(output, true, StandardCharsets.UTF_8).println("half an answer");
        return output;
    }

    @Test
    void whatAFullDiskSwallowsIsTold() {
        assertThat(after("No space left on device").lost()).contains("No space left on device");
    }

    @Test
    void whoReadsNoFurtherIsNoFault() {
        assertThat(after("Broken pipe").lost()).isEmpty();
    }

    @Test
    void whatArrivesIsWhatWasWritten() {
        var arrived = new ByteArrayOutputStream();
        var output = new StandardOutput(arrived);
        new PrintStream(output, true, StandardCharsets.UTF_8).print("größer");

        assertThat(arrived.toString(StandardCharsets.UTF_8)).isEqualTo("größer");
        assertThat(output.lost()).isEmpty();
        assertThat(output.orFailed(2)).isEqualTo(2);
    }
}
