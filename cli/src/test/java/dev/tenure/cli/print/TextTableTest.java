package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {
    private static TextTable plan() {
        var table = new TextTable("AFTER", "POD", "FROM", "BECAUSE", "THEN");
        table.row(
                "0s",
                "default/reports-5d47f6ddbc-sswhf",
                "node-1",
                "taint maintenance=disk:NoExecute is not tolerated",
                "reports-5d47f6ddbc-2nfbf pending: 0/6 nodes are available");
        table.row("5m0s", "default/web-0", "node-1", "taint a:NoExecute is tolerated for 300 s", "-");
        return table;
    }

    @Test
    void whereThereIsRoomNothingIsCut() {
        assertThat(plan().text(Screen.ENDLESS).lines())
                .allSatisfy(line -> assertThat(line).doesNotContain("…"))
                .anySatisfy(line -> assertThat(line).endsWith("0/6 nodes are available"));
        assertThat(plan().text()).isEqualTo(plan().text(Screen.ENDLESS));
    }

    @Test
    void sentencesGiveWayBeforeNames() {
        assertThat(plan().text(new Screen(100))).isEqualTo("""
                AFTER   POD                                FROM     BECAUSE                  THEN
                0s      default/reports-5d47f6ddbc-sswhf   node-1   taint maintenance=dis…   reports-5d47f6ddbc-2nf…
                5m0s    default/web-0                      node-1   taint a:NoExecute is …   -
                """);
        assertThat(plan().text(new Screen(80)).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .anySatisfy(line -> assertThat(line).contains("default/reports-5d47f6ddbc"));
    }

    @Test
    void whatCannotGetNarrowerStaysReadable() {
        assertThat(plan().text(new Screen(20)).lines())
                .first()
                .isEqualTo("AFTER   POD                    FROM     BECAUSE        THEN");
        assertThat(plan().text(new Screen(1)).lines())
                .last()
                .isEqualTo("5m0s    default/web-0          node-1   taint a:NoE…   -");
    }
}
