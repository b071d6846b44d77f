package dev.tenure.launch.up;

import dev.tenure.launch.apiserver.CertsCommand;
import dev.tenure.launch.process.ControlServer;
import dev.tenure.launch.process.Foreground;
import dev.tenure.launch.process.RestartCommand;
import dev.tenure.launch.process.Trouble;
import dev.tenure.launch.store.BackupCommand;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// One run of `tenure up`: a cluster with its nodes, and the socket that takes orders of its owner.
final class Up {
    /// `./tenure` waits for this line.
    private static final String PRACTISED = "practice is over";

    private final UpConfig config;
    private final PrintWriter out;
    private List<StoredObject> first;

    /// @param first the objects of another cluster, nodes and all, with which this one begins; let go of once
    ///     they are stored
    Up(UpConfig config, List<StoredObject> first, PrintWriter out) {
        this.config = config;
        this.first = first;
        this.out = out;
    }

    /// @return the exit code
    int run() {
        return new Foreground(config.directory(), config.ephemeral(), out).run(this::start);
    }

    private record Running(Cluster cluster, ControlServer control) implements Foreground.Server {
        @Override
        public String address() {
            return cluster.address();
        }

        @Override
        public void close() {
            control.close();
            cluster.close();
        }
    }

    private Foreground.Server start(SystemTime time, Trouble trouble) throws IOException {
        List<StoredObject> stored = first;
        first = List.of();
        Cluster cluster = Cluster.start(config, stored, time, trouble);
        try {
            ControlServer control = control(cluster);
            cluster.makeNodes(this::progress);
            if (config.practises()) {
                Background.run("practice", () -> practise(time));
            }
            return new Running(cluster, control);
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void practise(SystemTime time) {
        try {
            new Practice(config.directory().kubeconfig(), time).run();
            out.println(PRACTISED);
        } catch (Exception e) {
            out.println(PRACTISED + " too early: " + e);
        }
        out.flush();
    }

    private ControlServer control(Cluster cluster) throws IOException {
        return ControlServer.start(config.directory().control(), order -> {
            if (order.startsWith(BackupCommand.ORDER)) {
                return cluster.copyStore(Path.of(order.substring(BackupCommand.ORDER.length())));
            }
            if (order.equals(CertsCommand.ORDER)) {
                return cluster.renewCertificates();
            }
            String restart = RestartCommand.ORDER + " " + RestartCommand.Component.controllers;
            if (!order.equals(restart)) {
                return "error: order \"%s\" is not known".formatted(order);
            }
            cluster.restartControllers();
            return "ok";
        });
    }

    private void progress(int done, int all) {
        out.printf(Locale.ROOT, "made %d of %d nodes%n", done, all);
        out.flush();
    }
}
