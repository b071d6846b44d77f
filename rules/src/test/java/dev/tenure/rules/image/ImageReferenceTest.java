package dev.tenure.rules.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.rules.image.ImageReference.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Names of images beside what upstream's reader says of them.
final class ImageReferenceTest {
    /// Name, then repository, tag and digest, or `!` and why it is refused, as upstream's module prints them.
    @Test
    void namesAreReadAsUpstreamReadsThem() throws IOException {
        try (InputStream vectors = ImageReferenceTest.class.getResourceAsStream("references.tsv")) {
            String all = new String(Objects.requireNonNull(vectors).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all.lines()).hasSizeGreaterThan(300).allSatisfy(line -> {
                String name = line.substring(0, line.indexOf('\t'));
                assertThat(name + "\t" + told(ImageReference.read(name))).isEqualTo(line);
            });
        }
    }

    private static String told(Reading reading) {
        return switch (reading) {
            case Reading.Named(ImageReference(String repository, String tag, String digest)) ->
                repository + "\t" + tag + "\t" + digest;
            case Reading.Refused(String why) -> "!" + why;
        };
    }
}
