package dev.tenure.simnodes;

import dev.tenure.model.core.Pod;
import java.util.regex.Pattern;

/// Which images a simulated node can get. There is no registry behind it: every image can be had, but for
/// those whose tag says that they are made not to be there, such as `app:non-existent` or `web:404`.
final class ImageRule {
    private static final Pattern ABSENT = Pattern.compile("(nonexistent|non-existent|404|invalid.*)");

    private ImageRule() {}

    static boolean available(String image) {
        int path = image.lastIndexOf('/');
        int tag = image.indexOf(':', path + 1);
        return tag < 0 || !ABSENT.matcher(image.substring(tag + 1)).matches();
    }

    /// Whether the containers of a pod can start.
    static boolean available(Pod pod) {
        return pod.spec().containers().stream().allMatch(container -> available(container.image()));
    }
}
