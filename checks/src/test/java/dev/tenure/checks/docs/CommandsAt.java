package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.embed.Tenure;
import dev.tenure.launch.TenureMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/// Carries commands out against a cluster in this process, as its administrator.
///
/// @param folder for the kubeconfig
record CommandsAt(Tenure cluster, Path folder) {
    /// What a command printed, and what it said beside.
    record Said(String out, String err) {}

    /// @param code which exit code is expected
    /// @param command its words, before the cluster is named
    /// @param words what stands behind
    Said run(int code, List<String> command, String... words) throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        var out = new StringWriter();
        var err = new StringWriter();
        CommandLine line = TenureMain.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        var all = new ArrayList<>(command);
        all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        all.addAll(List.of(words));
        assertThat(line.execute(all.toArray(String[]::new))).as(out + "" + err).isEqualTo(code);
        return new Said(out.toString(), err.toString());
    }
}
