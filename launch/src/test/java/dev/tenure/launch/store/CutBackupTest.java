package dev.tenure.launch.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.TenureMain;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.process.Trouble;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A backup that is told to stop while it is written, as by Ctrl-C.
class CutBackupTest {
    /// Of zeros that take no room on the disk, and longer to read than a process takes to end.
    private static final long LARGE_BYTES = 64L << 30;

    @TempDir
    private Path folder = Path.of("");

    @Test
    @Timeout(120)
    void leavesNoHalfFileWithKeysAndNoCopyOfTheStore() throws IOException, InterruptedException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Path out = Files.createDirectory(folder.resolve("out"));
        var config = ApiConfig.standard(new DataDirectory(data), false, new ApiConfig.Listen("127.0.0.1", 0));
        ApiProcess.start(config, new SystemTime(), new Trouble(new LoggedFaults(), () -> {}))
                .close();
        try (var large = new RandomAccessFile(data.resolve("pki/large").toFile(), "rw")) {
            large.setLength(LARGE_BYTES);
        }

        try (WatchService begun = out.getFileSystem().newWatchService()) {
            out.register(begun, StandardWatchEventKinds.ENTRY_CREATE);
            Process backup = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            TenureMain.class.getName(),
                            "backup",
                            out.resolve("cut.backup").toString(),
                            "--data-dir",
                            data.toString()))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            try {
                assertThat(begun.take().pollEvents())
                        .extracting(event -> String.valueOf(event.context()))
                        .contains("cut.backup.partial");
                backup.destroy();
                backup.waitFor();
            } finally {
                backup.destroyForcibly();
            }
        }

        assertThat(out).isEmptyDirectory();
        assertThat(data).isDirectoryNotContaining("glob:**/backup-*");
    }
}
