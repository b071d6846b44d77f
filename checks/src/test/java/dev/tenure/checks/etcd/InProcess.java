package dev.tenure.checks.etcd;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.client.ClusterClient;
import dev.tenure.launch.TenureMain;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiConfig.Etcd;
import dev.tenure.launch.apiserver.ApiConfig.Keeping;
import dev.tenure.launch.apiserver.ApiConfig.Listen;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Servers and commands within the process of a test.
final class InProcess {
    /// On a free port of loopback.
    static final Listen LOOPBACK = new Listen("127.0.0.1", 0);

    private InProcess() {}

    /// What a server keeps besides the usual.
    record Kept(Optional<Etcd> etcd, Encryption encryption) {
        static Kept in(Etcd etcd) {
            return new Kept(Optional.of(etcd), Encryption.NONE);
        }
    }

    /// A server that answers requests; to be closed.
    static ApiProcess start(Path data, Listen listen, Kept kept) throws IOException {
        return start(data, listen, kept, new SystemTime());
    }

    static ApiProcess start(Path data, Listen listen, Kept kept, TimeSource time) throws IOException {
        ApiConfig config = ApiConfig.standard(new DataDirectory(data), false, listen);
        Keeping usual = config.keeping();
        var keeping = new Keeping(
                false, usual.historyAge(), usual.quotaBytes(), kept.etcd(), kept.encryption(), usual.eventLifetime());
        return ApiProcess.start(config.keeping(keeping), time, new Trouble(new LoggedFaults(), () -> {}));
    }

    /// One that may do everything.
    static ClusterClient client(ApiProcess process) {
        return new ClusterClient(process.server(), Caller.component("test", List.of(Caller.SYSTEM_MASTERS), "test"));
    }

    /// How a command ended.
    record Ran(int code, String out, String err) {
        /// All that it printed.
        String text() {
            return out + err;
        }
    }

    /// Runs `tenure` with these arguments.
    static Ran run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = TenureMain.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Ran(code, out.toString(), err.toString());
    }
}
