package dev.tenure.checks.arrows;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What several threads share does not change: outside the rooms that lock, a class that says it is safe for
/// several threads has final fields only, and nobody keeps a table in a static array.
class SharedStateTest {
    private static final Set<String> ROOMS_THAT_LOCK = Set.of("runtime", "store");

    /// Class → why it has a field that changes all the same.
    private static final Map<String, String> CHANGING_ALL_THE_SAME =
            Map.of("dev.tenure.model.meta.Lazy", "written with release, read with acquire semantics");

    /// A sentence of the comment right before a top-level class.
    private static final Pattern SAFE = Pattern.compile("(?s)///[^\\n"
            + "]*(?:[Ss]afe|[Ff]or use)[\\s/]+(?:for[\\s/]+use[\\s/]+)?by[\\s/]+(?:several|any)\\b.*?\\n"
            + "(?:@[^\\n"
            + "]*\\n"
            + ")*(?:public )?(?:abstract |final |sealed )*(?:class|interface|record|enum) (\\w+)");

    @Test
    void classesThatAreSafeForSeveralThreadsHaveFinalFieldsOnly() throws IOException {
        var looked = new TreeSet<String>();
        var found = new TreeSet<String>();
        for (Path source : Code.sources("src/main/java")) {
            Matcher safe = SAFE.matcher(Files.readString(source));
            if (safe.find() && source.getFileName().toString().equals(safe.group(1) + ".java")) {
                looked.add(safe.group(1));
            }
        }
        for (JavaClass type : Code.MAIN) {
            boolean counts = looked.contains(type.getSimpleName())
                    && !ROOMS_THAT_LOCK.contains(Code.roomOf(type))
                    && !CHANGING_ALL_THE_SAME.containsKey(type.getName());
            if (counts) {
                type.getFields().stream()
                        .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
                        .forEach(field -> found.add(field.getFullName()));
            }
        }
        assertThat(looked).contains("Document", "MemoTable", "Handlers");
        assertThat(found).isEmpty();
    }

    @Test
    void nobodyKeepsATableInAStaticArray() {
        var found = new TreeSet<String>();
        for (JavaClass type : Code.MAIN) {
            for (JavaField field : type.getFields()) {
                boolean counts = field.getModifiers().contains(JavaModifier.STATIC)
                        && !field.getModifiers().contains(JavaModifier.SYNTHETIC)
                        && isOfObjects(field.getRawType());
                if (counts) {
                    found.add(field.getFullName());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /// Bytes, numbers and names in an array are constants.
    private static boolean isOfObjects(JavaClass type) {
        if (!type.isArray()) {
            return false;
        }
        JavaClass element = type.getBaseComponentType();
        return !element.isPrimitive() && !element.isEquivalentTo(String.class);
    }
}
