package dev.tenure.model.meta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.StoredObject.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What an object keeps when it is packed: all else of what it was made from can be collected.
class StoredObjectTest {
    private static final Header HEADER =
            new Header(ResourceTypes.PODS.key("d", "p"), "u", Map.of(), List.of(), Map.of(), false);

    /// Content that is packed into another one.
    private record Loose(Content packed) implements Content {
        @Override
        public byte[] bytes() {
            return packed.bytes();
        }
    }

    private final Content kept = Content.of(new byte[] {'{', '}'});
    private final Content loose = new Loose(kept);
    private final List<Content> read = new ArrayList<>();
    private final ViewReader reader = content -> {
        read.add(content);
        return "view";
    };

    @Test
    void aViewThatNobodyHasReadIsReadFromWhatIsKept() {
        StoredObject packed = new StoredObject(HEADER, loose, 1, reader).packed();
        assertThat(packed.view(String.class)).isEqualTo("view");
        assertThat(packed.withRevision(2).view(String.class)).isEqualTo("view");
        assertThat(read).containsExactly(kept);
    }

    @Test
    void aViewThatIsKnownIsNotReadAgain() {
        var object = new StoredObject(HEADER, loose, 1, reader);
        String view = object.view(String.class);
        assertThat(object.packed().view(String.class)).isSameAs(view);
        assertThat(read).containsExactly(loose);
    }
}
