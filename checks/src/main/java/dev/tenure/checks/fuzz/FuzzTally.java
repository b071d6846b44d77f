package dev.tenure.checks.fuzz;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/// What became of the requests. Safe for use by several threads.
final class FuzzTally {
    private static final int FINDINGS_MAX = 20;
    private static final int INTERNAL_ERROR = 500;

    /// Upstream answers 500 where an error is of no kind that it knows: a read at a resource version that is
    /// no number, a strategic merge patch that does not fit the kind's lists, an apply that does not fit its
    /// kind, a new object with a resource version, a binding without a node. So does this server, always on
    /// purpose, and such an answer has no reason (`Statuses.unknown`). What it did not foresee has one, and
    /// is a finding.
    private static final String UNFORESEEN = "InternalError";

    /// The answer to a HEAD says nothing.
    private static final Pattern SILENT =
            Pattern.compile("\\AHEAD \\S*[?&]resourceVersion=(?![0-9]{1,18}(?:[&\\s]|$))\\S");

    private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> ways = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> findings = new ConcurrentLinkedQueue<>();
    private final AtomicLong found = new AtomicLong();
    private final AtomicLong left;

    /// @param requests how many may be sent
    FuzzTally(long requests) {
        left = new AtomicLong(requests);
    }

    /// @return false when there were enough requests
    boolean next(String way) {
        if (left.decrementAndGet() < 0) {
            return false;
        }
        ways.computeIfAbsent(way, _ -> new LongAdder()).increment();
        return true;
    }

    /// How many requests were sent, by protocol.
    Map<String, Long> sent() {
        var sent = new TreeMap<String, Long>();
        ways.forEach((way, count) -> sent.put(way, count.sum()));
        return sent;
    }

    boolean over() {
        return left.get() <= 0;
    }

    /// @param status 0 when the connection ended without an answer
    /// @param answer what a 500 says, as far as it was read
    void answered(int status, String request, String answer) {
        statuses.computeIfAbsent(status, _ -> new LongAdder()).increment();
        boolean foreseen = answer.isEmpty() ? SILENT.matcher(request).find() : !answer.contains(UNFORESEEN);
        if (status == INTERNAL_ERROR && !foreseen) {
            finding("500: %s%nis answered with %s".formatted(request, answer));
        }
    }

    void finding(String what) {
        if (found.incrementAndGet() <= FINDINGS_MAX) {
            findings.add(what);
        }
    }

    /// How many requests ended in a way in which none may, and the first of them.
    long found() {
        return found.get();
    }

    List<String> findings() {
        return List.copyOf(findings);
    }

    @Override
    public String toString() {
        return "requests " + new TreeMap<>(ways) + ", answers by status (0: the connection was ended) "
                + new TreeMap<>(statuses);
    }
}
