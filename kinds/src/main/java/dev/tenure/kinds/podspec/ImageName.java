package dev.tenure.kinds.podspec;

import dev.tenure.rules.image.ImageReference;
import dev.tenure.rules.image.ImageReference.Reading;

/// Tells whether the name of an image means the newest one, on which the default of `imagePullPolicy`
/// depends.
final class ImageName {
    private ImageName() {}

    /// Whether the image has the tag `latest`, named or implied. A name that cannot be read has no tag.
    public static boolean isLatest(String image) {
        return !hasOtherTag(image)
                && ImageReference.read(image) instanceof Reading.Named(ImageReference reference)
                && reference.latest();
    }

    /// Whether something other than `latest` stands where a tag does, which settles it for most names.
    private static boolean hasOtherTag(String image) {
        int colon = image.lastIndexOf(':');
        return colon > image.lastIndexOf('/') && image.indexOf('@') < 0 && !image.endsWith(":latest");
    }
}
