package dev.tenure.kinds.webhook;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoUrl;
import dev.tenure.apiserver.registry.field.Names;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Where a webhook is. Upstream: apiserver/pkg/util/webhook/validation.go.
public final class WebhookValidation {
    private static final String FORM = "; desired format: https://host[/path]";
    private static final Pattern ADDRESS = Pattern.compile(
            "(?:(?<scheme>[a-zA-Z][a-zA-Z0-9+.-]*):)?(?://(?:(?<user>[^/?#]*)@)?(?<host>[^/?#]*))?"
                    + "(?<path>[^?#]*)(?:\\?(?<query>[^#]*))?(?:#(?<fragment>.*))?",
            Pattern.DOTALL);
    private static final int PORT_MAX = 65_535;

    private WebhookValidation() {}

    public static void url(Field url) {
        String text = url.text();
        Matcher parts = ADDRESS.matcher(text);
        if (!parts.matches()) {
            throw new IllegalStateException("every text is an address: " + text);
        }
        Optional<String> fault = GoUrl.faultOfAny(text);
        if (fault.isPresent()) {
            url.required("url must be a valid URL: " + fault.get() + FORM);
            return;
        }
        String scheme = part(parts, "scheme").toLowerCase(Locale.ROOT);
        if (!scheme.equals("https")) {
            url.invalid(scheme, "'https' is the only allowed URL scheme" + FORM);
        }
        if (part(parts, "host").isEmpty()) {
            url.invalid("", "host must be specified" + FORM);
        }
        if (parts.group("user") != null) {
            url.invalid(part(parts, "user"), "user information is not permitted in the URL");
        }
        if (!part(parts, "fragment").isEmpty()) {
            url.invalid(part(parts, "fragment"), "fragments are not permitted in the URL");
        }
        if (!part(parts, "query").isEmpty()) {
            url.invalid(part(parts, "query"), "query parameters are not permitted in the URL");
        }
    }

    private static String part(Matcher parts, String name) {
        String part = parts.group(name);
        return part == null ? "" : part;
    }

    /// Upstream gives its rule name and namespace the wrong way round, so each is missed in the place of the
    /// other.
    public static void service(Field service) {
        if (service.at("namespace").isEmpty()) {
            service.at("name").required();
        }
        if (service.at("name").isEmpty()) {
            service.at("namespace").required();
        }
        Field port = service.at("port");
        if (port.number() < 1 || port.number() > PORT_MAX) {
            port.invalid(port.number(), "port is not valid: must be between 1 and 65535, inclusive");
        }
        if (service.at("path").isSet()) {
            path(service.at("path"));
        }
    }

    private static void path(Field path) {
        String text = path.text();
        if (text.isEmpty() || text.equals("/")) {
            return;
        }
        if (text.equals("//")) {
            path.invalidText("segment[0] may not be empty");
            return;
        }
        if (!text.startsWith("/")) {
            path.invalidText("must start with a '/'");
        }
        // Upstream takes one byte off; what is left of a longer character is no part of a name either.
        String inside = text.charAt(0) < 0x80 ? text.substring(1) : text;
        List<String> steps =
                List.of((inside.endsWith("/") ? inside.substring(0, inside.length() - 1) : inside).split("/", -1));
        for (int i = 0; i < steps.size(); i++) {
            String front = "segment[" + i + "]";
            if (steps.get(i).isEmpty()) {
                path.invalidText(front + " may not be empty");
            } else {
                Names.dnsSubdomain(steps.get(i)).forEach(fault -> path.invalidText(front + ": " + fault));
            }
        }
    }
}
