package dev.tenure.cli.command;

import dev.tenure.model.core.Condition.Truth;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A condition as a command line names it.
///
/// @param status absent for one that is taken away
record ReportedCondition(String type, Optional<Truth> status) {
    /// Reads `TYPE=STATUS` and `TYPE-`.
    static final class Converter implements ITypeConverter<ReportedCondition> {
        @Override
        public ReportedCondition convert(String text) {
            int equal = text.indexOf('=');
            if (equal < 0 && text.endsWith("-") && text.length() > 1) {
                return new ReportedCondition(text.substring(0, text.length() - 1), Optional.empty());
            }
            String word = text.substring(equal + 1);
            Optional<Truth> status = Arrays.stream(Truth.values())
                    .filter(truth -> truth.word().equals(word))
                    .findFirst();
            if (equal <= 0 || status.isEmpty()) {
                throw new TypeConversionException(
                        "\"%s\" is no condition: write TYPE=True, TYPE=False or TYPE=Unknown, or TYPE- to take it away"
                                .formatted(text));
            }
            return new ReportedCondition(text.substring(0, equal), status);
        }
    }

    @Override
    public String toString() {
        return status.map(truth -> "reports %s=%s".formatted(type, truth.word()))
                .orElse("reports %s no more".formatted(type));
    }
}
