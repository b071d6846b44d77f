package dev.tenure.launch.process;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.runtime.io.BoundedLog;
import dev.tenure.runtime.io.PrivateFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts this program again in the background with the same arguments but `--detach`, waits until it
/// says that it is ready, and leaves it running.
public final class Detached {
    /// The line with which the background process ends what it has to say on standard output.
    public static final String READY = "tenure-detached-ready";

    /// Set in the background process, so that it says [#READY] and lets go of its terminal.
    public static final String MARK = "TENURE_DETACHED";

    /// A log that is longer when a process starts is put aside.
    private static final long LOG_BYTES_AT_START = 5L << 20;

    private Detached() {}

    /// Whether this process is one that was started in the background.
    public static boolean isBackground() {
        return System.getenv(MARK) != null;
    }

    /// @return 0 once the background process is ready, else its exit code
    public static int start(DataDirectory directory, List<String> arguments, PrintWriter out) {
        try {
            PrivateFiles.makeFolder(directory.root());
            Path log = directory.log();
            BoundedLog.rotate(log, LOG_BYTES_AT_START);
            if (!Files.exists(log)) {
                Files.createFile(log, PrivateFiles.ofFile(log));
            }
            long before = Files.size(log);
            var builder = new ProcessBuilder(command(arguments));
            builder.environment().put(MARK, "1");
            builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
            builder.redirectError(Redirect.appendTo(log.toFile()));
            Process process = builder.start();
            return awaitReady(process, new Log(log, before), out);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "cannot start in the background from data directory \"%s\" (%s)"
                            .formatted(directory.root(), DirectoryLock.reason(e)));
        }
    }

    /// @param before how long the log was when the process started
    private record Log(Path file, long before) {
        /// What the process has said.
        String said() throws IOException {
            byte[] all = Files.readAllBytes(file);
            int from = (int) Math.min(before, all.length);
            return new String(all, from, all.length - from, StandardCharsets.UTF_8).strip();
        }
    }

    private static int awaitReady(Process process, Log log, PrintWriter out) throws IOException {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals(READY)) {
                    out.flush();
                    return ExitCode.OK;
                }
                out.println(line);
            }
        }
        int code = exitCode(process);
        String said = log.said();
        throw new CommandFailure(
                code == 0 ? ExitCode.FAILED : code,
                said.isEmpty()
                        ? "the background process ended with code %d".formatted(code)
                        : said.lines().reduce((_, last) -> last).orElse(said).replaceFirst("^error: ", ""));
    }

    private static int exitCode(Process process) {
        while (true) {
            try {
                return process.waitFor();
            } catch (InterruptedException _) {
                process.destroy();
            }
        }
    }

    private static List<String> command(List<String> arguments) throws IOException {
        List<String> own = ownArguments();
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current()
                .info()
                .command()
                .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(own.subList(0, Math.max(0, own.size() - arguments.size())));
        for (String argument : arguments) {
            if (!argument.equals("-d") && !argument.equals("--detach")) {
                command.add(argument);
            }
        }
        return command;
    }

    /// What this process was started with. On Linux the JDK shows no more than 4,096 bytes of it, so it is read from
    /// where the JDK has it.
    private static List<String> ownArguments() throws IOException {
        Path whole = Path.of("/proc/self/cmdline");
        if (!Files.isReadable(whole)) {
            return List.of(ProcessHandle.current().info().arguments().orElse(new String[0]));
        }
        String[] words = Files.readString(whole).split("\0", -1);
        return List.of(words).subList(1, words.length - 1);
    }
}
