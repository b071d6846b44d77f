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

    /// Upstream answers 500 to a read at a resource version that is no number, to a strategic merge patch that
    /// orders a list which the kind does not have, and to an apply that does not fit its kind, and so does this
    /// server: recorded in the golden case list/resource-version, pinned by StrategicMergePatchTest.
    private static final Pattern AS_UPSTREAM = Pattern.compile("\\APATCH [\\s\\S]*(?:setElementOrder|apply-patch)"
            + "|\\A(?:GET|HEAD) \\S*[?&]resourceVersion=(?![0-9]{1,18}(?:[&\\s]|$))\\S");

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

    boolean over() {
        return left.get() <= 0;
    }

    /// @param status 0 when the connection ended without an answer
    void answered(int status, String request) {
        statuses.computeIfAbsent(status, _ -> new LongAdder()).increment();
        if (status == INTERNAL_ERROR && !AS_UPSTREAM.matcher(request).find()) {
            finding("500: " + request);
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
