package dev.tenure.simnodes.script;

import dev.tenure.simnodes.script.Script.Run;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what a container's command does. This is no shell but a small table: `true`, `false`, `sleep N`,
/// `exit N`, several of them in a row, a loop that never ends, a trap for SIGTERM, what depends on the index
/// within a Job, and what depends on whether a file is there (the scripts of upstream's end-to-end tests of
/// Jobs). The image `pause` runs for ever. All else is unknown.
public final class ScriptParser {
    /// How long something runs that has work to do for ever.
    private static final long ENDLESS_SECONDS = Duration.ofDays(36_500).toSeconds();

    private static final int FAILED = 1;
    /// What is longer is unknown: some of the patterns take the square of its length.
    private static final int LENGTH_MAX = 4_096;

    private static final Pattern SLEEP = Pattern.compile("sleep (\\d{1,9})([smhd]?)");
    private static final Pattern EXIT = Pattern.compile("exit(?: (\\d{1,3}))?");
    private static final Pattern SILENT = Pattern.compile("(?:true|:|date|(?:echo|printf) [^<>|&;$`()]*)");
    private static final Pattern LOOP = Pattern.compile("while (?:true|:) ?;? do [^<>|]* ?;? done");
    private static final Pattern TRAP = Pattern.compile("trap '([^']*)' (?:SIG)?TERM ?;? (.*)");
    private static final Pattern TRAP_BY_NAME =
            Pattern.compile("(\\w+) ?\\(\\) ?\\{ ([^}]*) \\} ?;? trap (\\w+) (?:SIG)?TERM ?;? (.*)");
    private static final Pattern BY_INDEX = Pattern.compile(
            "if \\[ \\$\\(expr \\$\\{?JOB_COMPLETION_INDEX\\}? % (\\d{1,4})\\) -(eq|ne) (\\d{1,4}) \\] ?;? then (.*?) ?;? else (.*?) ?;? fi");
    private static final Pattern BY_FILE = Pattern.compile(
            "if \\[{1,2} -[refs] ([^\\s;]+) \\]{1,2} ?;? then (.*?) ?;? else touch ([^\\s;]+) ?;? (.*?) ?;? fi");

    private final JsonNode pod;
    private final String index;

    private ScriptParser(JsonNode pod) {
        this.pod = pod;
        this.index = pod.path("metadata")
                .path("annotations")
                .path("batch.kubernetes.io/job-completion-index")
                .asText();
    }

    /// @param pod with one container; of others nothing is known
    public static Optional<Script> of(JsonNode pod) {
        JsonNode containers = pod.path("spec").path("containers");
        return containers.size() == 1 ? new ScriptParser(pod).container(containers.get(0)) : Optional.empty();
    }

    private Optional<Script> container(JsonNode container) {
        var words = new ArrayList<String>();
        container.path("command").forEach(word -> words.add(word.asText()));
        container.path("args").forEach(word -> words.add(word.asText()));
        if (words.stream().mapToInt(String::length).sum() > LENGTH_MAX) {
            return Optional.empty();
        }
        if (words.isEmpty()) {
            return image(container.path("image").asText()).equals("pause")
                    ? Optional.of(Run.FOR_EVER)
                    : Optional.empty();
        }
        String program = words.getFirst().substring(words.getFirst().lastIndexOf('/') + 1);
        boolean shell = List.of("sh", "ash", "bash", "dash").contains(program);
        if (shell) {
            return words.size() == 3 && words.get(1).equals("-c") ? script(words.get(2), container) : Optional.empty();
        }
        words.set(0, program);
        return row(String.join(" ", words)).map(run -> run);
    }

    /// The last part of an image's name, without tag and digest.
    private static String image(String name) {
        return name.substring(name.lastIndexOf('/') + 1).replaceFirst("[:@].*", "");
    }

