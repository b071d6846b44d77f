package dev.tenure.checks.crash;

import dev.tenure.checks.program.TenureJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A command of Tenure in a process of its own, with the classes of this one.
public final class TenureProcess implements AutoCloseable {
    private final Process process;
    private final List<String> said;

    private TenureProcess(Process process, List<String> said) {
        this.process = process;
        this.said = List.copyOf(said);
    }

    /// Returns once a line of the output has the word by which the command says that it is ready.
    ///
    /// @param jvm options of its Java
    /// @param errors gets what it writes to standard error, after what it holds already
    public static TenureProcess start(List<String> jvm, List<String> command, String ready, Path errors)
            throws IOException {
        List<String> line = TenureJvm.words(jvm.toArray(String[]::new));
        line.addAll(command);
        Process process = new ProcessBuilder(line)
                .redirectError(Redirect.appendTo(errors.toFile()))
                .start();
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var said = new ArrayList<String>();
        for (String next = lines.readLine(); next != null; next = lines.readLine()) {
            said.add(next);
            if (next.contains(ready)) {
                return new TenureProcess(process, said);
            }
        }
        throw new IOException("tenure %s did not start: see %s".formatted(command.getFirst(), errors));
    }

    /// The lines that it had written when it was ready, that one included.
    public List<String> said() {
        return said;
    }

    /// Ends the process as `kill -9` does.
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
