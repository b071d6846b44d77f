package dev.tenure.wire.yaml;

/// The order of keys in go-yaml's output: letters by code point and after everything else, runs of digits as
/// numbers. Upstream: sorter.go.
final class NaturalOrder {
    private NaturalOrder() {}

    static int compare(String left, String right) {
        int[] a = left.codePoints().toArray();
        int[] b = right.codePoints().toArray();
        for (int i = 0; i < a.length && i < b.length; i++) {
            if (a[i] != b[i]) {
                return compareAt(a, b, i);
            }
        }
        return Integer.compare(a.length, b.length);
    }

    /// Two texts that differ first at `i`.
    private static int compareAt(int[] a, int[] b, int i) {
        boolean leftLetter = Character.isLetter(a[i]);
        boolean rightLetter = Character.isLetter(b[i]);
        if (leftLetter && rightLetter) {
            return Integer.compare(a[i], b[i]);
        }
        if (leftLetter || rightLetter) {
            return rightLetter ? -1 : 1;
        }
        long start = (a[i] == '0' || b[i] == '0') && followsNonZeroDigit(a, i) ? 1 : 0;
        int leftEnd = digitsEnd(a, i);
        int rightEnd = digitsEnd(b, i);
        long leftNumber = number(start, a, i, leftEnd);
        long rightNumber = number(start, b, i, rightEnd);
        if (leftNumber != rightNumber) {
            return Long.compare(leftNumber, rightNumber);
        }
        return leftEnd != rightEnd ? Integer.compare(leftEnd, rightEnd) : Integer.compare(a[i], b[i]);
    }

    private static boolean followsNonZeroDigit(int[] points, int i) {
        for (int j = i - 1; j >= 0 && Character.isDigit(points[j]); j--) {
            if (points[j] != '0') {
                return true;
            }
        }
        return false;
    }

    private static int digitsEnd(int[] points, int from) {
        int end = from;
        while (end < points.length && Character.isDigit(points[end])) {
            end++;
        }
        return end;
    }

    private static long number(long start, int[] points, int from, int end) {
        long value = start;
        for (int i = from; i < end; i++) {
            value = value * 10 + (points[i] - '0');
        }
        return value;
    }
}
