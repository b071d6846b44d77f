package dev.tenure.node.container;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.node.cri.LogLine;
import dev.tenure.runtime.io.IoWords;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// What a container that has ended leaves to be shown in its status: the end of the file at its
/// `terminationMessagePath`, or of its log if it may stand for that. Waits for the disk. Upstream:
/// kuberuntime_container.go (getTerminationMessage, readLastStringFromContainerLogs).
final class TerminationMessage {
    private static final int BYTES_MAX = 4096;
    private static final int LOG_BYTES_MAX = 2048;
    private static final int LOG_LINES_MAX = 80;
    /// Holds what may be shown whatever the lengths of lines, which runtimes cut at 16 KiB.
    private static final int LOG_END_BYTES = 64 << 10;

    private TerminationMessage() {}

    /// The same container with its message behind that of the runtime.
    static RunContainer with(RunContainer container) {
        if (!container.exited()) {
            return container;
        }
        String message = of(container);
        if (message.isEmpty()) {
            return container;
        }
        String before = container.message();
        return container.withMessage(before.isEmpty() ? message : before + ": " + message);
    }

    private static String of(RunContainer container) {
        Map<String, String> annotations = container.annotations();
        boolean fromLog =
                annotations.getOrDefault(Labels.TERMINATION_MESSAGE_POLICY, "").equals("FallbackToLogsOnError")
                        && container.exitCode() != 0
                        && !container.reason().equals("ContainerCannotRun");
        String path = annotations.getOrDefault(Labels.TERMINATION_MESSAGE_PATH, "");
        String message = "";
        for (RunContainer.Mounted mount : container.mounts()) {
            if (!path.isEmpty() && mount.containerPath().equals(path.startsWith("/") ? path : "/" + path)) {
                try {
                    message = text(end(Path.of(mount.hostPath()), BYTES_MAX));
                } catch (FileNotFoundException _) {
                    message = "";
                } catch (IOException e) {
                    return "Error on reading termination log %s: %s".formatted(mount.hostPath(), IoWords.of(e));
                }
                break;
            }
        }
        return message.isEmpty() && fromLog ? endOfLog(container.logPath()) : message;
    }

    private static String endOfLog(String path) {
        byte[] end;
        try {
            end = end(Path.of(path), LOG_END_BYTES);
        } catch (IOException e) {
            return "Error on reading termination message from logs: " + IoWords.of(e);
        }
        List<LogLine> last = lastLines(end);
        var written = new ByteArrayOutputStream();
        for (LogLine line : last) {
            written.writeBytes(line.text());
            if (!line.partial()) {
                written.write('\n');
            }
        }
        byte[] all = written.toByteArray();
        return text(Arrays.copyOfRange(all, Math.max(0, all.length - LOG_BYTES_MAX), all.length));
    }

    /// Parts of lines are counted with the line that they belong to; what stands before the first end of a
    /// line may be cut off.
    private static List<LogLine> lastLines(byte[] end) {
        var lines = new ArrayList<LogLine>();
        int begin = end.length < LOG_END_BYTES ? 0 : next(end, 0);
        while (begin < end.length) {
            int behind = next(end, begin);
            boolean closed = end[behind - 1] == '\n';
            LogLine.parse(Arrays.copyOfRange(end, begin, closed ? behind - 1 : behind))
                    .ifPresent(lines::add);
            begin = behind;
        }
        int whole = 0;
        for (int i = lines.size() - 1; i >= 0; i--) {
            whole += lines.get(i).partial() ? 0 : 1;
            if (whole > LOG_LINES_MAX) {
                return lines.subList(i + 1, lines.size());
            }
        }
        return lines;
    }

    /// Behind the next end of a line.
    private static int next(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return bytes.length;
    }

    private static byte[] end(Path file, int bytesMax) throws IOException {
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(Math.max(0, in.length() - bytesMax));
            byte[] bytes = new byte[bytesMax];
            int held = 0;
            int read = in.read(bytes);
            while (read > 0) {
                held += read;
                read = in.read(bytes, held, bytesMax - held);
            }
            return Arrays.copyOf(bytes, held);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
