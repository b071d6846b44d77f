package dev.tenure.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConsoleSiteTest {
    @Test
    void theCommandThatIsShownNamesTheFileAndTheContextAsAShellTakesThem() {
        assertThat(ConsoleSite.kubectl("/a b/config", "")).isEqualTo("kubectl --kubeconfig '/a b/config'");
        assertThat(ConsoleSite.kubectl("/config", "a$(b)")).isEqualTo("kubectl --kubeconfig /config --context 'a$(b)'");
    }
}
