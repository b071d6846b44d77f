package dev.tenure.apiserver.pki;

import java.util.Optional;

/// What Go's `encoding/asn1` says of bytes that do not begin as the sequence that is expected: the outermost
/// tag and length are looked at, and nothing within. Confined to one call.
final class DerForm {
    private static final int SEQUENCE = 0x10;
    private static final int LONG_TAG = 0x1f;
    private static final int CLASS_SHIFT = 6;
    private static final int COMPOUND = 0x20;
    private static final int MORE = 0x80;
    private static final int LENGTH_MAX = 1 << 23;
    private static final int TAG_BYTES_MAX = 5;

    private static final String NO_PARAMETERS = "{optional:false explicit:false application:false private:false"
            + " defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}";

    private final byte[] bytes;
    private int at;

    private DerForm(byte[] bytes) {
        this.bytes = bytes;
    }

    /// @param type Go's name of what is expected, which is not empty
    static Optional<String> sequenceFault(byte[] bytes, String type) {
        try {
            new DerForm(bytes).read(type);
            return Optional.empty();
        } catch (FormException e) {
            return Optional.of("asn1: " + e.getMessage());
        }
    }

    private static final class FormException extends Exception {
        private static final long serialVersionUID = 1;

        FormException(String message) {
            super(message);
        }
    }

    private static FormException syntax(String message) {
        return new FormException("syntax error: " + message);
    }

    private static FormException structure(String message) {
        return new FormException("structure error: " + message);
    }

    private void read(String type) throws FormException {
        if (bytes.length == 0) {
            throw syntax("sequence truncated");
        }
        int head = next("truncated tag or length");
        int tag = head & LONG_TAG;
        if (tag == LONG_TAG) {
            tag = longTag();
        }
        int length = length();
        int kind = head >> CLASS_SHIFT;
        boolean compound = (head & COMPOUND) != 0;
        if (kind != 0 || tag != SEQUENCE || !compound) {
            throw structure("tags don't match (%d vs {class:%d tag:%d length:%d isCompound:%s}) %s %s @%d"
                    .formatted(SEQUENCE, kind, tag, length, compound, NO_PARAMETERS, type, at));
        }
        if (length > bytes.length - at) {
            throw syntax("data truncated");
        }
        if (length == 0) {
            throw syntax("sequence truncated");
        }
        if (length < bytes.length - at) {
            throw syntax("trailing data");
        }
    }

    private int next(String otherwise) throws FormException {
        if (at >= bytes.length) {
            throw syntax(otherwise);
        }
        return bytes[at++] & 0xff;
    }

    private int longTag() throws FormException {
        long tag = 0;
        for (int i = 0; i < TAG_BYTES_MAX; i++) {
            int part = next("truncated base 128 integer");
            if (i == 0 && part == MORE) {
                throw syntax("integer is not minimally encoded");
            }
            tag = (tag << 7) | (part & (MORE - 1));
            if (part < MORE) {
                if (tag < LONG_TAG) {
                    throw syntax("non-minimal tag");
                }
                if (tag <= Integer.MAX_VALUE) {
                    return (int) tag;
                }
                break;
            }
        }
        throw structure("base 128 integer too large");
    }

    private int length() throws FormException {
        int first = next("truncated tag or length");
        if (first < MORE) {
            return first;
        }
        if (first == MORE) {
            throw syntax("indefinite length found (not DER)");
        }
        int length = 0;
        for (int i = MORE; i < first; i++) {
            int part = next("truncated tag or length");
            if (length >= LENGTH_MAX) {
                throw structure("length too large");
            }
            length = (length << Byte.SIZE) | part;
            if (length == 0) {
                throw structure("superfluous leading zeros in length");
            }
        }
        if (length < MORE) {
            throw structure("non-minimal length");
        }
        return length;
    }
}
