package dev.tenure.rules.image;

import java.util.Locale;
import java.util.Map;

/// The name of an image, taken apart. Short names are completed: `busybox` is `docker.io/library/busybox`.
/// Upstream: ParseNormalizedNamed of github.com/distribution/reference, whose words the refusals have.
///
/// @param repository the registry and the path in it
/// @param tag empty when none is named
/// @param digest empty when none is named
public record ImageReference(String repository, String tag, String digest) {
    private static final String DEFAULT_DOMAIN = "docker.io";
    private static final String LEGACY_DOMAIN = "index.docker.io";
    private static final String OFFICIAL = "library/";
    private static final String MALFORMED = "invalid reference format";
    private static final int PATH_MAX = 255;
    private static final int TAG_MAX = 128;
    private static final int ID_LENGTH = 64;
    private static final int DIGEST_MIN = 32;
    private static final Map<String, Integer> DIGEST_LENGTHS = Map.of("sha256", 64, "sha384", 96, "sha512", 128);

    /// What a text means.
    public sealed interface Reading {
        record Named(ImageReference reference) implements Reading {}

        /// @param why in upstream's words
        record Refused(String why) implements Reading {}
    }

    /// Whether it means the newest image of the repository, by its tag or because it names neither tag nor
    /// digest.
    public boolean latest() {
        return tag.equals("latest") || (tag.isEmpty() && digest.isEmpty());
    }

    public static Reading read(String image) {
        if (image.length() == ID_LENGTH && hexadecimal(image) && isLower(image)) {
            return new Reading.Refused(
                    "invalid repository name (" + image + "), cannot specify 64-byte hexadecimal strings");
        }
        int slash = image.indexOf('/');
        String first = slash < 0 ? "" : image.substring(0, slash);
        if (slash < 0 || !namesDomain(first)) {
            return within(DEFAULT_DOMAIN, image);
        }
        return within(first.equals(LEGACY_DOMAIN) ? DEFAULT_DOMAIN : first, image.substring(slash + 1));
    }

    private static Reading within(String domain, String given) {
        boolean official = domain.equals(DEFAULT_DOMAIN) && given.indexOf('/') < 0;
        String rest = official ? OFFICIAL + given : given;
        int colon = rest.indexOf(':');
        String remote = colon < 0 ? rest : rest.substring(0, colon);
        if (!isLower(remote)) {
            return new Reading.Refused(MALFORMED + ": repository name (" + remote + ") must be lowercase");
        }
        return parts(domain + "/" + rest);
    }

    /// Whether what stands before the first slash is a registry and no part of a path.
    private static boolean namesDomain(String first) {
        return first.equals("localhost") || first.indexOf('.') >= 0 || first.indexOf(':') >= 0 || !isLower(first);
    }

    private static Reading parts(String whole) {
        Cut cut = Cut.of(whole);
        if (!cut.wellFormed()) {
            boolean lower = Cut.of(whole.toLowerCase(Locale.ROOT)).wellFormed();
            return new Reading.Refused(lower ? "repository name must be lowercase" : MALFORMED);
        }
        int slash = cut.name().indexOf('/');
        String path = isDomain(cut.name().substring(0, slash)) ? cut.name().substring(slash + 1) : cut.name();
        if (path.length() > PATH_MAX) {
            return new Reading.Refused("repository name must not be more than " + PATH_MAX + " characters");
        }
        String fault = cut.digested() ? digestFault(cut.digest()) : "";
        return fault.isEmpty()
                ? new Reading.Named(new ImageReference(cut.name(), cut.tag(), cut.digest()))
                : new Reading.Refused(fault);
    }

    /// @param tagged whether a tag is there, be it empty
    private record Cut(String name, boolean tagged, String tag, boolean digested, String digest) {
        static Cut of(String whole) {
            int at = whole.indexOf('@');
            String head = at < 0 ? whole : whole.substring(0, at);
            int colon = head.lastIndexOf(':');
            boolean tagged = colon > head.lastIndexOf('/');
            return new Cut(
                    tagged ? head.substring(0, colon) : head,
                    tagged,
                    tagged ? head.substring(colon + 1) : "",
                    at >= 0,
                    at < 0 ? "" : whole.substring(at + 1));
        }

