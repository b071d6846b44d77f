package dev.tenure.runtime.io;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/// What went wrong with files and connections, in words for people: never the name of a class.
public final class IoWords {
    private IoWords() {}

    /// With the name of the file, where it is about one.
    public static String of(Exception e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no file " + missing.getFile();
            case AccessDeniedException denied -> "permission denied: " + denied.getFile();
            case UnknownHostException host -> "the host is not known: " + host.getMessage();
            case HttpTimeoutException _ -> "no answer in time";
            case ConnectException refused ->
                Optional.ofNullable(refused.getMessage())
                        .orElseGet(() -> refused.getCause() instanceof UnresolvedAddressException
                                ? "the host is not known"
                                : "connection refused");
            case ClosedChannelException _ -> "the connection was closed";
            default -> Optional.ofNullable(e.getMessage()).orElse("no reason was given");
        };
    }

    /// Without the name of the file, for a message that says it already.
    public static String briefly(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file or directory";
            case FileAlreadyExistsException _ -> "a file of that name is in the way";
            case FileSystemLoopException loop -> "the link " + loop.getFile() + " leads back to a folder that it is in";
            case FileSystemException f when f.getReason() != null -> f.getReason();
            default -> of(e);
        };
    }
}
