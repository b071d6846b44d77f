package dev.tenure.apiserver.registry.field;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GoJsonTest {
    @Test
    void aByteThatIsNotTakenIsShownAsTheCharacterOfItsNumber() {
        assertThat(GoJson.fault(new byte[] {(byte) 0x86}))
                .contains("invalid character '\\u0086' looking for beginning of value");
        assertThat(GoJson.fault("\u00e9")).contains("invalid character '\u00c3' looking for beginning of value");
    }

    @Test
    void withinTextsEveryByteFromTheBlankOnIsTaken() {
        assertThat(GoJson.fault(new byte[] {'"', (byte) 0x86, '"'})).isEmpty();
        assertThat(GoJson.fault("{\"\u00e9\": [1, true]}")).isEmpty();
    }
}
