package dev.tenure.cli.command;

import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/// Takes `pod/NAME`, as kubectl's users write it, for `pod NAME`, where a command has one subcommand for each
/// kind. Stateless.
final class KindAndName implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's signature
    public boolean preprocess(
            Stack<String> words, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
        if (words.isEmpty()) {
            return false;
        }
        String first = words.peek();
        int slash = first.indexOf('/');
        if (slash > 0 && command.subcommands().containsKey(first.substring(0, slash))) {
            words.pop();
            words.push(first.substring(slash + 1));
            words.push(first.substring(0, slash));
        }
        return false;
    }
}
