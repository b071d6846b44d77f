package dev.tenure.kinds.expression.library;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import dev.tenure.model.meta.Frozen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Functions as the compiler and the runtime want to be told of them. Filled once, while a library is made.
final class Functions {
    /// The Java class of what is no type of the language itself.
    private final Map<CelType, Class<?>> classes;

    private final Map<String, List<CelOverloadDecl>> declared = new LinkedHashMap<>();
    private final Map<String, List<CelFunctionBinding>> bound = new LinkedHashMap<>();

    Functions(Map<CelType, Class<?>> classes) {
        this.classes = Frozen.map(classes);
    }

    /// @param id the name of the overload, as upstream has it
    void function(String name, String id, CelType result, CelFunctionOverload body, CelType... arguments) {
        add(name, CelOverloadDecl.newGlobalOverload(id, result, arguments), body);
    }

    /// A function that is called on its first argument.
    void member(String name, String id, CelType result, CelFunctionOverload body, CelType... arguments) {
        add(name, CelOverloadDecl.newMemberOverload(id, result, arguments), body);
    }

    private void add(String name, CelOverloadDecl overload, CelFunctionOverload body) {
        List<Class<?>> taken = new ArrayList<>();
        overload.parameterTypes().forEach(type -> taken.add(classOf(type)));
        declared.computeIfAbsent(name, _ -> new ArrayList<>()).add(overload);
        bound.computeIfAbsent(name, _ -> new ArrayList<>()).add(binding(overload.overloadId(), taken, body));
    }

    /// The runtime chooses among several overloads of one or two arguments only when they are bound as such.
    private static CelFunctionBinding binding(String id, List<Class<?>> taken, CelFunctionOverload body) {
        return switch (taken.size()) {
            case 1 -> CelFunctionBinding.from(id, taken.getFirst(), one -> body.apply(new Object[] {one}));
            case 2 ->
                CelFunctionBinding.from(
                        id, taken.getFirst(), taken.getLast(), (one, other) -> body.apply(new Object[] {one, other}));
            default -> CelFunctionBinding.from(id, taken, body);
        };
    }

    private Class<?> classOf(CelType type) {
        Class<?> own = classes.get(type);
        return own == null ? standard(type.kind()) : own;
    }

    private static Class<?> standard(CelKind kind) {
        return switch (kind) {
            case STRING -> String.class;
            case INT -> Long.class;
            case DOUBLE -> Double.class;
            case BOOL -> Boolean.class;
            case BYTES -> CelByteString.class;
            case DURATION -> Duration.class;
            case TIMESTAMP -> Instant.class;
            case LIST -> List.class;
            default -> Object.class;
        };
    }

    List<CelFunctionDecl> declarations() {
        return declared.entrySet().stream()
                .map(function -> CelFunctionDecl.newFunctionDeclaration(function.getKey(), function.getValue()))
                .toList();
    }

    List<CelFunctionBinding> bindings() {
        return together(List.of(bound));
    }

    /// The overloads of each function, by its name.
    Map<String, List<CelFunctionBinding>> bound() {
        return Frozen.map(bound);
    }

    /// What is bound by several: only what is told at once is chosen among when the types are known at run
    /// time alone.
    static List<CelFunctionBinding> together(List<Map<String, List<CelFunctionBinding>>> parts) {
        Map<String, List<CelFunctionBinding>> merged = new LinkedHashMap<>();
        parts.forEach(part -> part.forEach((name, overloads) ->
                merged.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(overloads)));
        List<CelFunctionBinding> all = new ArrayList<>();
        merged.forEach((name, overloads) -> all.addAll(CelFunctionBinding.fromOverloads(name, overloads)));
        return all;
    }

    static String text(Object argument) {
        return (String) argument;
    }

    static boolean flag(Object argument) {
        return (Boolean) argument;
    }

    static final CelType TEXT = SimpleType.STRING;
    static final CelType FLAG = SimpleType.BOOL;
    static final CelType WHOLE = SimpleType.INT;
}