        boolean wellFormed() {
            int slash = name.indexOf('/');
            boolean named = isPath(name)
                    || (slash >= 0 && isDomain(name.substring(0, slash)) && isPath(name.substring(slash + 1)));
            return named && (!tagged || isTag(tag)) && (!digested || isDigest(digest));
        }
    }

    private static boolean isDomain(String text) {
        int end = text.startsWith("[") ? text.indexOf(']') + 1 : text.indexOf(':');
        String host = end < 0 ? text : text.substring(0, end);
        String port = end < 0 ? "" : text.substring(end);
        boolean numbered = port.isEmpty()
                || (port.length() > 1
                        && port.charAt(0) == ':'
                        && port.chars().skip(1).allMatch(ImageReference::digit));
        if (host.startsWith("[")) {
            return numbered
                    && host.length() > 2
                    && host.substring(1, host.length() - 1).chars().allMatch(each -> each == ':' || hexadecimal(each));
        }
        return numbered && isHostName(host);
    }

    private static boolean isHostName(String host) {
        for (String label : host.split("\\.", -1)) {
            boolean good = !label.isEmpty()
                    && label.charAt(0) != '-'
                    && label.charAt(label.length() - 1) != '-'
                    && label.chars().allMatch(each -> letter(each) || digit(each) || each == '-');
            if (!good) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPath(String path) {
        for (String component : path.split("/", -1)) {
            if (!isComponent(component)) {
                return false;
            }
        }
        return true;
    }

    /// Lower case letters and digits, parted by one dot, one or two underscores, or any number of dashes.
    private static boolean isComponent(String component) {
        int from = 0;
        while (true) {
            int end = from;
            while (end < component.length() && lowerOrDigit(component.charAt(end))) {
                end++;
            }
            if (end == from) {
                return false;
            }
            if (end == component.length()) {
                return true;
            }
            from = end;
            while (from < component.length() && !lowerOrDigit(component.charAt(from))) {
                from++;
            }
            if (!isSeparator(component.substring(end, from))) {
                return false;
            }
        }
    }

    private static boolean isSeparator(String text) {
        return text.equals(".")
                || text.equals("_")
                || text.equals("__")
                || text.chars().allMatch(each -> each == '-');
    }

    private static boolean isTag(String tag) {
        return !tag.isEmpty()
                && tag.length() <= TAG_MAX
                && word(tag.charAt(0))
                && tag.chars().allMatch(each -> word(each) || each == '.' || each == '-');
    }

    /// `algorithm:digits`, the algorithm of words that begin with a letter.
    private static boolean isDigest(String digest) {
        int colon = digest.indexOf(':');
        String encoded = digest.substring(colon + 1);
        if (colon < 0 || encoded.length() < DIGEST_MIN || !hexadecimal(encoded)) {
            return false;
        }
        for (String word : digest.substring(0, colon).split("[-_+.]", -1)) {
            boolean good = !word.isEmpty()
                    && letter(word.charAt(0))
                    && word.chars().allMatch(each -> letter(each) || digit(each));
            if (!good) {
                return false;
            }
        }
        return true;
    }

    /// Upstream: Digest.Validate of github.com/opencontainers/go-digest.
    ///
    /// @return empty when there is none
    private static String digestFault(String digest) {
        int colon = digest.indexOf(':');
        String algorithm = digest.substring(0, colon);
        String encoded = digest.substring(colon + 1);
        int length = DIGEST_LENGTHS.getOrDefault(algorithm, 0);
        if (length == 0) {
            return isLower(algorithm) ? "unsupported digest algorithm" : "invalid checksum digest format";
        }
        if (encoded.length() != length) {
            return "invalid checksum digest length";
        }
        return isLower(encoded) ? "" : "invalid checksum digest format";
    }

    private static boolean isLower(String text) {
        return text.equals(text.toLowerCase(Locale.ROOT));
    }

    private static boolean hexadecimal(String text) {
        return text.chars().allMatch(ImageReference::hexadecimal);
    }

    private static boolean hexadecimal(int each) {
        return digit(each) || (each >= 'a' && each <= 'f') || (each >= 'A' && each <= 'F');
    }

    private static boolean lowerOrDigit(int each) {
        return digit(each) || (each >= 'a' && each <= 'z');
    }

    private static boolean letter(int each) {
        return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
    }

    private static boolean digit(int each) {
        return each >= '0' && each <= '9';
    }

    private static boolean word(int each) {
        return letter(each) || digit(each) || each == '_';
    }
}
