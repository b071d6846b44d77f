package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Texts;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What is valid as a probe or a lifecycle hook of a container.
final class ProbeValidation {
    private static final List<String> WINDOWS_SIGNALS = List.of("SIGKILL", "SIGTERM");
    private static final List<String> LINUX_SIGNALS = linuxSignals();
    private static final List<String> PROBE_HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc");
    private static final List<String> HOOK_HANDLERS = List.of("exec", "httpGet", "tcpSocket", "sleep");

    private ProbeValidation() {}

    /// Checks the hooks and probes of a container that may have them.
    ///
    /// @param spec the pod spec in which the container stands
    static void all(Field container, Field spec) {
        OptionalLong grace = grace(spec);
        if (container.at("lifecycle").isSet()) {
            lifecycle(container.at("lifecycle"), grace, spec.at("os"));
        }
        onceOnly(container.at("livenessProbe"), grace);
        readiness(container.at("readinessProbe"), grace);
        onceOnly(container.at("startupProbe"), grace);
    }

    private static OptionalLong grace(Field spec) {
        Field grace = spec.at("terminationGracePeriodSeconds");
        return grace.isSet() ? OptionalLong.of(grace.number()) : OptionalLong.empty();
    }

    private static void onceOnly(Field probe, OptionalLong grace) {
        if (!probe.isSet()) {
            return;
        }
        probe(probe, grace);
        if (probe.at("successThreshold").number() != 1) {
            probe.at("successThreshold").invalidNumber("must be 1");
        }
    }

    private static void readiness(Field probe, OptionalLong grace) {
        if (!probe.isSet()) {
            return;
        }
        probe(probe, grace);
        if (probe.at("terminationGracePeriodSeconds").isSet()) {
            probe.at("terminationGracePeriodSeconds").invalid("must not be set for readinessProbes");
        }
    }

    private static void probe(Field probe, OptionalLong grace) {
        handler(probe, PROBE_HANDLERS, grace);
        for (String name : List.of(
                "initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")) {
            probe.at(name).mustNotBeNegative();
        }
        Field own = probe.at("terminationGracePeriodSeconds");
        if (own.isSet() && own.number() <= 0) {
            own.invalidNumber("must be greater than 0");
        }
    }

    private static void lifecycle(Field lifecycle, OptionalLong grace, Field os) {
        for (String hook : List.of("postStart", "preStop")) {
            if (lifecycle.at(hook).isSet()) {
                handler(lifecycle.at(hook), HOOK_HANDLERS, grace);
            }
        }
        Field signal = lifecycle.at("stopSignal");
        if (signal.isSet()) {
            stopSignal(signal, os);
        }
    }

    private static void stopSignal(Field signal, Field os) {
        if (!os.isSet()) {
            signal.forbidden("may not be set for containers with empty `spec.os.name`");
            return;
        }
        List<String> known = os.at("name").is("windows")
                ? WINDOWS_SIGNALS
                : os.at("name").is("linux") ? LINUX_SIGNALS : List.of(signal.text());
        if (!known.contains(signal.text())) {
            signal.unsupported(known);
        }
    }

    private static void handler(Field handler, List<String> kinds, OptionalLong grace) {
        boolean found = false;
        for (String kind : kinds) {
            Field action = handler.at(kind);
            if (!action.isSet()) {
                continue;
            }
            if (found) {
                action.forbidden("may not specify more than 1 handler type");
            } else {
                action(kind, action, grace);
            }
            found = true;
        }
        if (!found) {
            handler.required("must specify a handler type");
        }
    }

    private static void action(String kind, Field action, OptionalLong grace) {
        switch (kind) {
            case "exec" -> {
                if (action.at("command").isEmpty()) {
                    action.at("command").required();
                }
            }
            case "httpGet" -> http(action);
            case "sleep" -> sleep(action, grace);
            default -> PortValidation.numberOrName(action.at("port"));
        }
    }

    private static void http(Field action) {
        if (action.at("path").isEmpty()) {
            action.at("path").required();
        }
        PortValidation.numberOrName(action.at("port"));
        action.at("scheme").mustBeOneOf("HTTP", "HTTPS");
        for (Field header : action.at("httpHeaders").items()) {
            header.at("name").under(action.path().child("httpHeaders")).mustBe(Texts::httpHeader);
        }
    }

    private static void sleep(Field action, OptionalLong grace) {
        long seconds = action.at("seconds").number();
        if (grace.isPresent() && (seconds < 0 || seconds > grace.getAsLong())) {
            action.invalid(
                    seconds,
                    "must be non-negative and less than terminationGracePeriodSeconds (" + grace.getAsLong() + ")");
        }
    }

    private static List<String> linuxSignals() {
        Stream<String> named = ("SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT"
                        + " SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM"
                        + " SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ"
                        + " SIGRTMIN SIGRTMAX")
                .transform(names -> Stream.of(names.split(" ")));
        Stream<String> low = IntStream.rangeClosed(1, 15).mapToObj(i -> "SIGRTMIN+" + i);
        Stream<String> high = IntStream.rangeClosed(1, 14).mapToObj(i -> "SIGRTMAX-" + i);
        return Stream.concat(named, Stream.concat(low, high)).sorted().toList();
    }
}
