package dev.tenure.kinds.podspec;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Locale;
import java.util.Map;

/// Reads the name of an image far enough to tell whether it means the newest one. Upstream: docker's
/// reference grammar.
public final class ImageName {
    private static final String PATH =
            "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*(?:/[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*)*";
    private static final String LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
    private static final String HOST = "(?:" + LABEL + "(?:\\." + LABEL + ")*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?";
    private static final Pattern NAME = Pattern.compile("(?:" + HOST + "/)?" + PATH);
    private static final Pattern FULL =
            Pattern.compile("([^@]+?)(?::([\\w][\\w.-]{0,127}))?(?:@([A-Za-z][A-Za-z0-9+._-]*):([0-9a-fA-F]{32,}))?");
    private static final Pattern BARE_ID = Pattern.compile("[a-f0-9]{64}");
    private static final Map<String, Integer> DIGEST_LENGTHS = Map.of("sha256", 64, "sha384", 96, "sha512", 128);
    private static final int NAME_MAX = 255;

    private ImageName() {}

    /// Whether the image has the tag `latest`, named or implied. A name that cannot be read has no tag.
    public static boolean isLatest(String image) {
        return !hasOtherTag(image) && isLatestByGrammar(image);
    }

    /// Whether something other than `latest` stands where a tag does, which settles it for most names.
    private static boolean hasOtherTag(String image) {
        int colon = image.lastIndexOf(':');
        return colon > image.lastIndexOf('/') && image.indexOf('@') < 0 && !image.endsWith(":latest");
    }

    private static boolean isLatestByGrammar(String image) {
        Matcher full = FULL.matcher(image);
        if (BARE_ID.matcher(image).matches() || !full.matches()) {
            return false;
        }
        String name = full.group(1);
        String tag = full.group(2);
        String algorithm = full.group(3);
        if (name.length() > NAME_MAX || !NAME.matcher(name).matches()) {
            return false;
        }
        if (algorithm != null) {
            int length = full.group(4).length();
            boolean good = DIGEST_LENGTHS.getOrDefault(algorithm, 0) == length
                    && full.group(4).equals(full.group(4).toLowerCase(Locale.ROOT));
            return good && "latest".equals(tag);
        }
        return tag == null || tag.equals("latest");
    }
}
