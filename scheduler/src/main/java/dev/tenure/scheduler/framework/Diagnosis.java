package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.NodeState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Why no node was feasible: what each node that was looked at was refused for, and what holds for the
/// others.
public final class Diagnosis {
    /// Limit of an event's note in bytes; a longer text is cut and marked.
    public static final int NOTE_LENGTH_MAX = 1024;

    private static final String CUT_MARK = " ...";

    /// The bytes of a character in UTF-8 but its first one.
    private static final int CONTINUES = 0x80;

    private static final int CONTINUES_MASK = 0xC0;

    private final int nodesTotal;
    private final Map<String, Verdict.Rejected> byNode = new LinkedHashMap<>();
    private final Set<String> plugins = new HashSet<>();
    private Verdict.Rejected others = Verdict.Rejected.unresolvable("");
    private Verdict.@Nullable Rejected preFilter;
    private String postFilterMessage = "";

    public Diagnosis(int nodesTotal) {
        this.nodesTotal = nodesTotal;
    }

    public void refuse(String node, Verdict.Rejected verdict) {
        byNode.put(node, verdict);
        blame(verdict.plugin());
    }

    /// What holds for all nodes without a refusal of their own.
    public void refuseOthers(Verdict.Rejected verdict) {
        others = verdict;
    }

    /// The pod was refused before any node was looked at.
    public void refuseAll(Verdict.Rejected verdict) {
        preFilter = verdict;
        others = verdict;
        blame(verdict.plugin());
    }

    public void blame(String plugin) {
        if (!plugin.isEmpty()) {
            plugins.add(plugin);
        }
    }

    public void setPostFilterMessage(String message) {
        postFilterMessage = message;
    }

    /// How many nodes there were, looked at or not.
    public int nodesTotal() {
        return nodesTotal;
    }

    public Map<String, Verdict.Rejected> byNode() {
        return byNode;
    }

    public Verdict.Rejected of(String node) {
        return byNode.getOrDefault(node, others);
    }

    public Optional<Verdict.Rejected> preFilter() {
        return Optional.ofNullable(preFilter);
    }

    /// The plugins that refused the pod or a node; events wake it for these.
    public Set<String> plugins() {
        return plugins;
    }

    /// The nodes that removing pods might make feasible.
    public List<NodeState> resolvable(Collection<NodeState> nodes) {
        var found = new ArrayList<NodeState>();
        for (NodeState node : nodes) {
            if (of(node.name()).resolvable()) {
                found.add(node);
            }
        }
        return found;
    }

    /// The text of the condition `PodScheduled`=False.
    public String message() {
        var text = new StringBuilder("0/").append(nodesTotal).append(" nodes are available:");
        if (preFilter != null && !preFilter.message().isEmpty()) {
            text.append(' ').append(preFilter.message()).append('.');
        } else {
            String reasons = reasons();
            if (!reasons.isEmpty()) {
                text.append(' ').append(reasons).append('.');
            }
        }
        if (!postFilterMessage.isEmpty()) {
            text.append(' ').append(postFilterMessage);
        }
        return text.toString();
    }

    private String reasons() {
        var counts = new TreeMap<String, Integer>();
        for (Verdict.Rejected verdict : byNode.values()) {
            verdict.reasons().forEach(reason -> counts.merge(reason, 1, Integer::sum));
        }
        int unexplained = nodesTotal - byNode.size();
        if (unexplained > 0) {
            others.reasons().forEach(reason -> counts.merge(reason, unexplained, Integer::sum));
        }
        return String.join(
                ", ",
                counts.entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .sorted()
                        .toList());
    }

    /// `message` as the note of an event; no character is cut in two.
    public static String note(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= NOTE_LENGTH_MAX) {
            return message;
        }
        int end = NOTE_LENGTH_MAX - CUT_MARK.length();
        while ((bytes[end] & CONTINUES_MASK) == CONTINUES) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT_MARK;
    }
}
