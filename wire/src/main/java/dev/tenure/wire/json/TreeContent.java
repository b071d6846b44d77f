package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.meta.Content;
import org.jspecify.annotations.Nullable;

/// A JSON object that is written when somebody asks for its bytes. Who is in the same process takes the
/// tree instead and reads nothing. Safe for use by several threads: two that ask for the bytes at once may
/// both write them.
public final class TreeContent implements Content {
    /// What an object is taken to be as long as nobody has written it.
    private static final int SIZE_USUAL = 3_000;

    private final ObjectNode tree;
    private volatile byte @Nullable [] written;

    private TreeContent(ObjectNode tree) {
        this.tree = tree;
    }

    /// Takes `tree` over: nobody changes it any more, nor a part of it.
    ///
    /// @param tree whole numbers that tell elements of a list from others are of 32 bits where they
    ///     fit, as [Json#read] gives them
    public static TreeContent of(ObjectNode tree) {
        return new TreeContent(tree);
    }

    /// To be read only, and so are its parts.
    public ObjectNode tree() {
        return tree;
    }

    @Override
    public byte[] bytes() {
        byte[] bytes = written;
        if (bytes == null) {
            bytes = Json.write(tree);
            written = bytes;
        }
        return bytes;
    }

    @Override
    public int size() {
        byte[] bytes = written;
        return bytes == null ? SIZE_USUAL : bytes.length;
    }

    /// Told from the tree, so that it need not be written for that.
    @Override
    public boolean isObject() {
        return TreeWriter.canWrite(tree);
    }

    @Override
    public boolean isEmpty() {
        return false;
    }
}
