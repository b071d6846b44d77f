package dev.tenure.junit;

import dev.tenure.embed.Tenure;
import dev.tenure.embed.TenureOptions;
import dev.tenure.embed.TenureOptions.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContextException;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/// Starts clusters when tests ask for them; JUnit ends them, for it closes what it keeps for a class or a
/// test. Stateless.
final class ClusterExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {
    private static final Namespace CLUSTERS = Namespace.create(ClusterExtension.class);

    /// Static fields share the cluster of the class, which the parameters of its tests get then, too.
    @Override
    public void beforeAll(ExtensionContext tests) {
        for (Field field : fields(tests.getRequiredTestClass(), true)) {
            set(field, Optional.empty(), value(field.getType(), kept(tests)));
        }
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        for (Object instance : test.getRequiredTestInstances().getAllInstances()) {
            for (Field field : fields(instance.getClass(), false)) {
                set(field, Optional.of(instance), value(field.getType(), own(test)));
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return type.equals(Tenure.class) || (type.equals(String.class) && parameter.isAnnotated(KubeConfig.class));
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return value(parameter.getParameter().getType(), own(test));
    }

    private static Iterable<Field> fields(Class<?> tests, boolean shared) {
        return ReflectionSupport.findFields(
                tests,
                field -> Modifier.isStatic(field.getModifiers()) == shared && isOurs(field),
                HierarchyTraversalMode.TOP_DOWN);
    }

    private static boolean isOurs(Field field) {
        return field.getType().equals(Tenure.class)
                || (field.getType().equals(String.class) && field.isAnnotationPresent(KubeConfig.class));
    }

    private static Object value(Class<?> type, Tenure cluster) {
        return type.equals(Tenure.class) ? cluster : cluster.kubeconfig();
    }

    private static void set(Field field, Optional<Object> instance, Object value) {
        try {
            field.setAccessible(true);
            field.set(instance.orElse(null), value);
        } catch (IllegalAccessException | RuntimeException e) {
            throw new ExtensionContextException("the field \"" + field.getName() + "\" cannot be set", e);
        }
    }

    /// The cluster of a class or of a test, which ends with it. Stores show what those around them hold, so
    /// each has a key of its own.
    private static Tenure kept(ExtensionContext tests) {
        return tests.getStore(CLUSTERS).computeIfAbsent(tests.getUniqueId(), _ -> started(tests), Tenure.class);
    }

    /// The cluster of the class, or of one around it, if the test does not ask for another; else one of the
    /// test.
    private static Tenure own(ExtensionContext test) {
        boolean another = AnnotationSupport.isAnnotated(test.getElement(), WithCluster.class);
        return (another ? Optional.<Tenure>empty() : around(test)).orElseGet(() -> kept(test));
    }

    private static Optional<Tenure> around(ExtensionContext test) {
        return test.getParent()
                .flatMap(
                        parent -> Optional.ofNullable(parent.getStore(CLUSTERS).get(parent.getUniqueId(), Tenure.class))
                                .or(() -> around(parent)));
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
        return AnnotationSupport.findAnnotation(test.getElement(), WithCluster.class)
                .orElseGet(() -> test.getParent()
                        .map(ClusterExtension::wanted)
                        .orElseThrow(() -> new ExtensionContextException("@WithCluster is missing")));
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
                throw new ExtensionContextException(
                        "there is no resource \"%s\" beside %s".formatted(resource, test.getName()));
            }
            return new String(found.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }
}
