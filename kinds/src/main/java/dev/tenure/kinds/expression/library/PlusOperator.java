package dev.tenure.kinds.expression.library;

import dev.cel.common.CelOptions;
import dev.cel.common.Operator;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import dev.cel.runtime.standard.AddOperator.AddOverload;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The language's `+`, with lists joined by [CollectedList]: `map` and `filter` collect by it.
final class PlusOperator {
    private static final String LISTS = "add_list";

    private PlusOperator() {}

    /// The language's own functions but for this one.
    static CelStandardFunctions others() {
        return CelStandardFunctions.newBuilder()
                .excludeFunctions(CelStandardFunctions.StandardFunction.ADD)
                .build();
    }

    /// All that it means.
    static Set<CelFunctionBinding> bindings(CelOptions options) {
        RuntimeEquality equality = RuntimeEquality.create(RuntimeHelpers.create(), options);
        Stream<CelFunctionBinding> standard = EnumSet.complementOf(EnumSet.of(AddOverload.ADD_LIST)).stream()
                .map(overload -> overload.newFunctionBinding(options, equality));
        CelFunctionBinding lists = CelFunctionBinding.from(LISTS, List.class, List.class, CollectedList::of);
        return CelFunctionBinding.fromOverloads(
                Operator.ADD.getFunction(),
                Stream.concat(standard, Stream.of(lists)).toList());
    }
}
