package dev.tenure.plan.export;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Other words for words, the same word for the same word. Names are taken apart at what is no letter and no
/// digit, and each part gets its own, so that what is put together of names still is: a pod `shop-db-0` of a
/// set `shop-db` and its claim `data-shop-db-0` fit each other as before. The ordinal at the end of a name
/// stays, and so do words that Kubernetes itself gives a meaning. Different names never become the same.
/// Confined to one thread.
final class Pseudonyms {
    private static final int LETTERS = 26;
    private static final int SIGNS = 36;
    private static final int ORDINAL_DIGITS_MAX = 4;

    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");
    private static final Pattern PERCENT = Pattern.compile("\\d{1,3}%");
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("(?=.*:.*:)[0-9a-fA-F:.]+");

    private static final Set<String> MEANT = Set.of(
            ("true false yes no None linux windows amd64 arm64 arm ppc64le s390x latest default kube system public node"
                            + " lease kubernetes io k8s cluster critical scheduler control plane master worker api file"
                            + " tenure simulated fake NoExecute NoSchedule PreferNoSchedule metadata name")
                    .split(" "));

    /// Groups and labels of these domains are Kubernetes' own, or those of everybody.
    private static final List<String> OPEN_DOMAINS = List.of(
            "kubernetes.io", "k8s.io", "x-k8s.io", "openshift.io", "tenure.dev", "nvidia.com", "amd.com", "intel.com");

    /// Of these domains only the part before the name is.
    private static final Set<String> HALF_OPEN_DOMAINS =
            Set.of("node-role.kubernetes.io", "node-restriction.kubernetes.io", "readiness.k8s.io");

    private static final int UID_LENGTH = 36;

    /// With the uid of a NodeReadinessRule behind it, an annotation of nodes.
    private static final String BOOTSTRAPPED = "readiness.k8s.io/bootstrap-completed-";

    private static final Set<String> OPEN_KEYS = Set.of(
            "pod-template-hash",
            "controller-revision-hash",
            "pod-template-generation",
            "job-name",
            "controller-uid",
            "metadata.name",
            "foregroundDeletion",
            "orphan");

    private final Map<String, String> parts = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, String> addresses = new HashMap<>();
    private final Consumer<Pseudonym> chosen;
    private int next;

    /// @param chosen hears of each that is new
    Pseudonyms(Consumer<Pseudonym> chosen) {
        this.chosen = chosen;
    }

    /// Uses a pseudonym of an earlier run; all of them are to be given, in the order in which they were
    /// chosen.
    void know(Pseudonym known) {
        map(known.of()).put(known.word(), known.code());
        next = Math.max(next, known.next());
    }

    private Map<String, String> map(Pseudonym.Of of) {
        return switch (of) {
            case PART -> parts;
            case TEXT -> texts;
            case ADDRESS -> addresses;
        };
    }

    private String chosen(Pseudonym.Of of, String word, Supplier<String> choice) {
        Map<String, String> known = map(of);
        String before = known.get(word);
        if (before != null) {
            return before;
        }
        String code = choice.get();
        known.put(word, code);
        chosen.accept(new Pseudonym(of, word, code, next));
        return code;
    }

    /// Of a name, or of what is put together of names.
    String name(String name) {
        if (Stream.of(UID, MOMENT, PERCENT).anyMatch(kept -> kept.matcher(name).matches())) {
            return name;
        }
        if (IPV4.matcher(name).matches() || IPV6.matcher(name).matches()) {
            return address(name);
        }
        var out = new StringBuilder();
        int from = 0;
        while (from < name.length()) {
            int to = from;
            while (to < name.length() && Character.isLetterOrDigit(name.charAt(to))) {
                to++;
            }
            if (to == from) {
                out.append(name.charAt(from++));
            } else {
                String part = name.substring(from, to);
                out.append(to == name.length() && isOrdinal(part) ? part : part(part));
                from = to;
            }
        }
        return out.toString();
    }

    private static boolean isOrdinal(String part) {
        return part.length() <= ORDINAL_DIGITS_MAX && part.chars().allMatch(Character::isDigit);
    }

    private String part(String part) {
        return MEANT.contains(part) ? part : chosen(Pseudonym.Of.PART, part, this::code);
    }

    /// Of a label's, taint's or annotation's key, or of a finalizer.
    String key(String key) {
        int slash = key.indexOf('/');
        String domain = slash < 0 ? "" : key.substring(0, slash);
        if (key.startsWith(BOOTSTRAPPED) && key.length() == BOOTSTRAPPED.length() + UID_LENGTH) {
            return key;
        }
        if (HALF_OPEN_DOMAINS.contains(domain)) {
            return domain + "/" + name(key.substring(slash + 1));
        }
        return OPEN_KEYS.contains(key) || isOpen(domain) ? key : name(key);
    }

    /// Whether a domain is one that everybody uses.
    static boolean isOpen(String domain) {
        return OPEN_DOMAINS.stream().anyMatch(open -> domain.equals(open) || domain.endsWith("." + open));
    }

    /// Of a text of which nothing is to be seen, not even what is the same in others.
    String text(String text) {
        return text.isEmpty() ? "" : chosen(Pseudonym.Of.TEXT, text, this::code);
    }

    private String address(String address) {
        return chosen(Pseudonym.Of.ADDRESS, address, () -> {
            int number = addresses.size() + 1;
            return address.contains(":")
                    ? "fd00::%x:%x".formatted(number >> 16, number & 0xffff)
                    : "10.%d.%d.%d".formatted(number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff);
        });
    }

    /// The next word that has no meaning: short, and a valid name by itself.
    private String code() {
        while (true) {
            String code = code(next++);
            if (!MEANT.contains(code)) {
                return code;
            }
        }
    }

    private static String code(int number) {
        var out = new StringBuilder();
        int rest = number;
        while (rest >= LETTERS) {
            int sign = (rest - LETTERS) % SIGNS;
            out.append(sign < LETTERS ? (char) ('a' + sign) : (char) ('0' + sign - LETTERS));
            rest = (rest - LETTERS) / SIGNS;
        }
        return out.append((char) ('a' + rest)).reverse().toString();
    }
}
