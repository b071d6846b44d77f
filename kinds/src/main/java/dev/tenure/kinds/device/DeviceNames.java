package dev.tenure.kinds.device;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.kinds.podspec.DiskValidation;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.TextNode;
import java.util.List;
import java.util.Optional;

/// What is valid as a name where devices are spoken of. Pure. Upstream:
/// pkg/apis/resource/validation/validation.go.
final class DeviceNames {
    private static final String IDENTIFIER = "[A-Za-z_][A-Za-z0-9_]*";
    private static final Pattern IDENTIFIER_PATTERN = Pattern.compile(IDENTIFIER);
    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern ANY_UID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-fA-F]*");
    private static final int UUID_CHARACTERS = 36;
    private static final int IDENTIFIER_BYTES_MAX = 32;
    private static final int POOL_BYTES_MAX = 253;

    private DeviceNames() {}

    static void driver(Field driver) {
        DiskValidation.csiDriver(driver);
    }

    static void pool(Field pool) {
        if (pool.isEmpty()) {
            pool.required();
            return;
        }
        if (FieldError.byteLength(pool.text()) > POOL_BYTES_MAX) {
            pool.tooLong(POOL_BYTES_MAX);
        }
        for (String part : pool.text().split("/", -1)) {
            Names.dnsSubdomain(part).forEach(complaint -> pool.invalid(part, complaint));
        }
    }

    static void deviceClass(Field name) {
        name.mustBeGivenAndBe(Names::dnsSubdomain);
    }

    static void share(Field uid) {
        if (!uid.isSet()) {
            return;
        }
        Optional<String> malformed = uuidFault(uid.text());
        if (malformed.isPresent()) {
            uid.invalidText("error validating uid: " + malformed.get());
        } else if (!UID.matcher(uid.text()).matches()) {
            uid.invalidText("uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with"
                    + " lowercase hexadecimal characters");
        }
    }

    /// Why a text is no UUID in any of the forms in which Go's package `uuid` reads one: plain, without
    /// hyphens, in braces, or as a URN.
    private static Optional<String> uuidFault(String text) {
        int length = FieldError.byteLength(text);
        String plain = text;
        switch (length) {
            case UUID_CHARACTERS -> {}
            case UUID_CHARACTERS + 9 -> {
                String prefix = text.substring(0, Math.min(9, text.length()));
                if (!prefix.equalsIgnoreCase("urn:uuid:")) {
                    return Optional.of("invalid urn prefix: " + Quoted.of(prefix));
                }
                plain = text.substring(9);
            }
            case UUID_CHARACTERS + 2 -> {
                if (!text.startsWith("{") || !text.endsWith("}")) {
                    return Optional.of("invalid bracketed UUID format");
                }
                plain = text.substring(1, text.length() - 1);
            }
            case UUID_CHARACTERS - 4 -> {
                return HEXADECIMAL.matcher(text).matches() ? Optional.empty() : Optional.of("invalid UUID format");
            }
            default -> {
                return Optional.of("invalid UUID length: " + length);
            }
        }
        return ANY_UID.matcher(plain).matches() ? Optional.empty() : Optional.of("invalid UUID format");
    }

    /// The name of an attribute or capacity, with or without its domain.
    ///
    /// @param place of the map that it is a key of
    static void qualified(String name, Field place) {
        List<String> parts = List.of(name.split("/", -1));
        if (parts.size() == 1) {
            identifier(name, place);
        } else if (parts.size() == 2) {
            if (parts.getFirst().isEmpty()) {
                place.invalid("", "the domain must not be empty");
            } else {
                domain(parts.getFirst(), place);
            }
            if (parts.getLast().isEmpty()) {
                place.invalid("", "the name must not be empty");
            } else {
                identifier(parts.getLast(), place);
            }
        }
    }

    static void fullyQualified(Field name) {
        qualified(name.text(), name);
        if (!name.text().contains("/")) {
            name.invalidText("a fully qualified name must be a domain and a name separated by a slash");
        }
    }

    private static void domain(String domain, Field place) {
        DiskValidation.csiDriver(Field.of(place.path(), TextNode.valueOf(domain), place.errors()));
    }

    private static void identifier(String name, Field place) {
        if (FieldError.byteLength(name) > IDENTIFIER_BYTES_MAX) {
            place.tooLong(IDENTIFIER_BYTES_MAX);
        }
        if (!IDENTIFIER_PATTERN.matcher(name).matches()) {
            place.invalid(
                    name,
                    Names.mismatch(
                            "a valid C identifier must start with alphabetic character or '_', followed by a string of"
                                    + " alphanumeric characters or '_'",
                            IDENTIFIER,
                            "my_name",
                            "MY_NAME",
                            "MyName"));
        }
    }
}
