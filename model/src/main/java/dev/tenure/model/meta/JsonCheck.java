package dev.tenure.model.meta;

import java.util.BitSet;

/// Tells whether a text is one JSON object that every reader of this project can read: by the grammar, no
/// deeper and with no longer numbers than they take. It keeps nothing of what it reads. Used once, by one
/// thread.
///
/// It walks over the bytes once as a state machine.
final class JsonCheck {
    /// As `wire.json.JsonScanner` has it; the test of both holds them together.
    private static final int DEPTH_MAX = 1_000;

    private static final int NUMBER_LENGTH_MAX = 1_000;
    private static final int EXPONENT_LENGTH_MAX = 9;
    private static final int HEX_DIGITS = 4;
    private static final int HEX_RADIX = 16;

    /// What may come next.
    private enum Next {
        OBJECT,
        VALUE,
        VALUE_OR_END,
        KEY,
        KEY_OR_END,
        COLON,
        COMMA_OR_END,
        IN_STRING,
        ESCAPED,
        HEX,
        MINUS,
        ZERO,
        WHOLE,
        POINT,
        FRACTION,
        EXPONENT,
        EXPONENT_SIGNED,
        EXPONENT_DIGITS,
        WORD,
        NOTHING,
        BROKEN
    }

    private final BitSet objects = new BitSet();
    private Next next = Next.OBJECT;
    private int depth;
    private boolean key;
    private int count;
    private int exponent;
    private String word = "";

    private JsonCheck() {}

    static boolean isObject(byte[] json) {
        var check = new JsonCheck();
        check.read(json);
        return check.next == Next.NOTHING;
    }

    private void read(byte[] piece) {
        int at = 0;
        while (at < piece.length && next != Next.BROKEN) {
            if (next == Next.IN_STRING) {
                at = readString(piece, at);
            } else {
                take(piece[at]);
                at++;
            }
        }
    }

    private int readString(byte[] piece, int from) {
        for (int at = from; at < piece.length; at++) {
            byte c = piece[at];
            if (c == '"') {
                next = key ? Next.COLON : Next.COMMA_OR_END;
                return at + 1;
            }
            if (c == '\\') {
                next = Next.ESCAPED;
                return at + 1;
            }
            if (c >= 0 && c < ' ') {
                next = Next.BROKEN;
                return at + 1;
            }
        }
        return piece.length;
    }

    private void take(byte c) {
        switch (next) {
            case OBJECT, VALUE, VALUE_OR_END, KEY, KEY_OR_END, COLON, COMMA_OR_END, NOTHING -> {
                if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                    between(c);
                }
            }
            case ESCAPED -> escaped(c);
            case HEX -> hex(c);
            case WORD -> word(c);
            case MINUS, ZERO, WHOLE, POINT, FRACTION, EXPONENT, EXPONENT_SIGNED, EXPONENT_DIGITS -> number(c);
            case IN_STRING, BROKEN -> next = Next.BROKEN;
        }
    }

    private void between(byte c) {
        switch (next) {
            case OBJECT -> {
                next = Next.BROKEN;
                if (c == '{') {
                    open(true);
                }
            }
            case VALUE -> value(c);
            case VALUE_OR_END -> {
                if (c == ']') {
                    close(false);
                } else {
                    value(c);
                }
            }
            case KEY, KEY_OR_END -> key(c);
            case COLON -> next = c == ':' ? Next.VALUE : Next.BROKEN;
            case COMMA_OR_END -> after(c);
            default -> next = Next.BROKEN;
        }
    }

    private void key(byte c) {
        if (c == '"') {
            key = true;
            next = Next.IN_STRING;
        } else if (c == '}' && next == Next.KEY_OR_END) {
            close(true);
        } else {
            next = Next.BROKEN;
        }
    }

    private void after(byte c) {
        if (c == ',') {
            next = objects.get(depth) ? Next.KEY : Next.VALUE;
        } else if (c == '}' || c == ']') {
            close(c == '}');
        } else {
            next = Next.BROKEN;
        }
    }

    private void value(byte c) {
        switch (c) {
            case '{' -> open(true);
            case '[' -> open(false);
            case '"' -> {
                key = false;
                next = Next.IN_STRING;
            }
            case 't' -> begin("true");
            case 'f' -> begin("false");
            case 'n' -> begin("null");
            default -> beginNumber(c);
        }
    }

    private void open(boolean object) {
        depth++;
        objects.set(depth, object);
        next = object ? Next.KEY_OR_END : Next.VALUE_OR_END;
        if (depth > DEPTH_MAX) {
            next = Next.BROKEN;
        }
    }

    private void close(boolean object) {
        boolean fits = objects.get(depth) == object;
        depth--;
        next = depth == 0 ? Next.NOTHING : Next.COMMA_OR_END;
        if (!fits) {
            next = Next.BROKEN;
        }
    }

    private void begin(String literal) {
        word = literal;
        count = 1;
        next = Next.WORD;
    }

    private void word(byte c) {
        if (c != word.charAt(count)) {
            next = Next.BROKEN;
            return;
        }
        count++;
        if (count == word.length()) {
            next = Next.COMMA_OR_END;
        }
    }

    private void escaped(byte c) {
        count = 0;
        next = switch (c) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> Next.IN_STRING;
            case 'u' -> Next.HEX;
            default -> Next.BROKEN;
        };
    }

    private void hex(byte c) {
        count++;
        if (Character.digit(c, HEX_RADIX) < 0) {
            next = Next.BROKEN;
        } else if (count == HEX_DIGITS) {
            next = Next.IN_STRING;
        }
    }

    private void beginNumber(byte c) {
        count = 1;
        exponent = 0;
        if (c == '-') {
            next = Next.MINUS;
        } else if (c == '0') {
            next = Next.ZERO;
        } else {
            next = isDigit(c) ? Next.WHOLE : Next.BROKEN;
        }
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private void number(byte c) {
        count++;
        boolean ends = switch (next) {
            case ZERO, WHOLE, FRACTION, EXPONENT_DIGITS -> true;
            default -> false;
        };
        Next further = isDigit(c) ? withDigit(c) : withSign(c);
        if (further != Next.BROKEN && count <= NUMBER_LENGTH_MAX) {
            next = further;
        } else if (ends && further == Next.BROKEN && !isDigit(c)) {
            next = Next.COMMA_OR_END;
            take(c);
        } else {
            next = Next.BROKEN;
        }
    }

    private Next withDigit(byte c) {
        return switch (next) {
            case MINUS -> c == '0' ? Next.ZERO : Next.WHOLE;
            case WHOLE -> Next.WHOLE;
            case POINT, FRACTION -> Next.FRACTION;
            case EXPONENT, EXPONENT_SIGNED, EXPONENT_DIGITS -> {
                exponent++;
                yield exponent > EXPONENT_LENGTH_MAX ? Next.BROKEN : Next.EXPONENT_DIGITS;
            }
            default -> Next.BROKEN;
        };
    }

    private Next withSign(byte c) {
        return switch (c) {
            case '.' -> next == Next.ZERO || next == Next.WHOLE ? Next.POINT : Next.BROKEN;
            case 'e', 'E' ->
                next == Next.ZERO || next == Next.WHOLE || next == Next.FRACTION ? Next.EXPONENT : Next.BROKEN;
            case '+', '-' -> next == Next.EXPONENT ? Next.EXPONENT_SIGNED : Next.BROKEN;
            default -> Next.BROKEN;
        };
    }
}