    private Optional<Script> script(String text, JsonNode container) {
        String script = text.strip()
                .replaceAll("\\s*\\n\\s*", " ; ")
                .replaceAll("\\s+", " ")
                .replaceAll("( ;)+", " ;");
        String plain = script.replace("then ;", "then")
                .replace("else ;", "else")
                .replace("do ;", "do")
                .replace("{ ;", "{")
                .replace("; }", "}");
        Matcher byFile = BY_FILE.matcher(plain);
        if (byFile.matches() && byFile.group(1).equals(byFile.group(3))) {
            Optional<Run> later = row(byFile.group(2));
            Optional<Run> first = row(byFile.group(4));
            return first.flatMap(one ->
                    later.map(other -> new Script.Marking(file(byFile.group(1), container), one, other)));
        }
        Matcher byIndex = BY_INDEX.matcher(plain);
        if (byIndex.matches()) {
            return index.isEmpty() ? Optional.empty() : row(branch(byIndex)).map(run -> run);
        }
        return trap(plain).or(() -> row(plain)).map(run -> run);
    }

    private String branch(Matcher byIndex) {
        long rest = Long.parseLong(index) % Math.max(1, Long.parseLong(byIndex.group(1)));
        boolean equal = rest == Long.parseLong(byIndex.group(3));
        return byIndex.group(equal == byIndex.group(2).equals("eq") ? 4 : 5);
    }

    /// What runs for ever and does something when it is asked to end.
    private static Optional<Run> trap(String script) {
        Matcher named = TRAP_BY_NAME.matcher(script);
        if (named.matches()
                && named.group(1).equals(named.group(3))
                && LOOP.matcher(named.group(4)).matches()) {
            return trapped(named.group(2));
        }
        Matcher trap = TRAP.matcher(script);
        return trap.matches() && LOOP.matcher(trap.group(2)).matches() ? trapped(trap.group(1)) : Optional.empty();
    }

    private static Optional<Run> trapped(String handler) {
        return row(handler)
                .map(run -> new Run(
                        Optional.of(Duration.ofSeconds(ENDLESS_SECONDS)),
                        run.exitCode(),
                        run.time().orElse(Duration.ZERO)));
    }

    /// Commands one after another.
    private static Optional<Run> row(String script) {
        if (LOOP.matcher(script).matches()) {
            return Optional.of(Run.ending(ENDLESS_SECONDS, 0));
        }
        long seconds = 0;
        for (String command : script.split(" ?(?:;|&&) ?")) {
            Matcher sleep = SLEEP.matcher(command);
            Matcher exit = EXIT.matcher(command);
            if (sleep.matches()) {
                seconds = Math.min(ENDLESS_SECONDS, seconds + Long.parseLong(sleep.group(1)) * unit(sleep.group(2)));
            } else if (command.matches("sleep inf(inity)?")) {
                seconds = ENDLESS_SECONDS;
            } else if (exit.matches()) {
                return Optional.of(
                        Run.ending(seconds, exit.group(1) == null ? 0 : Integer.parseInt(exit.group(1)) & 0xff));
            } else if (command.equals("false")) {
                return Optional.of(Run.ending(seconds, FAILED));
            } else if (!SILENT.matcher(command).matches()) {
                return Optional.empty();
            }
        }
        return Optional.of(Run.ending(seconds, 0));
    }

    private static long unit(String word) {
        return switch (word) {
            case "m" -> 60;
            case "h" -> 3600;
            case "d" -> 86_400;
            default -> 1;
        };
    }

    /// The name by which a file is known to all containers that may see it: those of the node for a volume of
    /// type hostPath, those of the pod for all others.
    private String file(String path, JsonNode container) {
        String whole = path.replaceAll("\\$\\{?JOB_COMPLETION_INDEX\\}?", index);
        for (JsonNode mount : container.path("volumeMounts")) {
            String at = mount.path("mountPath").asText();
            if (whole.startsWith(at + "/")) {
                for (JsonNode volume : pod.path("spec").path("volumes")) {
                    if (volume.path("name").equals(mount.path("name")) && volume.has("hostPath")) {
                        return pod.path("spec").path("nodeName").asText() + ":"
                                + volume.path("hostPath").path("path").asText() + whole.substring(at.length());
                    }
                }
            }
        }
        return pod.path("metadata").path("uid").asText() + ":" + whole;
    }
}
