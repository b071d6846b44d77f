package dev.tenure.junit;

import dev.tenure.embed.Tenure;
import dev.tenure.embed.TenureOptions;
import dev.tenure.embed.TenureOptions.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Starts the cluster of a test when the test asks for it; JUnit ends it with the test, for it keeps what can be
/// closed.
/// Stateless.
final class ClusterExtension implements ParameterResolver {
    private static final Namespace CLUSTERS = Namespace.create(ClusterExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType().equals(Tenure.class);
    }

    @Override
    public Tenure resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return test.getStore(CLUSTERS).computeIfAbsent(Tenure.class, _ -> started(test), Tenure.class);
    }

    private static Tenure started(ExtensionContext test) {
        WithCluster wanted = wanted(test);
        Tenure cluster = Tenure.start(options(wanted));
        try {
            for (String resource : wanted.manifests()) {
                cluster.apply(text(test.getRequiredTestClass(), resource));
            }
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /// What stands at the method, or else at its class or at one around it.
    private static WithCluster wanted(ExtensionContext test) {
        WithCluster own = test.getElement()
                .map(element -> element.getAnnotation(WithCluster.class))
                .orElse(null);
        return own != null
                ? own
                : test.getParent()
                        .map(ClusterExtension::wanted)
                        .orElseThrow(() -> new ParameterResolutionException("@WithCluster is missing"));
    }

    private static TenureOptions options(WithCluster wanted) {
        TenureOptions options =
                TenureOptions.standing().withNodes(wanted.nodes()).withZones(wanted.zones());
        options = wanted.asKubernetes() ? options.asKubernetes() : options;
        options = wanted.speed() > 0 ? options.withClock(new Clock.Running(wanted.speed())) : options;
        return wanted.socket() ? options.withSocket(0) : options;
    }

    private static String text(Class<?> test, String resource) {
        try (InputStream found = test.getResourceAsStream(resource)) {
            if (found == null) {
                throw new ParameterResolutionException(
                        "there is no resource \"%s\" beside %s".formatted(resource, test.getName()));
            }
            return new String(found.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }
}
