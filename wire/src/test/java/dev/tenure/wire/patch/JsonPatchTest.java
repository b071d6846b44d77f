package dev.tenure.wire.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPatchTest {
    private static final String START = "{'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3]}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                                      | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3]}",
                "null                                                    | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3]}",
                "[{'op':'add','path':'/b','value':2}]                    | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3],'b':2}",
                "[{'op':'add','path':'x/b','value':2}]                   | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3],'b':2}",
                "[{'op':'replace','path':'/new','value':2}]              | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3],'new':2}",
                "[{'op':'remove','path':'/m/x~1y'}]                      | {'a':'1','m':{'t~':4},'l':[1,{'k':'v'},3]}",
                "[{'op':'remove','path':'/m/t~0'}]                       | {'a':'1','m':{'x/y':3},'l':[1,{'k':'v'},3]}",
                "[{'op':'add','path':'/l/-','value':9}]                  | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3,9]}",
                "[{'op':'add','path':'/l/0','value':9}]                  | {'a':'1','m':{'x/y':3,'t~':4},'l':[9,1,{'k':'v'},3]}",
                "[{'op':'add','path':'/l/3','value':9}]                  | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3,9]}",
                "[{'op':'add','path':'/l/-1','value':9}]                 | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3,9]}",
                "[{'op':'remove','path':'/l/-1'}]                        | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'}]}",
                "[{'op':'replace','path':'/l/1/k','value':'w'}]          | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'w'},3]}",
                "[{'op':'move','from':'/m','path':'/n'}]                 | {'a':'1','l':[1,{'k':'v'},3],'n':{'x/y':3,'t~':4}}",
                "[{'op':'copy','from':'/l/1','path':'/n'}]               | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3],'n':{'k':'v'}}",
                "[{'op':'copy','from':'/none','path':'/n'}]              | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3],'n':null}",
                "[{'op':'test','path':'/none','value':null}]             | {'a':'1','m':{'x/y':3,'t~':4},'l':[1,{'k':'v'},3]}",
                "[{'op':'test','path':'/m','value':{'t~':4,'x/y':3}},{'op':'remove','path':'/m'}] | {'a':'1','l':[1,{'k':'v'},3]}",
                "[{'op':'replace','path':'','value':{'z':1}}]            | {'z':1}",
                "[{'op':'replace','path':'/m','value':{}},{'op':'add','path':'/m/q','value':1}] | {'a':'1','m':{'q':1},'l':[1,{'k':'v'},3]}",
            })
    void operationsThatFitChangeTheDocument(String patch, String expected) {
        ObjectNode start = PatchTrees.object(START);
        ObjectNode result = JsonPatch.apply(start, PatchTrees.tree(patch));
        assertThat(result).isEqualTo(PatchTrees.tree(expected));
        assertThat(start).isEqualTo(PatchTrees.object(START));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{'op':'test','path':'/a','value':'2'}]",
                "[{'op':'test','path':'/l/0','value':1.0}]",
                "[{'op':'test','path':'/a','value':null}]",
                "[{'op':'test','path':'/none','value':1}]",
                "[{'op':'remove','path':'/none'}]",
                "[{'op':'remove','path':'/l/3'}]",
                "[{'op':'remove','path':'/l/-4'}]",
                "[{'op':'replace','path':'/l/3','value':1}]",
                "[{'op':'replace','path':'/l/-','value':1}]",
                "[{'op':'add','path':'/l/4','value':1}]",
                "[{'op':'add','path':'/l/x','value':1}]",
                "[{'op':'add','path':'/none/x','value':1}]",
                "[{'op':'add','path':'/a/x','value':1}]",
                "[{'op':'add','path':'','value':{}}]",
                "[{'op':'add','path':'b','value':2}]",
                "[{'op':'replace','path':'','value':3}]",
                "[{'op':'add','value':1}]",
                "[{'op':'move','path':'/x'}]",
                "[{'op':'move','from':'/none','path':'/x'}]",
                "[{'op':'frobnicate','path':'/a','value':'1'}]",
                "[{'path':'/a'}]",
                "[null]",
                "[{'op':'add','path':'/q','value':1},{'op':'remove','path':'/none'}]",
            })
    void operationsThatDoNotFitAreRejectedWithoutAReason(String patch) {
        assertThat(refusal(patch))
                .satisfies(status -> assertThat(status.code()).isEqualTo(422))
                .satisfies(status -> assertThat(status.reason()).isEqualTo("Invalid"))
                .satisfies(status -> assertThat(status.message())
                        .isEqualTo("the server rejected our request due to an error in our request"))
                .satisfies(status -> assertThat(status.details()).isPresent());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'op':'add'}    | cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
                "5               | cannot unmarshal number into Go value of type []handlers.jsonPatchOp",
                "['x']           | cannot unmarshal string into Go value of type handlers.jsonPatchOp",
                "[{'op':1}]      | cannot unmarshal number into Go struct field jsonPatchOp.op of type string",
                "[{'path':[]}]   | cannot unmarshal array into Go struct field jsonPatchOp.path of type string",
            })
    void aPatchOfAnotherShapeIsABadRequest(String patch, String why) {
        assertThat(refusal(patch))
                .extracting(Status::code, Status::message)
                .containsExactly(400, "error decoding patch: json: " + why);
    }

    @Test
    void moreThanTenThousandOperationsAreTooMany() {
        ArrayNode patch = Json.array();
        for (int i = 0; i <= 10_000; i++) {
            patch.addObject().put("op", "test").put("path", "/a").put("value", "1");
        }
        assertThatThrownBy(() -> JsonPatch.apply(PatchTrees.object(START), patch))
                .isInstanceOfSatisfying(
                        PatchException.class,
                        e -> assertThat(e.status())
                                .extracting(Status::code, Status::reason, Status::message)
                                .containsExactly(
                                        413,
                                        "RequestEntityTooLarge",
                                        "Request entity too large: The allowed maximum operations in a JSON patch is 10000, "
                                                + "got 10001"));
    }

    @Test
    void copiesMayNotGrowTheDocumentByMoreThanThreeMebibytes() {
        ObjectNode start = Json.object().put("a", "x".repeat(1024 * 1024));
        ArrayNode patch = Json.array();
        for (int i = 0; i < 3; i++) {
            patch.addObject().put("op", "copy").put("from", "/a").put("path", "/a" + i);
        }
        assertThatThrownBy(() -> JsonPatch.apply(start, patch)).isInstanceOf(PatchException.class);
        patch.remove(0);
        assertThat(JsonPatch.apply(start, patch).size()).isEqualTo(3);
    }

    @Test
    void unknownFieldsOfOperationsAreNamed() {
        assertThat(JsonPatch.unknownFields(PatchTrees.tree("[{'op':'test'},{'op':'add','pth':'/a','x':1}]")))
                .containsExactly("json patch unknown field \"[1].pth\"", "json patch unknown field \"[1].x\"");
    }

    private static Status refusal(String patch) {
        try {
            JsonPatch.apply(PatchTrees.object(START), PatchTrees.tree(patch));
            throw new AssertionError("not refused: " + patch);
        } catch (PatchException e) {
            return e.status();
        }
    }
}
