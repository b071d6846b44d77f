package dev.tenure.kinds.podspec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageNameTest {
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    @ParameterizedTest
    @CsvSource({
        "nginx, true",
        "nginx:latest, true",
        "nginx:1.27, false",
        "nginx:Latest, false",
        "nginx:latest-alpine, false",
        "nginx:, false",
        "registry.example:5000/nginx, true",
        "registry.example:5000/nginx:latest, true",
        "registry.example:5000/nginx:1, false",
        "registry.example:latest/nginx, false",
        "a:b:c, false",
        "a:b:latest, false",
        "Upper/case, true",
        "lower/Case, false",
        "nginx@DIGEST, false",
        "nginx:latest@DIGEST, true",
        "nginx:1@DIGEST, false",
        "nginx:latest@sha256:00, false",
        "'', false",
    })
    void tellsWhetherANameMeansTheNewestImage(String image, boolean latest) {
        assertThat(ImageName.isLatest(image.replace("DIGEST", DIGEST))).isEqualTo(latest);
    }
}
