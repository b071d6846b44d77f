package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.kubeconfig.DataDirectory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class ApiFlagsTest {
    private static final ApiConfig ALONE =
            ApiConfig.standard(new DataDirectory(Path.of("data")), true, new ApiConfig.Listen("127.0.0.1", 0));

    @Command
    private static final class Flags {
        @Mixin
        private ApiFlags flags = new ApiFlags();
    }

    private static boolean joins(ApiConfig config, String... arguments) {
        Flags read = CommandLine.populateCommand(new Flags(), arguments);
        return read.flags.apply(config).access().bootstrapTokens();
    }

    @Test
    void machinesJoinWithTokensWhereThatIsSaidOrUsual() {
        assertThat(joins(ALONE)).as("a kube-apiserver").isFalse();
        assertThat(joins(ALONE, "--enable-bootstrap-token-auth")).isTrue();
        assertThat(joins(ALONE.guardingNodes())).as("as kubeadm sets one up").isTrue();
        assertThat(joins(ALONE.guardingNodes(), "--enable-bootstrap-token-auth=false"))
                .isFalse();
    }
}
