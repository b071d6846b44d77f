package dev.tenure.launch.console;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Locale;

/// Opens an address in the user's browser, where the system has a way to.
final class Browser {
    private Browser() {}

    /// Does nothing when there is no browser: the address is printed anyway.
    static void open(String address) {
        boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");
        boolean screen = mac || System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
        if (!screen) {
            return;
        }
        try {
            new ProcessBuilder(List.of(mac ? "open" : "xdg-open", address))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException _) {
            // the printed address serves as well
        }
    }
}
