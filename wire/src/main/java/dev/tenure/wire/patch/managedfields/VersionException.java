package dev.tenure.wire.patch.managedfields;

/// An object that cannot be turned into another version of its kind, or a version that is none of it, in
/// upstream's words.
final class VersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VersionException(String message) {
        super(message, null, false, false);
    }

    /// The same while something was being done, which is told before.
    VersionException during(String what) {
        return new VersionException(what + getMessage());
    }
}
