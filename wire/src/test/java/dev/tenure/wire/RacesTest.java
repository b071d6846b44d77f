package dev.tenure.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;

/// What threads share without locks, by jcstress: two threads do it at once, many times over, and see nothing
/// but what a class `*Race` lists. `./check full` takes longer and has the code interpreted and compiled in
/// several ways.
@Tag("long")
final class RacesTest {
    private static final List<String> RACES =
            List.of("LazyRace", "MemoTableRace", "DocumentRace", "ObjectTypeRace", "FieldPlaceRace");

    private static final String ALWAYS = "-c 2 -af NONE -v -f 1 ";

    private static final String SHORT = ALWAYS + "-fsm 1 -iters 2 -time 100 -sc false -jvmArgs -XX:+UseSerialGC";

    private static final String LONG = ALWAYS + "-fsm 1 -iters 2 -time 200 -sc true";

    @Test
    void nothingElseIsSeen(@TempDir Path folder) throws Exception {
        String options = Boolean.getBoolean("tenure.full") ? LONG : SHORT;
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(options.split(" ")));
        Process jcstress = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(jcstress.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jcstress.waitFor()).as(printed).isZero();
        assertThat(printed).contains(RACES);
    }
}
