package dev.tenure.checks.docs;

import java.util.ArrayList;
import java.util.List;

/// The parts of a page that can be played: files (```yaml blocks that begin with `# NAME`) and sessions
/// (```console blocks, where a line that begins with `$ ` is a command and what follows is what it prints).
final class PageBlocks {
    private static final String FENCE = "```";
    private static final String PROMPT = "$ ";

    private PageBlocks() {}

    /// One part.
    sealed interface Block {
        record Manifest(String name, String text) implements Block {}

        record Session(List<Command> commands) implements Block {
            public Session {
                commands = List.copyOf(commands);
            }
        }
    }

    /// A command and what it prints; a line `...` stands for any lines.
    record Command(String text, List<String> prints) {
        Command {
            prints = List.copyOf(prints);
        }
    }

    static List<Block> of(List<String> lines) {
        var blocks = new ArrayList<Block>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(FENCE) && line.length() > FENCE.length()) {
                int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf(FENCE);
                List<String> body = lines.subList(i + 1, end);
                if (line.equals(FENCE + "yaml") && body.getFirst().startsWith("# ")) {
                    blocks.add(
                            new Block.Manifest(body.getFirst().substring(2).strip(), String.join("\n", body) + "\n"));
                } else if (line.equals(FENCE + "console")) {
                    blocks.add(new Block.Session(commands(body)));
                }
                i = end;
            }
        }
        return blocks;
    }

    private static List<Command> commands(List<String> body) {
        var commands = new ArrayList<Command>();
        for (int i = 0; i < body.size(); ) {
            String text = body.get(i).substring(PROMPT.length());
            int end = i + 1;
            while (end < body.size() && !body.get(end).startsWith(PROMPT)) {
                end++;
            }
            commands.add(new Command(text, body.subList(i + 1, end)));
            i = end;
        }
        return commands;
    }
}
