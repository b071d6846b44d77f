package dev.tenure.wire.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategicMergePatchTest {
    private static final ObjectType POD_SPEC = type("io.k8s.api.core.v1.PodSpec");
    private static final ObjectType META = type("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // scalars and maps
                "{'nodeName':'a'}                        | {'nodeName':'b'}                               | {'nodeName':'b'}",
                "{'nodeName':'a'}                        | {'nodeName':null}                              | {}",
                "{'nodeSelector':{'a':'1'}}              | {'nodeSelector':{'b':'2'}}                     | {'nodeSelector':{'a':'1','b':'2'}}",
                "{'nodeSelector':{'a':'1'}}              | {'nodeSelector':{'$patch':'replace','b':'2'}}  | {'nodeSelector':{'b':'2'}}",
                "{'nodeSelector':{'a':'1'}}              | {'nodeSelector':{'$patch':'delete'}}           | {'nodeSelector':{}}",
                "{}                                      | {'nodeSelector':{'$patch':'delete'}}           | {}",
                "{}                                      | {'nodeSelector':{'a':null,'b':'1'}}            | {'nodeSelector':{'b':'1'}}",
                // lists that are replaced
                "{'tolerations':[{'key':'a'}]}           | {'tolerations':[{'key':'b'}]}                  | {'tolerations':[{'key':'b'}]}",
                "{'tolerations':[{'key':'a'}]}           | {'tolerations':[]}                             | {'tolerations':[]}",
                // lists of objects
                "{'containers':[{'name':'a','image':'1'},{'name':'b'}]} | {'containers':[{'name':'a','image':'2'}]} | {'containers':[{'name':'a','image':'2'},{'name':'b'}]}",
                "{'containers':[{'name':'a'},{'name':'b'}]} | {'containers':[{'name':'c'}]}                | {'containers':[{'name':'c'},{'name':'a'},{'name':'b'}]}",
                "{'containers':[{'name':'a'},{'name':'b'}]} | {'containers':[{'name':'b','tty':true}]}     | {'containers':[{'name':'a'},{'name':'b','tty':true}]}",
                "{'containers':[{'name':'a'},{'name':'b'}]} | {'containers':[{'name':'c'},{'name':'a'}]}   | {'containers':[{'name':'c'},{'name':'a'},{'name':'b'}]}",
                "{'containers':[{'name':'a'},{'name':'b'}]} | {'containers':[{'$patch':'delete','name':'a'}]} | {'containers':[{'name':'b'}]}",
                "{'containers':[{'name':'a'},{'name':'b'}]} | {'containers':[{'$patch':'replace'},{'name':'z'},{'name':'y'}]} | {'containers':[{'name':'z'},{'name':'y'}]}",
                "{'containers':[{'name':'a'}]}           | {'containers':[{'$patch':'replace'}]}          | {'containers':[]}",
                "{'containers':[{'name':'a','env':[{'name':'E','value':'1'}]}]} | {'containers':[{'name':'a','env':[{'name':'F','value':'2'}]}]} | {'containers':[{'name':'a','env':[{'name':'F','value':'2'},{'name':'E','value':'1'}]}]}",
                "{}                                      | {'containers':[{'name':'a'},{'name':'b','$patch':'delete'}]} | {'containers':[{'name':'a'}]}",
                // retainKeys
                "{'volumes':[{'name':'v','emptyDir':{}}]} | {'volumes':[{'name':'v','$retainKeys':['name','hostPath'],'hostPath':{'path':'/x'}}]} | {'volumes':[{'name':'v','hostPath':{'path':'/x'}}]}",
                "{'nodeName':'a','hostname':'b'}         | {'$retainKeys':['nodeName'],'nodeName':'c','hostname':null} | {'nodeName':'c'}",
                // order
                "{'containers':[{'name':'a'},{'name':'b'},{'name':'c'}]} | {'$setElementOrder/containers':[{'name':'c'},{'name':'a'}]} | {'containers':[{'name':'b'},{'name':'c'},{'name':'a'}]}",
                "{'containers':[{'name':'a'},{'name':'b'}]} | {'$setElementOrder/containers':[{'name':'n'},{'name':'b'},{'name':'a'}],'containers':[{'name':'n'}]} | {'containers':[{'name':'n'},{'name':'b'},{'name':'a'}]}",
                "{}                                      | {'$setElementOrder/containers':[{'name':'b'},{'name':'a'}],'containers':[{'name':'b'},{'name':'a'}]} | {'containers':[{'name':'b'},{'name':'a'}]}",
                "{}                                      | {'$setElementOrder/containers':[{'name':'b'}]} | {}",
                // the whole
                "{'nodeName':'a'}                        | {'$patch':'replace','hostname':'b'}            | {'hostname':'b'}",
                "{'nodeName':'a'}                        | {'$patch':'delete','hostname':'b'}             | {}",
                "{'nodeName':'a'}                        | null                                           | {'nodeName':'a'}",
            })
    void aSpecIsPatchedAsItsSchemaSays(String original, String patch, String expected) {
        ObjectNode before = PatchTrees.object(original);
        assertThat(StrategicMergePatch.apply(before, PatchTrees.tree(patch), POD_SPEC))
                .isEqualTo(PatchTrees.tree(expected));
        assertThat(before).isEqualTo(PatchTrees.tree(original));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'finalizers':['a','b']}     | {'finalizers':['c']}                           | {'finalizers':['c','a','b']}",
                "{'finalizers':['a','b']}     | {'finalizers':['b','a']}                       | {'finalizers':['b','a']}",
                "{'finalizers':['a','b','a']} | {'$deleteFromPrimitiveList/finalizers':['a']}  | {'finalizers':['b']}",
                "{'finalizers':['a','b']}     | {'$deleteFromPrimitiveList/finalizers':['a'],'finalizers':['c'],'$setElementOrder/finalizers':['b','c']} | {'finalizers':['b','c']}",
                "{}                           | {'$deleteFromPrimitiveList/finalizers':['a']}  | {}",
                "{'ownerReferences':[{'uid':'1','name':'x'}]} | {'ownerReferences':[{'uid':'2'}]} | {'ownerReferences':[{'uid':'2'},{'uid':'1','name':'x'}]}",
            })
    void metadataIsPatchedAsItsSchemaSays(String original, String patch, String expected) {
        assertThat(StrategicMergePatch.apply(PatchTrees.object(original), PatchTrees.tree(patch), META))
                .isEqualTo(PatchTrees.tree(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "500 | {'containers':[{'name':'a','$patch':'explode'}]} | unknown patch type: explode in map: map[$patch:explode name:a]",
                "500 | {'containers':[{'image':'x'}]}   | map: map[image:x] does not contain declared merge key: name",
                "500 | {'containers':[{'$patch':'delete'}]} | map: map[$patch:delete] does not contain declared merge key: name",
                "500 | {'containers':[{'$patch':'merge','name':'a'}]} | merging lists cannot yet be specified in the patch",
                "500 | {'$patch':'merge'}               | unknown patch type: merge in map: map[$patch:merge]",
                "500 | {'$patch':5}                     | unknown patch type: %!s(int64=5) in map: map[$patch:5]",
                "500 | {'containers':['x']}             | list element types are not identical: [[map[name:a]] [x]]",
                "422 | {'containers':[[1]]}             | the server rejected our request due to an error in our request",
                "400 | {'$retainKeys':'x'}              | invalid patch format of retainKeys",
                "400 | {'$retainKeys':['x'],'y':1}      | invalid patch format of retainKeys",
                "400 | {'$deleteFromPrimitiveListx':[]} | invalid patch format of primitive list",
                "400 | {'$setElementOrderx/a':[]}       | invalid patch format of setElementOrder list",
                "500 | {'$setElementOrder/containers':1} | expected a []interface {}, but received a int64",
                "400 | {'hostNetwork':1e999}           | json: cannot unmarshal number 1e999 into Go value of type float64",
                "400 | {'x':[{'y':-1.5e400}]}          | json: cannot unmarshal number -1.5e400 into Go value of type float64",
                "500 | {'$setElementOrder/bogus':[]}    | unable to find api field in struct PodSpec for the json field `bogus`",
                "400 | []                               | json: cannot unmarshal array into Go value of type map[string]interface {}",
                "500 | {'$setElementOrder/containers':[{'name':'a'}],'containers':[{'name':'b'}]} | The order in patch list:~[map[name:b]]~ doesn't match $setElementOrder list:~[map[name:a]]~",
                "500 | {'$setElementOrder/containers':[{'name':'b'}],'containers':[{'name':'b'},{'$patch':'replace'}]} | The order in patch list:~[map[name:b] map[$patch:replace]]~ doesn't match $setElementOrder list:~[map[name:b]]~",
            })
    void aMalformedPatchIsRefused(int code, String patch, String message) {
        ObjectNode before = PatchTrees.object("{'containers':[{'name':'a'}]}");
        ObjectNode listOfLists = PatchTrees.object("{'containers':[]}");
        assertThatThrownBy(() ->
                        StrategicMergePatch.apply(code == 422 ? listOfLists : before, PatchTrees.tree(patch), POD_SPEC))
                .isInstanceOfSatisfying(
                        PatchException.class, e -> assertThat(e.status().code()).isEqualTo(code))
                .hasMessage(message.strip().replace('`', '"').replace('~', '\n'));
    }

    @Test
    void textThatIsNoBytesIsReportedInItsTurn() {
        ObjectType secret = Schema.builtIn().type("io.k8s.api.core.v1.Secret").orElseThrow();
        assertThatThrownBy(() -> StrategicMergePatch.apply(
                        Json.object(), PatchTrees.tree("{'data':{'a':'x'},'type':true}"), secret))
                .hasMessageContaining("\": error decoding from json: illegal base64 data at input byte 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'priority':'x','overhead':{'cpu':'x'}}             | unrecognized type: int32",
                "{'overhead':{'cpu':'x'},'enableServiceLinks':1}     | unrecognized type: bool",
                "{'topologySpreadConstraints':1,'overhead':{'cpu':'x'}} | quantities must match the regular expression",
                "{'priority':'x','containers':[{'name':'a','livenessProbe':{'tcpSocket':{'port':true}}}]} | json: cannot unmarshal bool into Go value of type int32",
            })
    void ofSeveralWrongValuesTheFirstOfTheTypeIsReportedWhateverReadsIt(String patch, String complaint) {
        ObjectNode before = PatchTrees.object("{'containers':[]}");
        assertThatThrownBy(() -> StrategicMergePatch.apply(before, PatchTrees.tree(patch), POD_SPEC))
                .hasMessageContaining("\": " + complaint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'priority':'x'}                      | unrecognized type: int32",
                "{'priority':1.5}                      | cannot convert float64 to int32",
                "{'priority':1.0}                      |",
                "{'hostname':5}                        | cannot convert int64 to string",
                "{'restartPolicy':5}                   | cannot convert int64 to v1.RestartPolicy",
                "{'hostname':true}                     | unrecognized type: string",
                "{'hostname':[]}                       | unrecognized type: string",
                "{'hostNetwork':1}                     | unrecognized type: bool",
                "{'securityContext':'x'}               | cannot restore struct from: string",
                "{'securityContext':[]}                | cannot restore struct from: slice",
                "{'tolerations':'x'}                   | cannot restore slice from string",
                "{'tolerations':{'a':1}}               | cannot restore slice from map",
                "{'tolerations':[1]}                   | cannot restore struct from: int64",
                "{'nodeSelector':true}                 | cannot restore map from bool",
                "{'nodeSelector':{'a':1}}              | cannot convert int64 to string",
                "{'unknown':{'a':1}}                   |",
            })
    void aValueOfAWrongTypeIsReportedAsTheConverterDoes(String patch, String why) {
        ObjectNode before = PatchTrees.object("{'hostname':'h'}");
        if (why == null) {
            assertThat(StrategicMergePatch.apply(before, PatchTrees.tree(patch), POD_SPEC))
                    .isNotNull();
            return;
        }
        String shown = patch.strip()
                .replaceAll("[{]'(\\w+)':", "map[$1:")
                .replace('}', ']')
                .replace("'", "");
        assertThatThrownBy(() -> StrategicMergePatch.apply(before, PatchTrees.tree(patch), POD_SPEC))
                .hasMessage(" \"\" is invalid: patch: Invalid value: \"" + shown + "\": " + why);
    }

    @Test
    void aWholeNumberMayHaveAFraction() {
        ObjectNode before = PatchTrees.object("{'tolerations':[]}");
        String patch = "{'priority':1.0,'tolerations':[{'key':'a','tolerationSeconds':3e2}]}";
        assertThat(StrategicMergePatch.apply(before, PatchTrees.tree(patch), POD_SPEC))
                .isEqualTo(PatchTrees.object("{'tolerations':[{'key':'a','tolerationSeconds':300}],'priority':1}"));
    }

    @Test
    void whatAPatchCallsTheObjectDoesNotMatter() {
        ObjectNode before = PatchTrees.object("{'apiVersion':'v1','kind':'Pod','hostname':'h'}");
        String patch = "{'apiVersion':'apps/v2','kind':'Deployment','hostname':'i'}";
        assertThat(StrategicMergePatch.apply(before, PatchTrees.tree(patch), POD_SPEC))
                .isEqualTo(PatchTrees.object("{'apiVersion':'v1','kind':'Pod','hostname':'i'}"));
    }

    @Test
    void aPatchWithoutContentChangesNothing() {
        ObjectNode before = PatchTrees.object("{'containers':[{'name':'a'}],'nodeName':'n'}");
        assertThat(StrategicMergePatch.apply(before, PatchTrees.tree("{}"), POD_SPEC))
                .isEqualTo(before);
        assertThat(StrategicMergePatch.apply(before, before, POD_SPEC)).isEqualTo(before);
    }

    private static ObjectType type(String name) {
        return Schema.builtIn().type(name).orElseThrow();
    }
}
