package dev.tenure.wire.yaml;

/// The forms that unquoted scalars of YAML have besides words and whole numbers, as Go's library knows them
/// (sigs.k8s.io/yaml, resolve.go). A text is read once, from left to right. Confined to one call.
final class ScalarForms {
    private final String text;
    private int at;

    private ScalarForms(String text) {
        this.text = text;
    }

    /// A number with digits before or after its point: `1.5`, `.5`, `1.`, `-1e+3`.
    static boolean isDecimal(String text) {
        return new ScalarForms(text).decimal();
    }

    /// A day, with or without a time: `2024-01-31`, `2024-01-31T10:00:00.5Z`.
    static boolean isTimestamp(String text) {
        return new ScalarForms(text).timestamp();
    }

    /// A number to the base of sixty: `1:30`, `12:00:05.25`.
    static boolean isBase60(String text) {
        return new ScalarForms(text).base60();
    }

    private boolean decimal() {
        take("+-");
        int digits = digits(text.length());
        if (take(".")) {
            digits += digits(text.length());
        }
        return digits > 0 && exponent() && ended();
    }

    private boolean exponent() {
        if (!take("eE")) {
            return true;
        }
        take("+-");
        return digits(text.length()) > 0;
    }

    private boolean timestamp() {
        boolean day = digits(4) == 4 && take("-") && digits(2) > 0 && take("-") && digits(2) > 0;
        return day && (ended() || (take("Tt ") && time() && zone()));
    }

    private boolean time() {
        boolean whole = digits(2) > 0 && take(":") && digits(2) > 0 && take(":") && digits(2) > 0;
        return whole && (!take(".") || digits(text.length()) > 0);
    }

    /// To the end of the text. The hours and minutes of a zone may stand together, the hours with one digit.
    private boolean zone() {
        if (ended()) {
            return true;
        }
        take(" ");
        if (take("Z")) {
            return ended();
        }
        if (!take("+-")) {
            return false;
        }
        int digits = digits(4);
        return digits > 0 && (ended() || (digits <= 2 && take(":") && digits(2) == 2 && ended()));
    }

    private boolean base60() {
        take("+-");
        if (digits(1) == 0) {
            return false;
        }
        digitsAndLines();
        int parts = 0;
        while (take(":")) {
            boolean low = at < text.length() && text.charAt(at) <= '5';
            if (digits(low ? 2 : 1) == 0) {
                return false;
            }
            parts++;
        }
        if (take(".")) {
            digitsAndLines();
        }
        return parts > 0 && ended();
    }

    private void digitsAndLines() {
        while (digits(text.length()) > 0 || take("_")) {
            // each step takes at least one character
        }
    }

    /// Takes digits, at most so many.
    ///
    /// @return how many
    private int digits(int most) {
        int from = at;
        while (at < text.length() && at - from < most && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - from;
    }

    /// Takes one character if it is one of these.
    private boolean take(String any) {
        boolean there = at < text.length() && any.indexOf(text.charAt(at)) >= 0;
        at += there ? 1 : 0;
        return there;
    }

    private boolean ended() {
        return at == text.length();
    }
}
