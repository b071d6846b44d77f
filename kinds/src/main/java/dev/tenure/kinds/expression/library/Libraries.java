package dev.tenure.kinds.expression.library;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.types.CelType;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelListsExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelMacro;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntimeLibrary;
import dev.cel.runtime.CelStandardFunctions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// All that expressions may call beyond the language's own functions: what Kubernetes 1.36 has.
public final class Libraries {
    private static final List<Functions> OWN = List.of(
            AddressLibrary.functions(),
            QuantityLibrary.functions(),
            VersionLibrary.functions(),
            UrlLibrary.functions(),
            FormatLibrary.functions(),
            PatternLibrary.functions(),
            ListLibrary.functions(),
            TextLibrary.functions());
    private static final CelStringExtensions DECLARED_TEXTS = CelExtensions.strings(without(
            EnumSet.allOf(CelStringExtensions.Function.class), EnumSet.of(CelStringExtensions.Function.REVERSE)));
    /// What is declared and left out here is bound by TextLibrary.
    private static final CelStringExtensions BOUND_TEXTS = CelExtensions.strings(without(
            EnumSet.allOf(CelStringExtensions.Function.class),
            EnumSet.of(
                    CelStringExtensions.Function.REVERSE,
                    CelStringExtensions.Function.INDEX_OF,
                    CelStringExtensions.Function.LAST_INDEX_OF,
                    CelStringExtensions.Function.SUBSTRING,
                    CelStringExtensions.Function.CHAR_AT)));
    private static final CelListsExtensions DECLARED_LISTS = CelExtensions.lists(without(
            EnumSet.allOf(CelListsExtensions.Function.class),
            EnumSet.of(CelListsExtensions.Function.SORT, CelListsExtensions.Function.SORT_BY)));
    /// What is declared and left out here is bound by ListLibrary.
    private static final CelListsExtensions BOUND_LISTS = CelExtensions.lists(without(
            EnumSet.allOf(CelListsExtensions.Function.class),
            EnumSet.of(
                    CelListsExtensions.Function.SORT,
                    CelListsExtensions.Function.SORT_BY,
                    CelListsExtensions.Function.RANGE,
                    CelListsExtensions.Function.SLICE,
                    CelListsExtensions.Function.DISTINCT)));

    private Libraries() {}

    private static <E extends Enum<E>> Set<E> without(Set<E> all, Set<E> left) {
        all.removeAll(left);
        return all;
    }

    public static List<CelCompilerLibrary> compilerLibraries(CelOptions options) {
        return List.of(
                DECLARED_TEXTS,
                DECLARED_LISTS,
                CelExtensions.sets(options),
                CelExtensions.optional(),
                CelExtensions.comprehensions());
    }

    /// Those of them without which the simplest expression is not what it is.
    public static List<CelCompilerLibrary> optionalValues() {
        return List.of(CelExtensions.optional());
    }

    public static List<CelRuntimeLibrary> runtimeLibraries(CelOptions options) {
        return List.of(
                BOUND_TEXTS,
                BOUND_LISTS,
                CelExtensions.sets(options),
                CelExtensions.optional(),
                CelExtensions.comprehensions());
    }

    /// The language's own functions, without those that [#bindings] binds in another way.
    public static CelStandardFunctions standardFunctions() {
        return OwnOperators.others();
    }

    public static CelType quantity() {
        return QuantityLibrary.QUANTITY;
    }

    /// A version as expressions have it; absent when the text is none.
    public static Optional<Object> version(String text) {
        return SemanticVersion.parse(text).map(Object.class::cast);
    }

    /// What is wrong with a version; empty when nothing is.
    public static String versionFault(String text) {
        return SemanticVersion.fault(text).orElse("");
    }

    public static CelMacro macro() {
        return ListLibrary.sortBy();
    }

    public static List<CelFunctionDecl> declarations() {
        return OWN.stream().flatMap(library -> library.declarations().stream()).toList();
    }

    public static List<CelFunctionBinding> bindings(CelOptions options) {
        return Functions.together(Stream.concat(
                        Stream.concat(OWN.stream(), Stream.of(ListLibrary.bounded(), TextLibrary.positions()))
                                .map(Functions::bound),
                        Stream.of(OwnOperators.bound(options)))
                .toList());
    }
}
