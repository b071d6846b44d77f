package dev.tenure.launch.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// Completes the last word of a command line. The answer is one candidate a line, with what it means after a
/// tab, and last what the shell is to do besides. Confined to one thread.
public final class Completion {
    /// The shell offers files too.
    private static final String FILES = ":0";

    /// The shell offers nothing else.
    private static final String NOTHING_ELSE = ":4";

    private static final String PODS = "pods";

    /// What the words of a command name.
    ///
    /// @param words which of them comes first; none when names come at once
    /// @param kind of what the names are
    /// @param several whether there may be more than one name
    private record Things(List<String> words, String kind, boolean several) {
        static final Things NONE = new Things(List.of(), "", false);
        static final Things NODES = new Things(List.of(), "nodes", true);
    }

    private static final Map<String, Things> THINGS = Map.ofEntries(
            Map.entry("plan cordon", Things.NODES),
            Map.entry("plan uncordon", Things.NODES),
            Map.entry("plan drain", Things.NODES),
            Map.entry("plan taint", new Things(List.of("nodes"), "nodes", true)),
            Map.entry("plan delete", new Things(List.of("node"), "nodes", true)),
            Map.entry("plan lose", new Things(List.of("node", "zone"), "nodes", true)),
            Map.entry("plan scale", new Things(List.of(), "workloads", false)),
            Map.entry("node stop", Things.NODES),
            Map.entry("node start", Things.NODES),
            Map.entry("node partition", Things.NODES),
            Map.entry("node clear", Things.NODES),
            Map.entry("node set", new Things(List.of(), "nodes", false)),
            Map.entry("taints", new Things(List.of(), "taint-keys", false)),
            Map.entry("explain pod", new Things(List.of(), PODS, false)));

    private static final String HELP = "help";

    /// What an option that names a workload calls it.
    private static final String WORKLOAD = "KIND/NAME";

    private final Function<String, List<String>> names;
    private final List<String> typed;
    private final String last;
    private CommandLine command;
    private final List<String> positional = new ArrayList<>();
    private Optional<OptionSpec> pending = Optional.empty();

    private Completion(CommandLine command, List<String> words, Function<String, List<String>> names) {
        this.command = command;
        this.names = names;
        this.typed = words.subList(0, Math.max(0, words.size() - 1));
        this.last = words.isEmpty() ? "" : words.getLast();
    }

    /// @param command the whole command line
    /// @param words what has been typed behind the name of the program; the last one is completed, and may be
    ///     empty
    /// @param names what there is of a kind: `nodes`, `zones`, `pods`, `pods/NAMESPACE`, `namespaces`,
    ///     `workloads`, `taint-keys`, `contexts`, `clusters` or `users`
    /// @return the lines of the answer
    public static List<String> of(CommandLine command, List<String> words, Function<String, List<String>> names) {
        return new Completion(command, words, names).answer();
    }

    private List<String> answer() {
        typed.forEach(this::read);
        if (pending.isPresent()) {
            return values(pending.get(), "", last);
        }
        int equals = last.indexOf('=');
        if (last.startsWith("--") && equals > 0) {
            String name = last.substring(0, equals);
            return option(name)
                    .map(option -> values(option, name + "=", last.substring(equals + 1)))
                    .orElse(List.of(NOTHING_ELSE));
        }
        return last.startsWith("-") ? options() : words();
    }

    private void read(String word) {
        if (pending.isPresent()) {
            pending = Optional.empty();
        } else if (word.startsWith("-")) {
            pending = word.contains("=")
                    ? Optional.empty()
                    : option(word).filter(option -> option.arity().min() > 0);
        } else if (positional.isEmpty() && command.getSubcommands().containsKey(word)) {
            command = command.getSubcommands().get(word);
        } else {
            positional.add(word);
        }
    }

    private Optional<OptionSpec> option(String name) {
        return Optional.ofNullable(command.getCommandSpec().findOption(name));
    }

    private List<String> options() {
        return ended(
                command.getCommandSpec().options().stream()
                        .filter(option -> !option.hidden())
                        .flatMap(option -> Stream.of(option.names())
                                .filter(name -> name.startsWith("--"))
                                .map(name -> described(name, option.description()))),
                NOTHING_ELSE);
    }

