"""Conversations for cases.py about expressions that upstream's compiler refuses: in which words, and at which place."""
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All"
POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All"
FIELDS = {"type": "object", "properties": {
    "s": {"type": "string"}, "l": {"type": "array", "items": {"type": "string"}}, "i": {"type": "integer"}, "b": {"type": "boolean"}}}


def policy(expression):
    return ("POST", POLICIES, {"metadata": {"name": "worded"}, "spec": {"validations": [{"expression": expression}], "matchConstraints": {"resourceRules": [
        {"apiGroups": ["apps"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["deployments"]}]}}})


def rule(expression, **more):
    return ("POST", DEFINITIONS, {"metadata": {"name": "worded.worded.example.com"}, "spec": {
        "group": "worded.example.com", "scope": "Namespaced", "names": {"plural": "worded", "kind": "Worded"}, "versions": [
            {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "spec": {**FIELDS, "x-kubernetes-validations": [{"rule": expression, **more}]}}}}}]}})


MACROS = ["has(%s.l[0])", "has(%s)", "has(1+2)", "has(f(%s))", "has(%s.f())", "has(a?b:c)", "has([1])", "has(%s.?x)", "has(%s[?'x'])", "has(-%s.i)", "has((%s.s))",
          "has(%s.l[0]\n.x().y())", "[1].all(x.y, true)", "[1].map(x.y, true)", "[1] . map ( 1, true, 2)", "[1].filter(%s.l.all(x, x.y), true)", "[1].exists_one(x[0], true)",
          "[1].all(1, 2, true)", "[1].all(i, 1, true)", "{1:2}.transformMap(1,v,true)", "{1:2}.transformList(k,2,true)", "%s.`a-b` == 1", "has(%s.`s`)",
          "'a' + nosuch('') && false", "(duration('1h') || %s.b) && true"]
CONSTANTS = ["uint(-1) == 1u", "int(1e30) == 1", "int(-1e30) == 1", "int(18446744073709551615u) == 1", "uint(1e30) == 1u", "uint(-0.5) == 1u", "uint(1.5) == 1u",
             "timestamp(-99999999999999) == timestamp(0)", "timestamp(253402300800) == timestamp(0)", "timestamp(253402300799) != timestamp(0)", "matches('a','(')", "matches('(','a')",
             "'a'.find('(') == ''", "'a'.findAll('[').size() == 1", "'a'.findAll('(', 1).size() == 1", "%s.s.find('a') == 'a'", "double('x') == 1.0"]
OUTCOMES = ["timestamp(0)", "duration('1h')", "[1]", "{'a':1}", "optional.of([1])", "optional.none()", "1u", "null", "type(1)", "ip('1.2.3.4')",
            "[duration('1h')]", "optional.of(duration('1h'))", "object", "format.dns1123Label()"]


def claim(expression):
    return ("POST", "/apis/resource.k8s.io/v1/namespaces/compared/resourceclaims?dryRun=All", {"metadata": {"name": "worded"}, "spec": {"devices": {
        "requests": [{"name": "r", "exactly": {"deviceClassName": "a.b", "selectors": [{"cel": {"expression": expression}}]}}]}}})


SELECTORS = ["device.driver.matches('(')", "matches('a','(')", "device.driver.find('(') == ''", "int('x') == 1", "uint(-1) == 1u", "duration('x') == duration('1s')",
             "[1,'a'].size() == 1", "'%d'.format(['a']) == ''", "has(device)", "duration('1s')", "device.attributes['a.b'].c.matches('^a')", "device.`driver` == 'a'"]

CONVERSATIONS = {
    "words about devices": [[claim(text) for text in SELECTORS] + [
        ("POST", "/apis/resource.k8s.io/v1/deviceclasses?dryRun=All", {"metadata": {"name": "a" * 254}, "spec": {"selectors": [{"cel": {"expression": text}}]}})
        for text in ("true", "device.driver.find('(') == ''")]],
    "words of compilers": [[policy(text.replace("%s", "object")) for text in MACROS + CONSTANTS + OUTCOMES], [rule(text.replace("%s", "self")) for text in MACROS + CONSTANTS], [
        rule("true", messageExpression=text.replace("%s", "self")) for text in (
            "double('x')", "string(int('x'))", "'a'.find('(')", "1", "has(%s.l[0])", "duration('1h')", "string(uint(-1))")]],
}
