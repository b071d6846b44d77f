package dev.tenure.checks.arrows;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.MonitorInstruction;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Only `runtime.time` reads a clock; only `runtime` and `store` know threads.
class ThreadsAndClocksTest {
    private static final Set<String> ROOMS_WITH_THREADS = Set.of("runtime", "store");

    /// Class or package (ending in a dot) → why it may use threads and locks all the same.
    private static final Map<String, String> THREADS_ALL_THE_SAME = Map.of(
            "dev.tenure.apiserver.http.", "the edge lives on the threads of the HTTP library",
            "dev.tenure.node.streaming.", "the edge lives on the threads of the HTTP library",
            "dev.tenure.checks.attack.", "attackers are many at a time, outside the server",
            "dev.tenure.checks.crash.", "clients are many at a time, outside the server",
            "dev.tenure.checks.fuzz.", "strangers are many at a time, outside the server",
            "dev.tenure.checks.golden.",
                    "the replayers drive a real server from outside, with requests in the background",
            "dev.tenure.model.meta.Lazy", "the one class of values that are worked out when they are asked for",
            "dev.tenure.wire.json.MemoTable", "the one class of tables that threads share");

    /// Class or package (ending in a dot) → why it may read a clock or sleep all the same.
    private static final Map<String, String> CLOCKS_ALL_THE_SAME = Map.of(
            "dev.tenure.runtime.time.", "the one place that reads the machine's clocks",
            "dev.tenure.checks.golden.", "the replayers drive a real server, which lives on real time");

    private static final List<String> LOCKING_PACKAGES =
            List.of("java.util.concurrent.locks.", "java.util.concurrent.atomic.");

    private static final Set<String> LOCKING_TYPES = Set.of(
            "java.util.concurrent.CountDownLatch",
            "java.util.concurrent.CyclicBarrier",
            "java.util.concurrent.Executor",
            "java.util.concurrent.ExecutorService",
            "java.util.concurrent.Executors",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.Future",
            "java.util.concurrent.FutureTask",
            "java.util.concurrent.Phaser",
            "java.util.concurrent.ScheduledExecutorService",
            "java.util.concurrent.Semaphore",
            "java.util.concurrent.ThreadPoolExecutor",
            "java.util.Timer",
            "java.lang.invoke.VarHandle");

    private static final Set<String> CLOCK_TYPES = Set.of(
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalDateTime",
            "java.time.LocalTime",
            "java.time.OffsetDateTime",
            "java.time.OffsetTime",
            "java.time.Year",
            "java.time.YearMonth",
            "java.time.ZonedDateTime");

    @Test
    void onlyTheTimePackageReadsAClock() {
        assertThat(callsIn(Code.MAIN, ThreadsAndClocksTest::readsAClock, CLOCKS_ALL_THE_SAME))
                .isEmpty();
    }

    @Test
    void testsReadNoClock() {
        assertThat(callsIn(Code.TESTS, ThreadsAndClocksTest::readsAClock, CLOCKS_ALL_THE_SAME))
                .isEmpty();
    }

    @Test
    void nobodySleeps() {
        assertThat(callsIn(Code.MAIN, ThreadsAndClocksTest::sleeps, CLOCKS_ALL_THE_SAME))
                .isEmpty();
    }

    @Test
    void testsDoNotSleep() {
        assertThat(callsIn(Code.TESTS, ThreadsAndClocksTest::sleeps, Map.of())).isEmpty();
    }

    @Test
    void onlyRuntimeAndStoreLock() {
        var found = new TreeSet<String>();
        for (JavaClass type : Code.MAIN) {
            if (mayUseThreads(type.getName())) {
                continue;
            }
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getName();
                if (LOCKING_TYPES.contains(target) || LOCKING_PACKAGES.stream().anyMatch(target::startsWith)) {
                    found.add(type.getName() + " uses " + target);
                }
            }
            for (JavaMethod method : type.getMethods()) {
                if (method.getModifiers().contains(JavaModifier.SYNCHRONIZED)) {
                    found.add(method.getFullName() + " is synchronized");
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void onlyRuntimeAndStoreHaveSynchronizedBlocks() throws IOException {
        var found = new TreeSet<String>();
        for (Path file : Code.classFiles(Code.MAIN_CLASSES)) {
            var type = ClassFile.of().parse(file);
            String name = type.thisClass().asInternalName().replace('/', '.');
            if (!mayUseThreads(name) && type.methods().stream().anyMatch(ThreadsAndClocksTest::entersAMonitor)) {
                found.add(name);
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void onlyRuntimeAndStoreStartThreads() {
        var found = new TreeSet<String>();
        for (String call : callsIn(Code.MAIN, ThreadsAndClocksTest::startsAThread, THREADS_ALL_THE_SAME)) {
            if (!ROOMS_WITH_THREADS.contains(Code.roomOf(call.substring(0, call.indexOf(' '))))) {
                found.add(call);
            }
        }
        assertThat(found).isEmpty();
    }

    private static boolean mayUseThreads(String className) {
        return ROOMS_WITH_THREADS.contains(Code.roomOf(className)) || excepted(className, THREADS_ALL_THE_SAME);
    }

    private static boolean excepted(String className, Map<String, String> exceptions) {
        return exceptions.keySet().stream()
                .anyMatch(name -> name.endsWith(".")
                        ? className.startsWith(name)
                        : className.equals(name) || className.startsWith(name + "$"));
    }

    private static Set<String> callsIn(
            JavaClasses classes, Predicate<CodeUnitAccessTarget> banned, Map<String, String> exceptions) {
        var found = new TreeSet<String>();
        for (JavaClass type : classes) {
            if (excepted(type.getName(), exceptions)) {
                continue;
            }
            for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                if (access.getTarget() instanceof CodeUnitAccessTarget target && banned.test(target)) {
                    found.add("%s uses %s".formatted(type.getName(), target.getFullName()));
                }
            }
        }
        return found;
    }

    private static boolean readsAClock(CodeUnitAccessTarget target) {
        String owner = target.getOwner().getName();
        String name = target.getName();
        boolean withoutArguments = target.getRawParameterTypes().isEmpty();
        return switch (owner) {
            case "java.lang.System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
            case "java.util.Date", "java.util.GregorianCalendar" -> name.equals("<init>") && withoutArguments;
            case "java.util.Calendar" -> name.equals("getInstance");
            case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
            case "java.time.InstantSource" -> name.equals("system");
            default -> CLOCK_TYPES.contains(owner) && name.equals("now");
        };
    }

    private static boolean sleeps(CodeUnitAccessTarget target) {
        String owner = target.getOwner().getName();
        return target.getName().equals("sleep")
                && (owner.equals("java.lang.Thread") || owner.equals("java.util.concurrent.TimeUnit"));
    }

    private static boolean startsAThread(CodeUnitAccessTarget target) {
        String owner = target.getOwner().getName();
        String name = target.getName();
        return owner.startsWith("java.lang.Thread")
                && (name.startsWith("start") || name.equals("ofVirtual") || name.equals("ofPlatform"));
    }

    private static boolean entersAMonitor(MethodModel method) {
        return method.code().isPresent() && method.code().get().elementStream().anyMatch(ThreadsAndClocksTest::enters);
    }

    private static boolean enters(CodeElement element) {
        return element instanceof MonitorInstruction monitor && monitor.opcode() == Opcode.MONITORENTER;
    }
}
