package dev.tenure.apiserver.registry;

/// The forms that names of objects may have.
public enum NameFormat {
    /// Most kinds: a lowercase RFC 1123 subdomain.
    DNS_SUBDOMAIN,
    /// The same where upstream states it beside the field, which counts bytes and says so.
    LONG_NAME,
    /// A lowercase RFC 1123 label.
    DNS_LABEL,
    /// An RFC 1035 label.
    DNS_1035_LABEL,
    /// Whatever can stand as one segment of a path.
    PATH_SEGMENT
}
