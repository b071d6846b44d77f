package dev.tenure.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageRuleTest {
    @ParameterizedTest
    @CsvSource({
        "registry.k8s.io/pause:3.10, true",
        "nginx, true",
        "registry.test:404/app, true",
        "registry.test:5000/invalid/app:1, true",
        "app:4040, true",
        "foo:non-existent, false",
        "registry.test:5000/gb-redisslave:nonexistent, false",
        "webserver:404, false",
        "app:invalid-tag, false",
        "localhost/some-image-that-doesnt-exist, false",
        "registry.test:5000/does-not-exist:1, false",
        "exist, true"
    })
    void onlyATagOrANameThatSaysSoMakesAnImageUnavailable(String image, boolean available) {
        assertThat(ImageRule.available(image)).isEqualTo(available);
    }
}
