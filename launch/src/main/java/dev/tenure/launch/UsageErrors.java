package dev.tenure.launch;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// How a wrong command line is answered: the short usage line, then what is wrong, then where help is. What
/// is wrong stands near the end, where it is seen.
final class UsageErrors {
    private UsageErrors() {}

    /// With which code a command ends whose command line is wrong: as the command below `tenure` says. Of
    /// those whose code 2 is an answer (something would happen, differs or was found) it is another: a gate
    /// that lets the answer pass must not let a misspelt option pass with it.
    static int exitCode(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        while (spec.parent() != null && spec.parent().parent() != null) {
            spec = spec.parent();
        }
        return spec.exitCodeOnInvalidInput();
    }

    /// Shortens the usage line of a command and of those below it: `up` alone has some fifty options.
    static void shorten(CommandLine command) {
        command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        command.getSubcommands().values().forEach(UsageErrors::shorten);
    }

    static int answer(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        Help help = command.getHelp();
        err.print("Usage: " + help.synopsis("Usage: ".length()));
        err.println("error: " + complaint(wrong));
        UnmatchedArgumentException.printSuggestions(wrong, err);
        CommandSpec spec = command.getCommandSpec();
        err.println("See '" + spec.qualifiedName() + " --help'.");
        err.flush();
        return exitCode(command);
    }

    private static String complaint(ParameterException wrong) {
        if (wrong instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            String word = unmatched.getUnmatched().getFirst();
            boolean choice = !wrong.getCommandLine().getSubcommands().isEmpty();
            return (choice ? "unknown command '%s'" : "unexpected argument '%s'").formatted(word);
        }
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return unknown(unmatched.getUnmatched());
        }
        return plain(String.valueOf(wrong.getMessage()));
    }

    /// Words behind an unknown option are mostly its value, and say nothing of their own.
    private static String unknown(List<String> words) {
        String options = words.stream()
                .filter(word -> word.startsWith("-") && !word.equals("-"))
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(", "));
        return "unknown option" + (options.contains(", ") ? "s" : "") + ": " + options;
    }

    /// In the style of the other errors, without the names of Java's types.
    private static String plain(String message) {
        return decapitalized(message.replaceAll("is not an? (int|long|float|double)$", "is not a number"));
    }

    private static String decapitalized(String text) {
        boolean word = text.length() > 1 && Character.isLowerCase(text.charAt(1));
        return word ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
    }
}
