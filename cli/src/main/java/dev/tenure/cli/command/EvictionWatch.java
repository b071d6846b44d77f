package dev.tenure.cli.command;

import dev.tenure.cli.print.EvictionRows.Row;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// One look after another at who left and who will. A server that dies, or whose controllers begin anew, ends
/// nothing: that is told once, and so is that it answers again. Used by one thread.
final class EvictionWatch {
    /// Controllers that begin know of no eviction to come until they have seen the cluster: so long nothing
    /// counts as cancelled.
    static final Duration BEGINNING = Duration.ofSeconds(10);

    /// Prints what is new in a page.
    interface Printer {
        /// @param rows of the page, and those that are taken to be there still, by identity
        /// @param before rows of the look before
        void print(JsonNode page, Map<String, Row> rows, Map<String, Row> before);
    }

    /// Reads rows of a page.
    interface Reader {
        Map<String, Row> rows(JsonNode page);
    }

    private final TimeSource time;
    private final Reader reader;
    private final Printer printer;
    private final PrintWriter err;
    private Map<String, Row> shown;
    private Tick begun;
    private boolean lost;

    /// @param shown rows that were shown already
    /// @param err for what is no row
    EvictionWatch(TimeSource time, Reader reader, Printer printer, PrintWriter err, Map<String, Row> shown) {
        this.time = time;
        this.reader = reader;
        this.printer = printer;
        this.err = err;
        this.shown = shown;
        this.begun = time.now();
    }

    /// @param question asks the server; may throw as [ClusterOptions#ask] handles it
    void look(Supplier<JsonNode> question) {
        JsonNode page;
        try {
            page = question.get();
        } catch (ConnectionException | CommandFailure | JsonSyntaxException e) {
            lose(String.valueOf(e.getMessage()));
            return;
        }
        if (lost) {
            lost = false;
            begun = time.now().plus(BEGINNING);
            err.println("followed again; of what happened in between only what came of it is told");
            err.flush();
        }
        Map<String, Row> rows = new LinkedHashMap<>(reader.rows(page));
        if (begun.isAfter(time.now())) {
            shown.forEach(rows::putIfAbsent);
        }
        printer.print(page, rows, shown);
        shown = rows;
    }

    private void lose(String why) {
        if (!lost) {
            lost = true;
            err.println("the cluster is not followed at present: " + why);
            err.flush();
        }
    }
}
