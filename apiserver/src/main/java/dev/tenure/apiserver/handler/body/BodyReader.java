package dev.tenure.apiserver.handler.body;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions.Strictness;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Decoded;
import java.util.List;

/// Reads the bodies of requests.
public interface BodyReader {
    /// The object in the body, in canonical form, with `apiVersion` and `kind`, without defaults.
    ///
    /// @param expected the kind that the path asks for; the body may leave its own unsaid
    /// @param warnings takes what a lenient reader has to say
    /// @throws dev.tenure.apiserver.registry.RefusedException when the body is no object of a known kind
    ///     or, strictly read, has unknown or repeated fields
    Decoded read(ApiRequest.Body body, ResourceType expected, Strictness strictness, List<String> warnings);

    /// Refuses a body in a format that nobody reads, whatever is in it.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException with 415
    void checkFormat(ApiRequest.Body body, ResourceType expected);

    /// The options in the body of a DELETE: DeleteOptions of any group version.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException when it is something else
    ObjectNode deleteOptions(ApiRequest.Body body);

    /// What the body of an apply says.
    ///
    /// @param object as it stands
    /// @param repeated keys that stand twice in a mapping: `line 7: key "k" already set in map`
    record Configuration(ObjectNode object, List<String> repeated) {
        public Configuration {
            repeated = List.copyOf(repeated);
        }

        /// Tells of repeated keys, once however often it is asked; to be asked when all else is well.
        ///
        /// @throws dev.tenure.apiserver.registry.RefusedException with 400 when that must not be
        public void reportRepeated(Strictness strictness, List<String> warnings) {
            if (repeated.isEmpty()) {
                return;
            }
            switch (strictness) {
                case STRICT ->
                    throw new RefusedException(
                            Statuses.badRequest("error strict decoding YAML: error converting YAML to"
                                    + " JSON: yaml: unmarshal errors:\n  " + String.join("\n  ", repeated)));
                case WARN ->
                    repeated.stream().filter(text -> !warnings.contains(text)).forEach(warnings::add);
                case IGNORE -> {}
            }
        }
    }

    /// The configuration in the body of an apply.
    Configuration configuration(ApiRequest.Body body);

    /// An object that was made by a patch, brought into canonical form.
    ///
    /// @throws dev.tenure.wire.json.decode.DecodeException when it is no object of the type
    Decoded normalise(ObjectNode patched, ResourceType type);

    /// The same for an object that a configuration was merged into: what is null there where it must not be
    /// stays so.
    ///
    /// @throws dev.tenure.wire.json.decode.DecodeException when it is no object of the type
    Decoded merged(ObjectNode merged, ResourceType type);

    /// The same for an object that was made by a patch of `old`, with which it may share parts.
    ///
    /// @param old as it is stored
    Decoded normalise(ObjectNode patched, ObjectNode old, ResourceType type);
}
