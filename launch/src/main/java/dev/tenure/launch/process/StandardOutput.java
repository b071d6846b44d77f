package dev.tenure.launch.process;

import dev.tenure.cli.command.ExitCode;
import dev.tenure.runtime.io.IoWords;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;

/// What a command prints, and whether it arrived: Java's own stream keeps quiet about a disk that is full,
/// and half an answer must not look like one. Written by one thread at a time, as the stream before it sees
/// to.
public final class StandardOutput extends OutputStream {
    private final OutputStream sink;
    private Optional<IOException> fault = Optional.empty();

    StandardOutput(OutputStream sink) {
        this.sink = sink;
    }

    /// From now on `System.out` goes through it.
    public static StandardOutput watch() {
        var output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        System.setOut(new PrintStream(new BufferedOutputStream(output), true, System.out.charset()));
        return output;
    }

    /// @param code with which the command ends
    /// @return another one when what it said got lost, which is told then; who reads no further has enough
    public int orFailed(int code) {
        System.out.flush();
        String lost = lost();
        if (lost.isEmpty()) {
            return code;
        }
        System.err.println("error: standard output cannot be written: " + lost);
        return ExitCode.FAILED;
    }

    /// Why not everything could be written; empty when it was, or when the reader went away.
    String lost() {
        return fault.map(IoWords::briefly)
                .filter(words -> !words.toLowerCase(Locale.ROOT).contains("broken pipe"))
                .orElse("");
    }

    @Override
    public void write(int part) throws IOException {
        write(new byte[] {(byte) part}, 0, 1);
    }

    @Override
    public void write(byte[] parts, int from, int count) throws IOException {
        try {
            sink.write(parts, from, count);
        } catch (IOException e) {
            fault = Optional.of(e);
            throw e;
        }
    }
}
