package dev.tenure.checks.console;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import java.util.ArrayList;
import java.util.List;

/// Somebody who has a keyboard and no pointer: goes from stop to stop with Tab, and sees where the focus is.
final class KeyboardUser {
    private static final int TABS_MAX = 120;
    private static final int SEEN_MILLIS = 1_000;
    /// What a screen reader would call the element that has the focus.
    private static final String NAME = """
        () => {
          const at = document.activeElement;
          const label = at.labels && at.labels[0];
          const own = label ? [...label.childNodes].filter((each) => each.nodeType === 3).map((each) => each.textContent).join('') : '';
          return (at.getAttribute('aria-label') || own || at.textContent || '').trim().replace(/\\s+/g, ' ');
        }""";
    /// Whether one can see that it has the focus.
    private static final String VISIBLE = """
        () => {
          const at = document.activeElement;
          const box = at.getBoundingClientRect();
          const style = getComputedStyle(at);
          const inside = box.bottom > 0 && box.top < innerHeight && box.width > 0;
          return at === document.body || (inside && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
        }""";

    private final Page page;
    private final List<String> unseen = new ArrayList<>();

    KeyboardUser(Page page) {
        this.page = page;
    }

    /// What has the focus.
    String focused() {
        return String.valueOf(page.evaluate(NAME));
    }

    /// Goes on with Tab until something of that name has the focus.
    KeyboardUser tabTo(String name) {
        List<String> passed = new ArrayList<>();
        for (int i = 0; i < TABS_MAX; i++) {
            page.keyboard().press("Tab");
            String here = focused();
            if (!isVisibleSoon()) {
                unseen.add(here);
            }
            if (here.equals(name)) {
                return this;
            }
            passed.add(here.length() > 40 ? here.substring(0, 40) : here);
        }
        throw new AssertionError("no Tab leads to \"%s\", only to %s".formatted(name, passed));
    }

    /// What was typed before may be answered just now, and move what has the focus: the browser then brings
    /// it back into view.
    private boolean isVisibleSoon() {
        try {
            page.waitForFunction(VISIBLE, null, new Page.WaitForFunctionOptions().setTimeout(SEEN_MILLIS));
            return true;
        } catch (TimeoutError _) {
            return false;
        }
    }

    KeyboardUser press(String... keys) {
        for (String key : keys) {
            page.keyboard().press(key);
        }
        return this;
    }

    KeyboardUser type(String text) {
        page.keyboard().type(text);
        return this;
    }

    /// Stops at which nothing showed where the focus was.
    List<String> unseen() {
        return List.copyOf(unseen);
    }
}
