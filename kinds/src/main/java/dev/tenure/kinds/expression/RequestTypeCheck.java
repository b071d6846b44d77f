package dev.tenure.kinds.expression;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableSet;
import dev.cel.checker.CelChecker;
import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelVarDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructTypeReference;
import dev.cel.compiler.CelCompilerFactory;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.expression.library.AuthorizerLibrary;
import dev.tenure.wire.schema.ObjectType;
import java.util.Map;
import java.util.Optional;

/// Whether expressions of a policy fit one of the kinds that it is about: objects and
/// parameters are of known types here, where they are of any type when the policy is
/// compiled. One for each kind, used by one thread. Upstream:
/// apiserver/pkg/admission/plugin/policy/validating/typechecking.go.
public final class RequestTypeCheck {
    private final ExpressionTypes object;
    private final CelTypeProvider ofObject;
    private final boolean params;
    private final Optional<ExpressionTypes> ofParams;
    private final VariableTypes variables = new VariableTypes();
    private final Map<CalledNames, CelChecker> checkers = new FewKept<>();

    /// The schema of a kind.
    ///
    /// @param name of the kind
    public record Kind(String name, Structural schema) {
        private ExpressionTypes types() {
            return new ExpressionTypes(schema, true, "@" + name);
        }
    }

    /// The schema of a built-in kind.
    ///
    /// @return empty for a kind that contains itself
    public static Optional<Structural> schema(ObjectType type) {
        return SchemaTrees.of(type);
    }

    /// @param params whether there are parameters
    /// @param ofParams what is known of them
    public RequestTypeCheck(Kind object, boolean params, Optional<Kind> ofParams) {
        this.object = object.types();
        this.ofObject = this.object.provider();
        this.params = params;
        this.ofParams = ofParams.map(Kind::types);
    }

    /// Adds a variable for the expressions that come later.
    public void define(String name, String expression) {
        CelType type = SimpleType.DYN;
        try {
            CelAbstractSyntaxTree tree = checked(expression);
            type = LiteralFaults.of(tree).isEmpty() ? RequestTypes.ofVariable(tree.getResultType()) : SimpleType.DYN;
        } catch (CelValidationException _) {
            // nothing is known of it then
        }
        variables.define(name, type);
    }

    /// What does not fit; empty when all does.
    public String faults(String expression) {
        try {
            return LiteralFaults.listed(checked(expression));
        } catch (CelValidationException e) {
            return CompileFaults.told(ExpressionSyntax.STANDARD, expression, e);
        }
    }

    private CelAbstractSyntaxTree checked(String expression) throws CelValidationException {
        CelAbstractSyntaxTree parsed =
                ExpressionSyntax.STANDARD.parse(expression).getAst();
        variables.show(CalledNames.fields(parsed));
        return checkers.computeIfAbsent(CalledNames.of(parsed), this::build)
                .check(parsed)
                .getAst();
    }

    private CelChecker build(CalledNames called) {
        CelType type = object.self().orElse(SimpleType.DYN);
        CelCheckerBuilder builder = CelCompilerFactory.standardCelCheckerBuilder()
                .setOptions(ExpressionSyntax.OPTIONS)
                .setTypeProvider(new Both(
                        RequestTypes.provider(variables, Optional.empty()),
                        ofObject,
                        ofParams.map(ExpressionTypes::provider)))
                .addVarDeclarations(
                        variable("object", type),
                        variable("oldObject", type),
                        variable("namespaceObject", StructTypeReference.create("kubernetes.Namespace")),
                        variable("request", StructTypeReference.create("kubernetes.AdmissionRequest")),
                        variable("variables", StructTypeReference.create(RequestTypes.VARIABLES)),
                        variable("authorizer", AuthorizerLibrary.AUTHORIZER));
        if (params) {
            builder.addVarDeclarations(
                    variable("params", ofParams.flatMap(ExpressionTypes::self).orElse(SimpleType.DYN)));
        }
        return called.declare(builder, ExpressionSyntax.OPTIONS, AuthorizerLibrary.declarations())
                .build();
    }

    private static CelVarDecl variable(String name, CelType type) {
        return CelVarDecl.newVarDeclaration(name, type);
    }

    /// The types of requests, then those of the object, then those of the parameters.
    private record Both(CelTypeProvider request, CelTypeProvider object, Optional<CelTypeProvider> params)
            implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            ImmutableSet.Builder<CelType> all = ImmutableSet.builder();
            all.addAll(request.types());
            all.addAll(object.types());
            params.ifPresent(known -> all.addAll(known.types()));
            return all.build();
        }

        @Override
        public Optional<CelType> findType(String name) {
            return request.findType(name)
                    .or(() -> object.findType(name))
                    .or(() -> params.flatMap(known -> known.findType(name)));
        }
    }
}
