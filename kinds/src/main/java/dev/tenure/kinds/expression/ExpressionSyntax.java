package dev.tenure.kinds.expression;

import dev.cel.common.CelOptions;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelParser;
import dev.cel.parser.CelParserFactory;
import dev.cel.parser.CelStandardMacro;
import dev.tenure.kinds.expression.library.Libraries;
import java.util.Set;

/// How expressions are read, whatever they are about: the options that parsers, checkers and runtimes have to
/// agree on, and the parsers. Safe for use by several threads. Upstream:
/// apiserver/pkg/cel/environment/base.go.
final class ExpressionSyntax {
    static final CelOptions OPTIONS = CelOptions.current()
            .enableHeterogeneousNumericComparisons(true)
            .enableQuotedIdentifierSyntax(false)
            .build();

    /// With the macros that the language itself has.
    static final CelParser STANDARD = parser(CelStandardMacro.STANDARD_MACROS);

    private ExpressionSyntax() {}

    /// @param ofLanguage macros of the language itself
    /// @param more beside them and those of upstream's own functions
    static CelParser parser(Set<CelStandardMacro> ofLanguage, CelMacro... more) {
        return CelParserFactory.standardCelParserBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(ofLanguage)
                .addMacros(Libraries.macro())
                .addMacros(more)
                .addLibraries(Libraries.compilerLibraries(OPTIONS))
                .build();
    }
}
