package dev.tenure.store.sqlite;

import dev.tenure.runtime.io.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/// Unpacks the engine's native library once and lets every later start use it, instead of unpacking it into
/// the temporary folder each time: beside the program where its launcher names a folder for that, else beside
/// the data.
final class NativeLibrary {
    /// The folder that the launcher names.
    private static final String SHARED = "tenure.natives";

    private NativeLibrary() {}

    /// To be called before the engine is first used in this process; later calls change nothing. When the
    /// library cannot be unpacked here, the engine finds its own way.
    static void prepare(Path directory) {
        if (System.getProperty("org.sqlite.lib.path") != null) {
            return;
        }
        String shared = System.getProperty(SHARED, "");
        boolean ready = !shared.isEmpty() && isReady(Path.of(shared));
        if (!ready) {
            // a full or read-only disk shows itself when the database is opened, with a better message
            isReady(directory);
        }
    }

    /// Whether the engine will take the library from a folder.
    private static boolean isReady(Path folder) {
        String name = LibraryLoaderUtil.getNativeLibName();
        Path home = folder.resolve("native-" + SQLiteJDBCLoader.getVersion());
        Path library = home.resolve(name);
        try {
            if (!Files.exists(library)) {
                unpack(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name, library);
            }
        } catch (IOException _) {
            return false;
        }
        System.setProperty("org.sqlite.lib.path", home.toString());
        return true;
    }

    private static void unpack(String resource, Path library) throws IOException {
        try (InputStream packed = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            if (packed == null) {
                return;
            }
            PrivateFiles.makeFolder(library.resolveSibling(""));
            Path partial = library.resolveSibling(library.getFileName() + ".partial");
            Files.copy(packed, partial, StandardCopyOption.REPLACE_EXISTING);
            PrivateFiles.tighten(partial);
            try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(partial, library, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
