package dev.tenure.launch.log;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/// One line an entry: `time=… level=… logger=… msg="…"`, and the cause's class and message when there is
/// one. Stack traces are for `-v`.
final class LineFormatter extends Formatter {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final boolean stackTraces;

    LineFormatter(boolean stackTraces) {
        this.stackTraces = stackTraces;
    }

    @Override
    public String format(LogRecord entry) {
        var line = new StringBuilder(160)
                .append("time=")
                .append(TIME.format(Instant.ofEpochMilli(entry.getMillis())))
                .append(" level=")
                .append(level(entry))
                .append(" logger=")
                .append(shortName(String.valueOf(entry.getLoggerName())))
                .append(" msg=")
                .append(quoted(formatMessage(entry)));
        Throwable thrown = entry.getThrown();
        if (thrown != null) {
            line.append(" cause=").append(quoted(thrown.toString()));
            if (stackTraces) {
                for (StackTraceElement element : thrown.getStackTrace()) {
                    line.append("\n    at ").append(element);
                }
            }
        }
        return line.append('\n').toString();
    }

    private static String level(LogRecord entry) {
        int value = entry.getLevel().intValue();
        if (value >= Level.SEVERE.intValue()) {
            return "error";
        }
        if (value >= Level.WARNING.intValue()) {
            return "warn";
        }
        return value >= Level.INFO.intValue() ? "info" : "debug";
    }

    private static String shortName(String logger) {
        return logger.startsWith("dev.tenure.") ? logger.substring("dev.tenure.".length()) : logger;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