    private List<String> values(OptionSpec option, String before, String begun) {
        Optional<String> kind = kind(option);
        if (kind.isPresent()) {
            return ended(begun(names.apply(kind.get()).stream(), begun).map(name -> before + name), NOTHING_ELSE);
        }
        List<String> known = candidates(option);
        boolean file = known.isEmpty() && namesFile(option);
        return ended(begun(known.stream(), begun).map(name -> before + name), file ? FILES : NOTHING_ELSE);
    }

    private static boolean namesFile(ArgSpec argument) {
        return argument.paramLabel().contains("FILE") || argument.paramLabel().contains("DIR");
    }

    /// What an option names, if that can be asked for.
    private static Optional<String> kind(OptionSpec option) {
        return switch (option.longestName()) {
            case "--context", "--cluster", "--user", "--namespace" ->
                Optional.of(option.longestName().substring(2) + "s");
            case "--node" -> Optional.of("nodes");
            case "--key" -> Optional.of("taint-keys");
            case "--for" -> option.paramLabel().equals(WORKLOAD) ? Optional.of("workloads") : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static List<String> candidates(ArgSpec argument) {
        Iterable<String> given = argument.completionCandidates();
        return given == null
                ? List.of()
                : StreamSupport.stream(given.spliterator(), false).toList();
    }

    private List<String> words() {
        if (path().equals(HELP)) {
            return ended(begun(commands(explained()), last), NOTHING_ELSE);
        }
        Stream<String> commands = positional.isEmpty() ? commands(Optional.of(command)) : Stream.empty();
        Optional<PositionalParamSpec> next = parameter();
        Stream<String> things = Stream.concat(
                        things().stream(), next.stream().flatMap(parameter -> candidates(parameter).stream()))
                .filter(name -> !positional.contains(name));
        boolean files = next.isPresent() && namesFile(next.get());
        return ended(begun(Stream.concat(commands, things), last), files ? FILES : NOTHING_ELSE);
    }

    private static Stream<String> commands(Optional<CommandLine> above) {
        return above.stream()
                .flatMap(each -> each.getSubcommands().values().stream())
                .map(CommandLine::getCommandSpec)
                .filter(spec -> !spec.usageMessage().hidden())
                .map(spec -> described(spec.name(), summary(spec)));
    }

    /// The command whose help is asked for so far; none when there is no such command.
    private Optional<CommandLine> explained() {
        Optional<CommandLine> at = Optional.of(root());
        for (String word : positional) {
            at = at.map(each -> each.getSubcommands().get(word));
        }
        return at;
    }

    /// What the last word would be to the command.
    private Optional<PositionalParamSpec> parameter() {
        return command.getCommandSpec().positionalParameters().stream()
                .filter(each -> each.index().contains(positional.size()))
                .findFirst();
    }

    private static String[] summary(CommandSpec spec) {
        UsageMessageSpec usage = spec.usageMessage();
        return usage.description();
    }

    private List<String> things() {
        Things things = THINGS.getOrDefault(path(), Things.NONE);
        if (positional.isEmpty() && !things.words().isEmpty()) {
            return things.words();
        }
        if (things.kind().isEmpty() || (!things.several() && !positional.isEmpty())) {
            return List.of();
        }
        if (things.kind().equals(PODS) && last.contains("/")) {
            String before = last.substring(0, last.indexOf('/') + 1);
            return names.apply(PODS + "/" + before.substring(0, before.length() - 1)).stream()
                    .map(before::concat)
                    .toList();
        }
        return names.apply(positional.contains("zone") ? "zones" : things.kind());
    }

    /// The command's name without that of the program.
    private String path() {
        String whole = command.getCommandSpec().qualifiedName();
        String program = root().getCommandName();
        return whole.substring(Math.min(whole.length(), program.length())).strip();
    }

    private CommandLine root() {
        CommandLine at = command;
        while (at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }

    private static Stream<String> begun(Stream<String> all, String begun) {
        return all.filter(each -> each.startsWith(begun));
    }

    private List<String> ended(Stream<String> candidates, String directive) {
        var lines = new ArrayList<>(begun(candidates, last.startsWith("-") ? last : "")
                .sorted()
                .distinct()
                .toList());
        lines.add(directive);
        return lines;
    }

    private static String described(String name, String[] description) {
        String first = description.length == 0 ? "" : description[0].strip();
        return first.isEmpty() ? name : name + "\t" + first.replace('\n', ' ');
    }
}
