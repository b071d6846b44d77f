package dev.tenure.kinds.expression;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.checker.CelChecker;
import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelVarDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructTypeReference;
import dev.cel.common.types.TypeType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelParser;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.kinds.expression.ExpressionLanguage.Rule;
import dev.tenure.kinds.expression.library.AuthorizerLibrary;
import dev.tenure.kinds.expression.library.Libraries;
import dev.tenure.kinds.expression.library.PatchLibrary;
import dev.tenure.kinds.expression.library.PresenceLibrary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What expressions on requests may say: those of webhooks and admission policies. One for each object that
/// is checked or compiled, used by one thread; the programs that it makes are for any thread. Upstream:
/// apiserver/pkg/admission/plugin/cel/compile.go and composition.go.
public final class RequestExpressions {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final CelParser PARSER = ExpressionSyntax.parser(PresenceLibrary.others(), PresenceLibrary.macro());
    private static final Given PLAIN = new Given(false, false, false);

    private final boolean composed;
    private final VariableTypes variables = new VariableTypes();
    private final Map<Known, CelChecker> checkers = new FewKept<>();
    private final Map<Given, CelRuntime> runtimes = new HashMap<>();

    /// Which variables there are beyond those that every expression sees.
    ///
    /// @param patches whether objects and patches can be written
    public record Given(boolean params, boolean authorizer, boolean patches) {}

    /// What an expression must come to.
    public enum Outcome {
        FLAG(SimpleType.BOOL),
        TEXT(SimpleType.STRING),
        TEXT_OR_NULL(SimpleType.STRING, SimpleType.NULL_TYPE),
        OBJECT(StructTypeReference.create(RequestTypes.OBJECT)),
        PATCHES(ListType.create(StructTypeReference.create(RequestTypes.PATCH))),
        ANYTHING;

        private final ImmutableList<CelType> types;

        Outcome(CelType... types) {
            this.types = ImmutableList.copyOf(types);
        }

        Optional<String> fault(CelType found) {
            if (types.isEmpty() || types.stream().anyMatch(type -> shown(type).equals(shown(found)))) {
                return Optional.empty();
            }
            if (types.size() == 1) {
                return Optional.of("must evaluate to %s but got %s".formatted(shown(types.getFirst()), got(found)));
            }
            String all = types.stream().map(RequestExpressions::shown).collect(Collectors.joining(" "));
            return Optional.of("must evaluate to one of [%s] but got %s".formatted(all, got(found)));
        }
    }

    /// @param composed whether expressions may use variables that others define
    public RequestExpressions(boolean composed) {
        this.composed = composed;
    }

    /// Why an expression is not good.
    ///
    /// @param prepared whether it is good as it stands, but cannot be prepared to be run
    public record Fault(String text, boolean prepared) {
        private static Fault stated(String text) {
            return new Fault(text, false);
        }

        /// @param expression as it is shown
        public void report(Field place, String expression) {
            if (prepared) {
                place.errors().internal(place.path().text(), text);
            } else {
                place.invalid(expression, text);
            }
        }
    }

    /// Why an expression is not good; empty when it is.
    public Optional<Fault> fault(String expression, Given given, Outcome outcome) {
        return compile(expression, given, outcome).fault();
    }

    /// An expression as it can be run, or with what is wrong with it.
    public RequestProgram program(String expression, Given given, Outcome outcome) {
        return program(expression, given, compile(expression, given, outcome));
    }

    /// Adds a variable for the expressions that come later; one that does not compile is of any type for
    /// them.
    ///
    /// @return why its expression is not good; empty when it is
    public Optional<Fault> define(String name, String expression, Given given) {
        return define(name, compile(expression, given, Outcome.ANYTHING)).fault();
    }

    /// As [#define], for expressions that are run.
    public RequestProgram variable(String name, String expression, Given given) {
        Compiled compiled = compile(expression, given, Outcome.ANYTHING);
        RequestProgram program = program(expression, given, compiled);
        define(name, compiled);
        return program;
    }

    private Compiled define(String name, Compiled compiled) {
        CelType type = compiled.fault().isEmpty() ? RequestTypes.ofVariable(compiled.type()) : SimpleType.DYN;
        variables.define(name, type);
        return compiled;
    }

    /// @param tree absent when the expression cannot even be compiled
    private record Compiled(Optional<CelAbstractSyntaxTree> tree, Optional<Fault> fault) {
        CelType type() {
            return tree.<CelType>map(CelAbstractSyntaxTree::getResultType).orElse(SimpleType.DYN);
        }
    }

    private Compiled compile(String expression, Given given, Outcome outcome) {
        try {
            CelAbstractSyntaxTree parsed = PARSER.parse(expression).getAst();
            variables.show(CalledNames.fields(parsed));
            CelAbstractSyntaxTree tree =
                    checker(expression, given, parsed).check(parsed).getAst();
            Optional<Fault> fault = LiteralFaults.of(tree)
                    .or(() -> outcome.fault(tree.getResultType()))
                    .map(Fault::stated)
                    .or(() -> unprepared(tree));
            return new Compiled(Optional.of(tree), fault);
        } catch (CelValidationException e) {
            String text = "compilation failed: " + CompileFaults.told(PARSER, expression, e);
            return new Compiled(Optional.empty(), Optional.of(Fault.stated(text)));
        }
    }

