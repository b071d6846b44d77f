package dev.tenure.simnodes;

import dev.tenure.model.core.Pod;
import java.util.regex.Pattern;

/// Which images a simulated node can get. There is no registry behind it: every image can be had, but for
/// those whose tag or name says that they are made not to be there, such as `app:non-existent`, `web:404` or
/// `an-image-that-doesnt-exist`.
final class ImageRule {
    private static final Pattern ABSENT_TAG = Pattern.compile("(nonexistent|non-existent|404|invalid.*)");
    private static final Pattern ABSENT_NAME =
            Pattern.compile("(.*-)?(nonexistent|non-existent|doesnt-exist|does-not-exist)");

    private ImageRule() {}

    static boolean available(String image) {
        int path = image.lastIndexOf('/');
        int colon = image.indexOf(':', path + 1);
        String name = image.substring(path + 1, colon < 0 ? image.length() : colon);
        String tag = colon < 0 ? "" : image.substring(colon + 1);
        return !ABSENT_TAG.matcher(tag).matches() && !ABSENT_NAME.matcher(name).matches();
    }

    /// Whether the containers of a pod can start.
    static boolean available(Pod pod) {
        return pod.spec().containers().stream().allMatch(container -> available(container.image()));
    }
}
