package dev.tenure.launch.process;

import dev.tenure.apiserver.http.ComponentServer;
import dev.tenure.apiserver.http.page.ComponentFacts;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.runtime.observe.FaultReporter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The flag that says where a component that runs alone tells of its health and of what it counts.
public final class MetricsOptions {
    private static final System.Logger LOG = System.getLogger(MetricsOptions.class.getPackageName());
    private static final String OFF = "0";
    private static final String LOOPBACK = "127.0.0.1";
    private static final Pattern HOST_AND_PORT = Pattern.compile("(?:\\[([^]]+)]|([^:\\[\\]]+)):([0-9]{1,5})");
    private static final int PORT_MAX = 65_535;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final String component;
    private final int usualPort;

    @Option(
            names = "--metrics-address",
            paramLabel = "HOST:PORT",
            description = {
                "Where to serve /metrics, /healthz, /livez, /readyz, /statusz and /flagz by HTTP, to everybody who reaches it; 0: nowhere"
                        + " (default: 127.0.0.1 and the port that upstream's component has, if that port is free)."
            })
    private @Nullable String address;

    /// @param component under which name it tells of itself
    /// @param usualPort served at loopback when the flag is absent
    public MetricsOptions(String component, int usualPort) {
        this.component = component;
        this.usualPort = usualPort;
    }

    /// The socket, if there is one.
    public record Opened(Optional<ComponentServer> server) implements AutoCloseable {
        @Override
        public void close() {
            server.ifPresent(ComponentServer::close);
        }
    }

    /// Opens the socket unless it is switched off, and says where it is if the flag asked for it. Where
    /// nobody asked and something else has the usual port, the component runs without.
    ///
    /// @throws CommandFailure when the flag is wrong, or asks for an address that cannot be had
    /// @param faults notified of exceptions that nobody foresaw
    public Opened open(PrometheusRegistry registry, FaultReporter faults, PrintWriter out) {
        String asked = address;
        if (OFF.equals(asked)) {
            return new Opened(Optional.empty());
        }
        ComponentServer server = asked == null
                ? new ComponentServer(facts(), LOOPBACK, usualPort, registry, faults)
                : server(asked, registry, faults);
        try {
            server.start();
        } catch (IOException e) {
            server.close();
            if (asked != null) {
                throw new CommandFailure(ExitCode.FAILED, "--metrics-address: " + e.getMessage());
            }
            LOG.log(System.Logger.Level.WARNING, e.getMessage() + "; running on without health and metrics");
            return new Opened(Optional.empty());
        }
        if (asked != null) {
            out.println("health and metrics at http://%s:%d"
                    .formatted(asked.substring(0, asked.lastIndexOf(':')), server.port()));
            out.flush();
        }
        return new Opened(Optional.of(server));
    }

    private ComponentFacts facts() {
        return new ComponentFacts(component, () -> FlagValues.of(spec));
    }

    private ComponentServer server(String asked, PrometheusRegistry registry, FaultReporter faults) {
        Matcher parts = HOST_AND_PORT.matcher(asked);
        if (!parts.matches() || Integer.parseInt(parts.group(3)) > PORT_MAX) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--metrics-address \"%s\" is not valid: HOST:PORT, for example 127.0.0.1:9090, or 0 for none"
                            .formatted(asked));
        }
        String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
        return new ComponentServer(facts(), host, Integer.parseInt(parts.group(3)), registry, faults);
    }
}