    private RequestProgram program(String expression, Given given, Compiled compiled) {
        if (compiled.fault().isPresent()) {
            return RequestProgram.faulty(expression, compiled.fault().get().text());
        }
        CelAbstractSyntaxTree tree = compiled.tree().orElseThrow();
        try {
            return RequestProgram.of(
                    expression, new Rule(tree, runtime(expression, given).createProgram(tree)));
        } catch (CelEvaluationException e) {
            return RequestProgram.faulty(expression, "program instantiation failed: " + e.getMessage());
        }
    }

    private static Optional<Fault> unprepared(CelAbstractSyntaxTree tree) {
        return LiteralFaults.whenPrepared(tree).map(text -> new Fault(text, true));
    }

    /// What a checker knows of.
    private record Known(Given given, CalledNames called) {}

    private CelChecker checker(String expression, Given given, CelAbstractSyntaxTree parsed) {
        var known = new Known(given, CalledNames.of(parsed));
        return given.patches()
                ? build(known, words(expression))
                : checkers.computeIfAbsent(known, asked -> build(asked, ImmutableSet.of()));
    }

    private static ImmutableSet<String> words(String expression) {
        ImmutableSet.Builder<String> words = ImmutableSet.builder();
        for (Matcher word = WORD.matcher(expression); word.find(); ) {
            words.add(word.group());
        }
        return words.build();
    }

    /// @param words fields that objects which are written may have: all words of the expression
    private CelChecker build(Known known, ImmutableSet<String> words) {
        Given given = known.given();
        Map<String, CelType> seen = new LinkedHashMap<>();
        seen.put("object", SimpleType.DYN);
        seen.put("oldObject", SimpleType.DYN);
        seen.put("namespaceObject", StructTypeReference.create("kubernetes.Namespace"));
        seen.put("request", StructTypeReference.create("kubernetes.AdmissionRequest"));
        if (composed) {
            seen.put("variables", StructTypeReference.create(RequestTypes.VARIABLES));
        }
        if (given.params()) {
            seen.put("params", SimpleType.DYN);
        }
        if (given.authorizer()) {
            seen.put("authorizer", AuthorizerLibrary.AUTHORIZER);
            seen.put("authorizer.requestResource", AuthorizerLibrary.RESOURCE);
        }
        List<CelFunctionDecl> functions = new ArrayList<>(AuthorizerLibrary.declarations());
        functions.addAll(PresenceLibrary.declarations());
        if (given.patches()) {
            functions.addAll(PatchLibrary.declarations());
        }
        CelCheckerBuilder builder = CelCompilerFactory.standardCelCheckerBuilder()
                .setOptions(ExpressionSyntax.OPTIONS)
                .setTypeProvider(types(given, words));
        seen.forEach((name, type) -> builder.addVarDeclarations(CelVarDecl.newVarDeclaration(name, type)));
        return known.called()
                .declare(builder, ExpressionSyntax.OPTIONS, functions)
                .build();
    }

    private CelTypeProvider types(Given given, ImmutableSet<String> words) {
        return RequestTypes.provider(variables, Optional.of(words).filter(_ -> given.patches()));
    }

    /// What runs expressions: one for all that write no objects.
    private CelRuntime runtime(String expression, Given given) {
        return given.patches()
                ? buildRuntime(given, words(expression))
                : runtimes.computeIfAbsent(PLAIN, plain -> buildRuntime(plain, ImmutableSet.of()));
    }

    private CelRuntime buildRuntime(Given given, ImmutableSet<String> words) {
        return CelRuntimeFactory.plannerRuntimeBuilder()
                .setOptions(ExpressionSyntax.OPTIONS)
                .setTypeProvider(types(given, words))
                .setValueProvider(WrittenValue.PROVIDER)
                .setStandardFunctions(Libraries.standardFunctions())
                .addLibraries(Libraries.runtimeLibraries(ExpressionSyntax.OPTIONS))
                .addFunctionBindings(Libraries.bindings(ExpressionSyntax.OPTIONS))
                .addFunctionBindings(AuthorizerLibrary.bindings())
                .addFunctionBindings(PatchLibrary.bindings())
                .addFunctionBindings(PresenceLibrary.bindings())
                .build();
    }

    /// The type of a whole expression, whose parts Go prints by their names on the wire.
    static String got(CelType type) {
        return shown(
                type,
                part -> part.equals(SimpleType.TIMESTAMP) || part.equals(SimpleType.DURATION)
                        ? part.name()
                        : CompileFaults.named(part.name()));
    }

    /// A type as Go prints it.
    static String shown(CelType type) {
        return shown(type, part -> CompileFaults.named(part.name()));
    }

    private static String shown(CelType type, Function<CelType, String> plain) {
        return switch (type) {
            case ListType list -> "list(" + shown(list.elemType(), plain) + ")";
            case MapType map -> "map(%s, %s)".formatted(shown(map.keyType(), plain), shown(map.valueType(), plain));
            case OptionalType optional ->
                "optional_type(" + shown(optional.parameters().getFirst(), plain) + ")";
            case TypeType of when !of.type().equals(SimpleType.DYN) -> "type(" + shown(of.type(), plain) + ")";
            default -> plain.apply(type);
        };
    }
}
