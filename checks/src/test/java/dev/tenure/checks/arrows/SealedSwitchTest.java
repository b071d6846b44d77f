package dev.tenure.checks.arrows;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CaseLabelTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConstantCaseLabelTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A switch over a sealed type has no `default`, so that a new case fails to compile wherever it is not yet
/// handled.
class SealedSwitchTest {
    @Test
    void noSwitchOverASealedTypeHasADefault() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            List<JavaFileObject> sources = new ArrayList<>();
            files.getJavaFileObjectsFromPaths(Code.sources("src/main/java")).forEach(sources::add);
            assertThat(violations(suspects(sources))).isEmpty();
        }
    }

    @Test
    void aDefaultOverASealedTypeIsSeenAndOneOverAnythingElseIsNot() throws IOException {
        var sample = new Source("Sample", """
                sealed interface Sample {
                    record One() implements Sample {}
                    record Two() implements Sample {}
                    static int bad(Sample sample) {
                        return switch (sample) {
                            case One _ -> 1;
                            default -> 2;
                        };
                    }
                    static int good(Sample sample, String text) {
                        switch (text) {
                            case "a":
                                return 1;
                            default:
                                return switch (sample) {
                                    case One _ -> 1;
                                    case Two _ -> 2;
                                };
                        }
                    }
                }
                """);
        assertThat(violations(suspects(List.of(sample)))).containsExactly("Sample.java:5");
    }

    /// The sources that hold a switch with a `default` over something else than texts and numbers. Parsing
    /// tells that at a tenth of what it costs to find the types of everything.
    private static List<JavaFileObject> suspects(List<? extends JavaFileObject> sources) throws IOException {
        var task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("-proc:none", "-Xlint:none"), null, sources);
        var suspects = new ArrayList<JavaFileObject>();
        for (CompilationUnitTree unit : task.parse()) {
            var scanner = new SuspectScanner();
            scanner.scan(unit, null);
            if (scanner.found) {
                suspects.add(unit.getSourceFile());
            }
        }
        return suspects;
    }

    private static final class SuspectScanner extends TreeScanner<@Nullable Void, @Nullable Void> {
        private boolean found;

        @Override
        public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void unused) {
            found |= suspect(tree.getCases());
            return super.visitSwitch(tree, null);
        }

        @Override
        public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void unused) {
            found |= suspect(tree.getCases());
            return super.visitSwitchExpression(tree, null);
        }

        private static boolean suspect(List<? extends CaseTree> cases) {
            List<? extends CaseLabelTree> labels =
                    cases.stream().flatMap(one -> one.getLabels().stream()).toList();
            return labels.stream().anyMatch(DefaultCaseLabelTree.class::isInstance)
                    && labels.stream().noneMatch(SealedSwitchTest::isLiteral);
        }
    }

    private static boolean isLiteral(CaseLabelTree label) {
        return label instanceof ConstantCaseLabelTree constant
                && constant.getConstantExpression() instanceof LiteralTree literal
                && literal.getKind() != Tree.Kind.NULL_LITERAL;
    }

    private static List<String> violations(Iterable<? extends JavaFileObject> sources) throws IOException {
        if (!sources.iterator().hasNext()) {
            return List.of();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var options = List.of(
                "-proc:none", "-implicit:none", "-Xlint:none", "-classpath", System.getProperty("java.class.path"));
        var problems = new ArrayList<String>();
        var task = (JavacTask) compiler.getTask(
                null,
                null,
                diagnostic -> {
                    if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                        problems.add(diagnostic.toString());
                    }
                },
                options,
                null,
                sources);
        var units = new ArrayList<CompilationUnitTree>();
        task.parse().forEach(units::add);
        task.analyze();
        assertThat(problems).isEmpty();
        var scanner = new Scanner(Trees.instance(task));
        units.forEach(unit -> scanner.scan(unit, null));
        return List.copyOf(scanner.found);
    }

    private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final Trees trees;
        private final TreeSet<String> found = new TreeSet<>();

        Scanner(Trees trees) {
            this.trees = trees;
        }

        @Override
        public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void unused) {
            look(tree.getExpression(), tree.getCases());
            return super.visitSwitch(tree, null);
        }

        @Override
        public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void unused) {
            look(tree.getExpression(), tree.getCases());
            return super.visitSwitchExpression(tree, null);
        }

        private void look(ExpressionTree selector, List<? extends CaseTree> cases) {
            boolean hasDefault = cases.stream()
                    .flatMap(one -> one.getLabels().stream())
                    .anyMatch(DefaultCaseLabelTree.class::isInstance);
            TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), selector));
            if (hasDefault && isSealed(type)) {
                CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
                long at = trees.getSourcePositions().getStartPosition(unit, selector);
                found.add("%s:%d"
                        .formatted(
                                Path.of(unit.getSourceFile().getName()).getFileName(),
                                unit.getLineMap().getLineNumber(at)));
            }
        }

        private static boolean isSealed(@Nullable TypeMirror type) {
            return type instanceof DeclaredType declared
                    && declared.asElement().getModifiers().contains(Modifier.SEALED);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
