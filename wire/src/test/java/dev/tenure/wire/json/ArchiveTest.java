package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Documents that are written one behind the other come back as they were.
class ArchiveTest {
    private static Document document(String json) {
        return Document.written(json.getBytes(StandardCharsets.UTF_8));
    }

    private static Document pod(int number, String node) {
        return document(
                ("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web-%d\",\"labels\":{\"app\":\"web\"}},"
                                + "\"spec\":{\"nodeName\":\"%s\",\"containers\":[{\"name\":\"main\",\"image\":\"registry/%s:1\"}]},"
                                + "\"status\":{\"ready\":true,\"restarts\":%d,\"note\":\"\\u00e9\\\"x\"}}")
                        .formatted(number, node, "web".repeat(30), number % 2));
    }

    private static byte[] written(List<Document> documents) throws IOException {
        var out = new ByteArrayOutputStream();
        var archive = new ArchiveWriter(out, documents);
        for (Document document : documents) {
            archive.number(document.size());
            archive.document(document);
        }
        archive.flush();
        return out.toByteArray();
    }

    private static List<Document> read(byte[] bytes, int count) throws IOException {
        var archive = new ArchiveReader(new ByteArrayInputStream(bytes));
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            archive.number();
            documents.add(archive.document());
        }
        assertThat(archive.isOver()).isTrue();
        return documents;
    }

    private static List<Document> some() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            documents.add(pod(i, "node-" + i % 7));
        }
        documents.add(document("{}"));
        documents.add(document("{\"list\":[],\"object\":{},\"deep\":[[1,{\"a\":[null,true,-1.5]}]]}"));
        documents.add(document("{\"text\":\"" + "x".repeat(200_000) + "\"}"));
        return documents;
    }

    @Test
    void everyDocumentComesBackByteByByte() throws IOException {
        List<Document> documents = some();
        List<Document> read = read(written(documents), documents.size());
        for (int i = 0; i < documents.size(); i++) {
            assertThat(read.get(i)).hasToString(documents.get(i).toString());
        }
    }

    @Test
    void whatStandsInManyDocumentsIsWrittenOnceAndSharedWhenRead() throws IOException {
        List<Document> pods = some().subList(0, 200);
        byte[] bytes = written(pods);
        long whole = pods.stream().mapToInt(Document::size).sum();
        assertThat(bytes.length).isLessThan((int) whole / 5);
        List<Document> read = read(bytes, pods.size());
        assertThat(read.get(1).sharesOthers(read.get(0), "spec", "nodeName")).isTrue();
        assertThat(read.get(1).sharesOthers(read.get(0), "metadata", "labels")).isFalse();
        assertThat(read.get(7).shares(read.get(0), "spec")).isFalse();
    }

    @Test
    void anArchiveThatIsCutOffOrDamagedIsRefusedOrReadAsSomethingElse() throws IOException {
        List<Document> documents = some().subList(0, 20);
        byte[] whole = written(documents);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part, documents.size())).isInstanceOf(IOException.class);
        }
        var random = new SplittableRandom(7);
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            try {
                new ArchiveReader(new ByteArrayInputStream(damaged)).number();
                readAll(damaged, documents.size());
            } catch (IOException e) {
                assertThat(e.getMessage()).startsWith("an archive");
            }
        }
    }

    private static void readAll(byte[] bytes, int count) throws IOException {
        var archive = new ArchiveReader(new ByteArrayInputStream(bytes));
        for (int i = 0; i < count; i++) {
            archive.number();
            archive.document();
        }
    }
}
