package dev.tenure.wire;

/// Something whose fields are not final, so that who sees it too early sees zeros.
public final class OpenParts {
    private int a;
    private int b;
    private int c;
    private int d;

    public OpenParts() {
        a = 1;
        b = 1;
        c = 1;
        d = 1;
    }

    /// 4 for who sees all of it.
    public int sum() {
        return a + b + c + d;
    }
}
