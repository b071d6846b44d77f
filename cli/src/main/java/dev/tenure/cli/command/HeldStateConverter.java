package dev.tenure.cli.command;

import dev.tenure.rules.node.HeldState;
import dev.tenure.rules.node.HeldStates;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the states in which nodes can be held, and names them all for help and completion.
final class HeldStateConverter implements ITypeConverter<HeldState>, Iterable<String> {
    @Override
    public HeldState convert(String text) {
        return HeldState.ofWord(text)
                .orElseThrow(() -> new TypeConversionException(
                        "\"%s\" is no state of a node: expected is one of %s".formatted(text, HeldStates.words())));
    }

    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(HeldState.values()).map(HeldState::word).iterator();
    }
}
