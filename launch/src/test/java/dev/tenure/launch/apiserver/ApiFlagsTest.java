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
    void machinesJoinWithTokensWhereThatIsAskedForOrUsual() {
        assertThat(joins(ALONE)).as("a kube-apiserver").isFalse();
        assertThat(joins(ALONE, "--enable-bootstrap-token-auth")).isTrue();
        assertThat(joins(ALONE.guardingNodes())).as("as kubeadm sets one up").isTrue();
        assertThat(joins(ALONE.guardingNodes(), "--enable-bootstrap-token-auth=false"))
                .isFalse();
    }

    private static AgentTrust trust(ApiConfig config, String... arguments) {
        Flags read = CommandLine.populateCommand(new Flags(), arguments);
        return read.flags.apply(config).access().agents();
    }

    @Test
    void agentsAreVouchedForWhereThatIsAskedForOrUsual() {
        String flag = "--kubelet-certificate-authority";
        assertThat(trust(ALONE)).as("a kube-apiserver").isEqualTo(new AgentTrust.Anything());
        assertThat(trust(ALONE.guardingNodes())).isEqualTo(new AgentTrust.OwnAuthority());
        assertThat(trust(ALONE.guardingNodes(), flag, "")).isEqualTo(new AgentTrust.Anything());
    }
}
