package dev.tenure.node.stats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Reads what this machine is, from `/proc`, `/sys` and `/etc`. Waits for nothing but the kernel.
public final class MachineReader {
    private static final long KIBI = 1024;
    private static final int LOAD_FIELDS = 5;

    private final Path root;

    /// @param root `/`, or another folder in tests
    public MachineReader(Path root) {
        this.root = root;
    }

    /// A number of `/proc/meminfo` in bytes.
    ///
    /// @param name for example `MemTotal`
    /// @throws IOException when it is not there
    public long memoryBytes(String name) throws IOException {
        for (String line : Files.readAllLines(root.resolve("proc/meminfo"))) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.substring(name.length() + 1).strip().split(" ")[0]) * KIBI;
            }
        }
        throw new IOException("/proc/meminfo has no " + name);
    }

    /// The first line of a file; empty when it cannot be read.
    public String line(String path) {
        try {
            return Files.readAllLines(root.resolve(path)).stream()
                    .findFirst()
                    .orElse("")
                    .strip();
        } catch (IOException _) {
            return "";
        }
    }

    /// What stands behind `NAME:` in a file of such lines; empty when it is not there.
    public String value(String path, String name) {
        try {
            return Files.readAllLines(root.resolve(path)).stream()
                    .filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException _) {
            return "";
        }
    }

    /// The operating system's own name, for example `Debian GNU/Linux 12 (bookworm)`.
    public String system() {
        try {
            List<String> lines = Files.readAllLines(root.resolve("etc/os-release"));
            Optional<String> name = lines.stream()
                    .filter(line -> line.startsWith("PRETTY_NAME="))
                    .findFirst();
            return name.map(line -> line.substring(line.indexOf('=') + 1).replace("\"", ""))
                    .orElse("Linux");
        } catch (IOException _) {
            return "Linux";
        }
    }

    public String machineId() {
        return line("etc/machine-id");
    }

    public String bootId() {
        return line("proc/sys/kernel/random/boot_id");
    }

    public String systemUuid() {
        return line("sys/class/dmi/id/product_uuid");
    }

    public String kernel() {
        return line("proc/sys/kernel/osrelease");
    }

    /// How many tasks the machine has now, and how many it may have.
    public record Tasks(long now, long most) {}

    /// Absent when the kernel tells no limit.
    ///
    /// @throws IOException when it tells no number of tasks
    public Optional<Tasks> tasks() throws IOException {
        OptionalLong most = Stream.of("proc/sys/kernel/pid_max", "proc/sys/kernel/threads-max")
                .map(this::line)
                .filter(text -> !text.isEmpty())
                .mapToLong(Long::parseLong)
                .min();
        return most.isEmpty() ? Optional.empty() : Optional.of(new Tasks(running(), most.getAsLong()));
    }

    private long running() throws IOException {
        String[] load = line("proc/loadavg").split(" ");
        return load.length < LOAD_FIELDS
                ? new Libc().processes()
                : Long.parseLong(load[3].substring(load[3].indexOf('/') + 1));
    }
}
