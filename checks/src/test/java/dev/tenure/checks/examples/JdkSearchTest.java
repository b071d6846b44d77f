package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which JDK the launcher takes, among ones that are folders with no more in them than it looks at.
class JdkSearchTest {
    @TempDir
    private Path folder = Path.of("");

    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        for (String program : new String[] {"java", "javac"}) {
            Path file = Files.createDirectories(home.resolve("bin")).resolve(program);
            assertThat(Files.createFile(file).toFile().setExecutable(true)).isTrue();
        }
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
        return home;
    }

    /// @param environment in addition to a home directory and a path that know no JDK
    private String found(Map<String, String> environment) throws IOException, InterruptedException {
        String script = Path.of("..", "build", "jdk.sh").toRealPath().toString();
        var builder = new ProcessBuilder(
                "bash",
                "-c",
                "shopt -s nullglob; . '%s'; jdk_in_usual_folders() { false; }; %s find_jdk; echo \"$JAVA_HOME\""
                        .formatted(script, environment.getOrDefault("first", "")));
        builder.environment().clear();
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return printed;
    }

    @Test
    void theOneThatIsNamedIsTakenOrNone() throws Exception {
        Path named = jdk("named", "26.0.1");
        Path old = jdk("old", "21");
        String other = jdk("other", "25").toString();
        assertThat(found(Map.of("TENURE_JAVA_HOME", named.toString(), "JAVA_HOME", other)))
                .isEqualTo(named.toString());
        assertThat(found(Map.of("TENURE_JAVA_HOME", old.toString(), "JAVA_HOME", other)))
                .isEqualTo(
                        "TENURE_JAVA_HOME is \"%s\", a JDK of version 21: expected is a JDK of version 25 or newer. Correct it, or unset it to have one searched for."
                                .formatted(old));
        assertThat(found(Map.of("TENURE_JAVA_HOME", folder.toString())))
                .startsWith("TENURE_JAVA_HOME is \"%s\", no JDK:".formatted(folder));
    }

    @Test
    void elseThatOfJavaHomeThenTheOneOnThePath() throws Exception {
        Path home = jdk("home", "25.0.3");
        Path old = jdk("old", "17");
        Path real = jdk("real", "25");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("real", "bin", "java"));
        Files.createSymbolicLink(bin.resolve("java"), Path.of("..", "link"));
        String path = bin + ":/usr/bin:/bin";
        assertThat(found(Map.of("JAVA_HOME", home.toString(), "PATH", path))).isEqualTo(home.toString());
        assertThat(Path.of(found(Map.of("JAVA_HOME", old.toString(), "PATH", path)))
                        .toRealPath())
                .as("through a link beside a link")
                .isEqualTo(real.toRealPath());
    }

    /// Of those that managers of versions keep in a home directory, among others.
    @Test
    void elseTheOldestThatFitsInTheUsualFolders() throws Exception {
        jdk(".sdkman/candidates/java/27-tem", "27");
        jdk(".sdkman/candidates/java/24-tem", "24");
        Path fits = jdk(".jdks/temurin-26", "26.0.2");
        Files.delete(jdk(".jdks/temurin-25", "25").resolve("bin/javac"));
        String script = Path.of("..", "build", "jdk.sh").toRealPath().toString();
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "HOME='%s'; . '%s'; jdk_in_usual_folders; echo \"$FOUND\"".formatted(folder, script))
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        // This machine's own may be older still.
        assertThat(printed).isIn(fits.toString(), oldestHere(script));
    }

    /// As a service of systemd without `User=` has none.
    @Test
    void withoutAHomeDirectoryThatOfTheUserIsMeant() throws Exception {
        String script = Path.of("..", "build", "jdk.sh").toRealPath().toString();
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "set -u; unset HOME; . '%s'; find_jdk; echo \"$HOME $JAVA_HOME\"".formatted(script))
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).startsWith(System.getProperty("user.home") + " ");
    }

    private static String oldestHere(String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "bash", "-c", "HOME=/nowhere; . '%s'; jdk_in_usual_folders; echo \"$FOUND\"".formatted(script))
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return printed;
    }

    /// `build/release` keeps in `VERSION` what it releases, and other scripts that look for a JDK have
    /// variables too.
    @Test
    void noVariableOfTheScriptThatLooksIsChanged() throws Exception {
        Path home = jdk("home", "25.0.3");
        String script = Path.of("..", "build", "jdk.sh").toRealPath().toString();
        String looks =
                "VERSION=0.9.0 version=a home=b line=c java=d link=e what=f; . '%s'; find_jdk; ".formatted(script)
                        + "echo \"$VERSION $version $home $line $java $link $what\"";
        var builder = new ProcessBuilder("bash", "-c", looks);
        builder.environment().put("JAVA_HOME", home.toString());
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        assertThat(printed).isEqualTo("0.9.0 a b c d e f");
    }

    /// In an unpacked release, whose jars are in `lib`, there is nothing to compile.
    @Test
    void aReleaseIsContentWithARuntime() throws Exception {
        Path runtime = jdk("runtime", "25.0.3");
        Files.delete(runtime.resolve("bin/javac"));
        Path unpacked = folder.resolve("unpacked");
        Files.createDirectories(unpacked.resolve("lib"));
        String home = runtime.toString();
        String alone = "jdk_on_path() { false; };";
        assertThat(found(Map.of("JAVA_HOME", home, "ROOT", unpacked.toString(), "first", alone)))
                .isEqualTo(home);
        assertThat(found(Map.of("JAVA_HOME", home, "ROOT", folder.toString(), "first", alone)))
                .startsWith("No JDK 25 or newer was found");
        assertThat(found(Map.of("JAVA_HOME", home, "first", alone))).startsWith("No JDK 25 or newer was found");
    }

    @Test
    void whereThereIsNoneItSaysWhatToInstall() throws Exception {
        assertThat(found(Map.of("PATH", "/bin", "first", "jdk_on_path() { false; };")))
                .startsWith("No JDK 25 or newer was found")
                .contains("temurin");
    }
}
