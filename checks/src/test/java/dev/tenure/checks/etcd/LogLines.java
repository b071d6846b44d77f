package dev.tenure.checks.etcd;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What is logged while a test runs, from warnings on.
final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.tenure");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    LogLines() {
        setLevel(Level.WARNING);
        logger.addHandler(this);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            Object[] values = entry.getParameters();
            lines.add(values == null ? entry.getMessage() : MessageFormat.format(entry.getMessage(), values));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
