package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.TEXT;
import static dev.tenure.kinds.expression.library.Functions.text;

import dev.cel.common.CelFunctionDecl;
import dev.cel.runtime.CelFunctionBinding;
import java.util.List;
import java.util.Map;

/// What expressions that write patches may call. Upstream: apiserver/pkg/cel/library/jsonpatch.go.
public final class PatchLibrary {
    private static final Functions ALL = functions();

    private PatchLibrary() {}

    private static Functions functions() {
        var all = new Functions(Map.of());
        all.function(
                "jsonpatch.escapeKey", "string_jsonpatch_escapeKey_string", TEXT, in -> escaped(text(in[0])), TEXT);
        return all;
    }

    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    public static List<CelFunctionDecl> declarations() {
        return ALL.declarations();
    }

    public static List<CelFunctionBinding> bindings() {
        return ALL.bindings();
    }
}
