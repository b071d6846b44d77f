package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class TolerationCommandTest {
    private static String run(int code, String... arguments) {
        var out = new StringWriter();
        CommandLine command = new CommandLine(new TolerationCommand());
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        assertThat(command.execute(arguments)).as("%s", out).isEqualTo(code);
        return out.toString();
    }

    @Test
    void allFieldsBecomeAToleration() {
        assertThat(run(
                        0,
                        "--key",
                        "k",
                        "--operator",
                        "Equal",
                        "--value",
                        "v",
                        "--policy",
                        "NoExecute",
                        "--window",
                        "60"))
                .isEqualTo("""
                    tolerations:
                    - effect: NoExecute
                      key: k
                      operator: Equal
                      tolerationSeconds: 60
                      value: v
                    """);
    }

    @Test
    void aBlankValueMeansEveryValue() {
        assertThat(run(0, "--key", "k", "--operator", "Equal")).isEqualTo("""
            tolerations:
            - key: k
              operator: Exists
            """);
    }

    @Test
    void aBlankKeyMeansEveryTaint() {
        assertThat(run(0, "--operator", "Exists", "-o", "json").replaceAll("\\s", ""))
                .isEqualTo("{\"tolerations\":[{\"operator\":\"Exists\"}]}");
    }

    @Test
    void whatDoesNotFitTogetherIsRefusedByTheNameOfItsOption() {
        assertThat(run(2, "--operator", "Equal", "--value", "v"))
                .contains("--key: a key is required with the operator Equal");
        assertThat(run(2, "--key", "k", "--operator", "Exists", "--value", "v"))
                .contains("--value: a value is not allowed with the operator Exists");
        assertThat(run(2, "--key", "k", "--policy", "NoSchedule", "--window", "60"))
                .contains("--window: a window is only allowed with the taint policy NoExecute");
        assertThat(run(2, "--key", "k", "--policy", "NoExecute", "--window", "-1"))
                .contains("--window -1 is no time");
        assertThat(run(2, "--key", "k", "--for", "web"))
                .contains("write KIND/NAME with one of deployment, statefulset");
        assertThat(run(2, "--key", "k", "--for", "job/web")).contains("write KIND/NAME");
    }
}
