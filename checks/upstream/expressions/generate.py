#!/usr/bin/env python3
"""Random expressions by a grammar that knows types: `generate.py --seed N --count N` prints groups of them, one JSON object a
line, each with the values that they are about. A few are of wrong types on purpose, and most of what can fail does.
"""
import argparse
import json
import random
import re

OBJECT = {"metadata": {"name": "web", "labels": {"app": "x", "a.b/c": ""}},
          "spec": {"n": 3, "neg": -7, "big": 4503599627370495, "d": 1.5, "s": "héllo, wörld 😀", "t": "2024-02-29T23:59:59.5Z",
                   "w": "90s", "yes": True, "no": False, "nil": None, "ints": [3, 1, 2, 3], "texts": ["b", "a", "", "B"],
                   "mixed": [1, "a", None, 2.5, [1]], "empty": [], "map": {"k": 1, "j": 2}, "deep": {"a": {"b": [{"c": "z"}]}}}}
OLD = {"metadata": {"name": "web"}, "spec": {"n": 2, "s": "old", "ints": [1, 2], "map": {}}}
PARAMS = {"metadata": {"name": "p"}, "max": 5, "allowed": ["a", "b"]}
SCHEMA = {"type": "object", "properties": {
    "n": {"type": "integer"}, "neg": {"type": "integer", "format": "int32"}, "d": {"type": "number"}, "yes": {"type": "boolean"},
    "s": {"type": "string", "maxLength": 40}, "long": {"type": "string"}, "e": {"type": "string", "enum": ["a", "bcd"]},
    "t": {"type": "string", "format": "date-time"}, "w": {"type": "string", "format": "duration"},
    "b": {"type": "string", "format": "byte", "maxLength": 16}, "day": {"type": "string", "format": "date"},
    "ints": {"type": "array", "items": {"type": "integer"}, "maxItems": 10},
    "texts": {"type": "array", "items": {"type": "string", "maxLength": 5}},
    "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string", "maxLength": 8}, "maxItems": 5},
    "list": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], "maxItems": 20,
             "items": {"type": "object", "required": ["name"],
                       "properties": {"name": {"type": "string", "maxLength": 10}, "v": {"type": "integer"}}}},
    "map": {"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 7},
    "maps": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 9}},
    "port": {"x-kubernetes-int-or-string": True}, "any": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
    "deep": {"type": "object", "properties": {"a": {"type": "object", "properties": {
        "b": {"type": "array", "items": {"type": "object", "properties": {"c": {"type": "string"}}}}}}}}}}
SELF = {"n": 3, "neg": -7, "d": 1.5, "yes": True, "s": "héllo, 😀", "long": "abc" * 9, "e": "bcd", "t": "2024-02-29T23:59:59.5Z",
        "w": "1h30m", "b": "aGk=", "day": "2024-03-01", "ints": [3, 1, 2, 3], "texts": ["b", "a", "", "B"], "set": ["x", "y"],
        "list": [{"name": "one", "v": 1}, {"name": "two"}], "map": {"k": 1, "j": 2}, "maps": {"a": "b"}, "port": 80,
        "any": {"x": 1}, "deep": {"a": {"b": [{"c": "z"}]}}}
OLD_SELF = {"n": 2, "s": "old", "ints": [1, 2], "texts": ["a"], "set": ["y", "x"], "list": [{"name": "two", "v": 2}], "map": {},
            "port": "http", "maps": {}, "d": 0.5}

# What may stand for a value of a type: {type} is a part of that type, @type a new variable of it, $ that variable again.
CONSTANTS = {
    "int": "0 1 2 3 -1 7 10 100 -5 9223372036854775807 -9223372036854775808 0x1F 2147483648",
    "uint": "0u 1u 2u 7u 18446744073709551615u 0xFu",
    "double": "0.0 1.0 -1.5 2.5 1e10 1e300 3.14159 0.1 1e-7 -0.0 123456789.125",
    "bool": "true false",
    "string": r"""'' 'a' 'abc' 'Hello World' "it's" 'a,b,,c' 'ünïcödé' '😀😀' '  trim ' 'a\nb\t"c"' r'\d+' '123' '-1' '1.5' 'true'
        '1h' '2024-02-29T00:00:00Z' '10.0.0.1' 'aXbXc' 'ÀÉ' 'x' '%s' '%d and %s' '1.2.3' '10Mi'""".replace("\n", " "),
    "pattern": r"""'a' '^a.*$' '[a-z]+' '(a|b)+' '\\d+' 'x*' '' '[' '(?i)ABC' 'o' '^$' '\\w+\\s' '(a)(b)?' '.'""",
    "bytes": r"""b'' b'abc' b'\xff\x00' bytes('é')""",
    "duration": "duration('1s') duration('-1h30m') duration('0s') duration('1.5s') duration('100ms') duration('3h2m1s')",
    "timestamp": "timestamp('2024-02-29T12:30:45Z') timestamp('1970-01-01T00:00:00Z') timestamp('0001-01-01T00:00:00Z')"
                 " timestamp('9999-12-31T23:59:59Z') timestamp('2023-07-04T01:02:03.004+02:00') timestamp(0)",
    "ip": "ip('10.0.0.1') ip('::1') ip('fe80::1') ip('192.168.1.255') ip('2001:db8::abcd') ip('0.0.0.0') ip('127.0.0.1')",
    "address": "'10.0.0.1' '::1' '10.0.0.256' '01.2.3.4' '::ffff:1.2.3.4' 'x' '' '2001:DB8::1' 'fe80::1%eth0' '1.2.3' '1::2::3' '1.2.3.4.5'"
               " '1..2.3' ':1' '12345::' '1:2:3:4:5:6:7' '1.2.3.4a' '[::1]'",
    "cidr": "cidr('10.0.0.0/8') cidr('10.1.2.3/16') cidr('::1/128') cidr('2001:db8::/32') cidr('0.0.0.0/0') cidr('192.168.1.0/24')",
    "range": "'10.0.0.0/8' '10.0.0.1' '::1/129' '10.0.0.0/33' '10.0.0.0/08' 'x/1' '2001:db8::/32' '/8' '10.0.0.0/' '10.0.0.0/-1' '::ffff:1.2.3.4/8'"
             " '1.2.3.4/+8' '01.2.3.4/8' 'fe80::1%eth0/64'",
    "url": "url('https://example.com:80/a%20b?k=1&k=2#f') url('http://[::1]:8080/x') url('/just/path') url('ftp://u:p@h/')"
           " url('http://h?a=b;c&d&=e&%41=%42')",
    "urltext": "'https://x.y/z' 'x y' '' '/a' 'a/b' '://x' 'http://a b/' 'http://[::1' 'http://h:x/' 'http://%zz/' 'mailto:a@b' 'http://h/%zz'"
               " 'HTTP://H' 'http://h/?q=%zz' '//h/p' 'http://h:80' 'https://' '*'",
    "quantity": "quantity('1') quantity('1.5Gi') quantity('100m') quantity('-3k') quantity('1e3') quantity('12E') quantity('0')"
                " quantity('9223372036854775808') quantity('1500m')",
    "quantitytext": "'1' '1.5Gi' '' 'x' '1KB' '1e3' '-1' '+1' '.5' '1.' '1Ki' '10000000000000000000000' '1n' '1u' '0.0000000001' '1E3' '1E' '--1'"
                    " '1 ' '1mi'",
    "semver": "semver('1.2.3') semver('1.2.3-rc.1') semver('0.0.1+b.7') semver('v1.2', true) semver('1.0.0-alpha.beta') semver('10.0.0')",
    "semvertext": "'1.2.3' 'v1.2.3' '1.2' '1.2.3-' '01.2.3' '1.2.3-a.01' '1.2.3+' '' 'x' '1.2.3.4' '18446744073709551616.0.0' '1' 'v1' '1.2.3-a_b'"
                  " '1.02.3' '-1.0.0' '1.2.3+a.b' '1.2.3-0a'",
    "wordtext": "'my-label' 'No!' '' 'a.b' 'a' '-a' 'x-' '00000000-0000-0000-0000-000000000000' 'aGk=' '2024-02-30' '2024-02-29' 'http://x'"
                " '2024-02-29T00:00:00Z' 'a/b' 'example.com/key' '_x' '123'",
    "zone": "'UTC' 'America/New_York' '+05:30' '-08:00' '02:00' 'Nowhere' ''",
    "formatname": "'dns1123Label' 'dns1123Subdomain' 'dns1035Label' 'qualifiedName' 'dns1123LabelPrefix' 'dns1123SubdomainPrefix'"
                  " 'dns1035LabelPrefix' 'labelValue' 'uri' 'uuid' 'byte' 'date' 'datetime' 'nosuch' ''",
    "list_int": "[] [1] [1,2,3] [3,1,2] [5,5,5] [-1,0,1]",
    "list_double": "[1.0,2.5] [0.0] [3.5,-1.0,2.0] []",
    "list_string": "['a'] ['a','b'] ['b','a','b'] ['','x'] [] ['é','😀']",
    "list_duration": "[duration('1s'),duration('2s')] [duration('-1s')]",
    "list_list": "[[1],[2,3]] [[]] [[[1,2],[3]],[[4]]] [[3,1],[2]]",
    "map": "{'a':1,'b':2} {} {'k':7}",
    "map_int": "{1:'a',2:'b'} {0:''}",
    "dyn": "dyn(1) dyn('x') dyn(1.5) dyn([1,'a']) dyn({'a':[1]}) dyn(null) dyn(2u) dyn(true) null dyn({1:2}) dyn([1.0,2u,3])",
    "optint": "optional.of(1) optional.none() optional.ofNonZeroValue(0) optional.ofNonZeroValue(3)",
    "optstring": "optional.of('x') optional.of('') optional.ofNonZeroValue('')",
    "type": "int string double list map bool type(1u) bytes null_type",
}
GRAMMAR = {
    "int": """{int} + {int}|{int} - {int}|{int} * {int}|{int} / {int}|{int} % {int}|-{int}|size({string})|{string}.size()|size({list_int})
        {list_string}.size()|size({map})|size({bytes})|int({uint})|int({double})|int({string})|int({timestamp})|int({dyn})
        {string}.indexOf({string})|{string}.indexOf({string}, {int})|{string}.lastIndexOf({string})|{string}.lastIndexOf({string}, {int})
        {list_int}.sum()|{list_int}.min()|{list_int}.max()|{list_int}.indexOf({int})|{list_int}.lastIndexOf({int})|{list_int}[{int}]
        {list_string}.indexOf({string})|{map}[{string}]|{map}.a|{bool} ? {int} : {int}|{timestamp}.getFullYear()|{timestamp}.getMonth()
        {timestamp}.getDayOfMonth()|{timestamp}.getDate()|{timestamp}.getDayOfWeek()|{timestamp}.getDayOfYear()|{timestamp}.getHours()
        {timestamp}.getMinutes({zone})|{timestamp}.getHours({zone})|{timestamp}.getFullYear({zone})|{timestamp}.getSeconds()
        {timestamp}.getMilliseconds()|{timestamp}.getDayOfWeek({zone})|{timestamp}.getDayOfYear({zone})|{timestamp}.getDate({zone})
        {duration}.getHours()|{duration}.getMinutes()|{duration}.getSeconds()|{duration}.getMilliseconds()|{ip}.family()
        {cidr}.prefixLength()|{quantity}.asInteger()|sign({quantity})|{quantity}.sign()|{quantity}.compareTo({quantity})|{semver}.major()
        {semver}.minor()|{semver}.patch()|{semver}.compareTo({semver})|{optint}.orValue({int})|{optint}.value()|{list_list}.flatten().size()
        {list_list}.size()|{list_list}[{int}].size()|cel.bind(x, {int}, x + 1)|{list_int}[?{int}].orValue({int})|int({duration})
        {list_int}.first().orValue({int})|{list_int}.last().value()""",
    "uint": "{uint} + {uint}|{uint} - {uint}|{uint} * {uint}|{uint} / {uint}|{uint} % {uint}|uint({int})|uint({string})|uint({double})|uint({dyn})",
    "double": """{double} + {double}|{double} - {double}|{double} * {double}|{double} / {double}|-{double}|double({int})|double({string})
        double({uint})|{list_double}.sum()|{list_double}.min()|{list_double}.max()|{quantity}.asApproximateFloat()|double({dyn})
        {list_double}[{int}]|math.greatest({double}, 1.0)""",
    "bool": """{int} < {int}|{int} <= {int}|{int} > {double}|{uint} >= {int}|{double} < {double}|{string} < {string}|{string} >= {string}
        {bytes} < {bytes}|{bool} < {bool}|{int} == {int}|{double} == {double}|{string} == {string}|{string} != {string}|{bytes} == {bytes}
        {list_int} == {list_int}|{list_string} == {list_string}|{map} == {map}|{map} != {map}|{dyn} == {dyn}|{dyn} == {int}
        {dyn} != {string}|{dyn} < {dyn}|{timestamp} < {timestamp}|{timestamp} == {timestamp}|{duration} > {duration}
        {duration} == {duration}|{bool} && {bool}|{bool} \\/ {bool}|!{bool}|{bool} ? {bool} : {bool}|{int} in {list_int}
        {string} in {list_string}|{string} in {map}|{dyn} in {dyn}|{int} in {map_int}|{double} in {list_int}|{string}.contains({string})
        {string}.startsWith({string})|{string}.endsWith({string})|{string}.matches({pattern})|matches({string}, {pattern})
        {list_int}.all(@int, {bool})|{list_int}.exists(@int, {bool})|{list_int}.exists_one(@int, {bool})|{list_string}.all(@string, {bool})
        {list_string}.exists(@string, {bool})|{map}.all(@string, {bool})|{map}.exists(@string, {bool})|{list_int}.all(@int, @int, {bool})
        {list_int}.exists(@int, @int, {bool})|{map}.exists(@string, @int, {bool})|{map}.all(@string, @int, {bool})
        {list_int}.existsOne(@int, @int, {bool})|{list_int}.isSorted()|{list_string}.isSorted()|{list_double}.isSorted()|isIP({address})
        isCIDR({range})|{ip}.isLoopback()|{ip}.isUnspecified()|{ip}.isGlobalUnicast()|{ip}.isLinkLocalUnicast()|{ip}.isLinkLocalMulticast()
        ip.isCanonical({address})|{ip} == {ip}|{cidr} == {cidr}|{cidr}.containsIP({ip})|{cidr}.containsIP({address})
        {cidr}.containsCIDR({cidr})|{cidr}.containsCIDR({range})|{url} == {url}|isURL({urltext})|isQuantity({quantitytext})
        {quantity} == {quantity}|{quantity}.isGreaterThan({quantity})|{quantity}.isLessThan({quantity})|{quantity}.isInteger()
        isSemver({semvertext})|isSemver({semvertext}, {bool})|{semver} == {semver}|{semver}.isLessThan({semver})|{semver}.isGreaterThan({semver})
        sets.contains({list_int}, {list_int})|sets.equivalent({list_int}, {list_int})|sets.intersects({list_string}, {list_string})
        {optint}.hasValue()|{optstring}.hasValue()|{optint} == {optint}|bool({string})|bool({dyn})|type({dyn}) == {type}|{type} == {type}
        has({map}.a)|has({dyn}.a)|format.named({formatname}).value().validate({wordtext}).hasValue()|format.named({formatname}).hasValue()
        format.dns1123Label().validate({wordtext}).hasValue()|{list_int}.exists(i, {list_int}.all(j, i + j > {int}))
        {list_double} == {list_int}|{list_list} == {list_list}|{null} == {dyn}|{cidr}.masked() == {cidr}|{dyn} && {bool}|{bool} \\/ {dyn}
        dyn({bool}) ? {bool} : {bool}|{list_string}.all(s, s.matches({pattern}))|{semver} == semver({semvertext})
        {quantity} == quantity({quantitytext})|ip({address}) == {ip}|cidr({range}) == {cidr}|url({urltext}) == {url}""",
    "string": """{string} + {string}|string({int})|string({double})|string({uint})|string({bool})|string({bytes})|string({timestamp})
        string({duration})|string({ip})|string({cidr})|string({dyn})|{string}.charAt({int})|{string}.lowerAscii()|{string}.upperAscii()
        {string}.replace({string}, {string})|{string}.replace({string}, {string}, {int})|{string}.substring({int})|{string}.trim()
        {string}.substring({int}, {int})|{list_string}.join()|{list_string}.join({string})|strings.quote({string})|{string}.find({pattern})
        {string}.format([{int}])|'%s-%d'.format([{string}, {int}])|'%x %X %o %b'.format([{int}, {int}, {int}, {int}])
        '%.2f %e'.format([{double}, {double}])|'%s'.format([{dyn}])|'%s %s'.format([{list_string}, {map}])|'%f'.format([{double}])
        '%x'.format([{string}])|'%s'.format([{timestamp}])|'%s'.format([{duration}])|'%d'.format([{uint}])|'%s'.format([{double}])
        '%.10e'.format([{double}])|'%.0f'.format([{double}])|'%s'.format([{bytes}])|'%s'.format([{type}])|'%s'.format([{list_double}])
        '%s'.format([{list_duration}])|'%X'.format([{bytes}])|'%b'.format([{bool}])|'%s'.format([{bool}])|'%%'.format([])
        '%d'.format([{dyn}])|'%f'.format([{dyn}])|'%s'.format([{map_int}])|'%x'.format([{dyn}])
        {bool} ? {string} : {string}|{list_string}[{int}]|{optstring}.orValue({string})|{optstring}.value()|{url}.getScheme()|{url}.getHost()
        {url}.getHostname()|{url}.getPort()|{url}.getEscapedPath()|{list_string}.min()|{list_string}.max()|{string}.reverse()
        {map_int}[{int}]|{list_string}.sort().join({string})|{list_string}.map(@string, {string}).join({string})""",
    "bytes": "bytes({string})|{bytes} + {bytes}|base64.decode({string})",
    "duration": """{duration} + {duration}|{duration} - {duration}|{timestamp} - {timestamp}|duration({string})|{list_duration}.sum()
        {list_duration}.max()|duration(string({duration}))""",
    "timestamp": "{timestamp} + {duration}|{timestamp} - {duration}|timestamp({string})|timestamp({int})|{duration} + {timestamp}",
    "list_int": """{list_int} + {list_int}|{list_int}.map(@int, {int})|{list_int}.filter(@int, {bool})|{list_int}.map(@int, {bool}, {int})
        [{int}, {int}]|[{int}, ?{optint}]|{list_int}.sort()|{list_int}.distinct()|{list_int}.reverse()|{list_int}.slice({int}, {int})|lists.range({int} % 20)
        {list_list}.flatten()|{list_list}.flatten({int})|{list_int}.transformList(@int, @int, {int})|{map}.transformList(@string, @int, {int})
        {list_int}.transformList(@int, @int, {bool}, {int})|{list_int}.sortBy(@int, {int})|{bool} ? {list_int} : {list_int}""",
    "list_double": "[{double}, {double}]|{list_double}.map(@double, {double})|{list_double}.sort()|{list_int}.map(@int, {double})|{list_double}.distinct()",
    "list_string": """{list_string} + {list_string}|{string}.split({string})|{string}.split({string}, {int})|{string}.findAll({pattern})
        {string}.findAll({pattern}, {int})|{list_string}.map(@string, {string})|{list_string}.filter(@string, {bool})|{list_string}.sort()
        {list_string}.distinct()|{list_string}.reverse()|{list_string}.slice({int}, {int})|{map}.map(@string, {string})|[{string}, {string}]
        {list_string}.sortBy(@string, {int})|{list_int}.map(@int, {string})|{map}.transformList(@string, @int, {string})""",
    "list_duration": "[{duration}, {duration}]|{list_duration}.map(@duration, {duration})|{list_duration}.sort()",
    "list_list": "[{list_int}, {list_int}]|{list_list} + {list_list}|{list_int}.map(@int, {list_int})|{list_list}.sort()|{list_list}.distinct()|{list_list}.reverse()",
    "map": """{{string}: {int}}|{{string}: {int}, {string}: {int}}|{map}.transformMap(@string, @int, {int})|{?'k': {optint}}
        {map}.transformMap(@string, @int, {bool}, {int})|{map}.transformMapEntry(@string, @int, {{string}: {int}})
        {list_int}.transformMapEntry(@int, @int, {{string}: {int}})""",
    "map_int": "{{int}: {string}}|{list_string}.transformMap(@int, @string, {string})",
    "dyn": """dyn({int})|dyn({string})|dyn({double})|dyn({list_int})|dyn({map})|[dyn({int}), {string}]|dyn({uint})|dyn({dyn})|{dyn} + {dyn}
        {dyn}[{int}]|{dyn}[{string}]|{dyn}.a|{dyn}.map(x, x)|{dyn}.?a.orValue(1)|-{dyn}|{dyn} / {dyn}|dyn({timestamp})|dyn({duration})
        {dyn}.filter(x, x == 1)|size({dyn})|{url}.getQuery()|dyn({list_list})|{dyn} * {dyn}|{dyn} - {dyn}|{dyn} % {dyn}
        format.named({formatname}).value().validate({wordtext})|dyn({bytes})|{dyn}.sum()|{dyn}.sort()|{dyn}.distinct()|{dyn}.flatten()""",
    "optint": """optional.of({int})|optional.ofNonZeroValue({int})|{list_int}[?{int}]|{map}[?{string}]|{optint}.or({optint})|{map}.?a
        {optint}.optMap(x, x + 1)|{optint}.optFlatMap(x, optional.of(x))|{list_int}.first()|{list_int}.last()""",
    "optstring": "optional.of({string})|optional.ofNonZeroValue({string})|{list_string}[?{int}]|{optint}.optMap(x, string(x))|{map_int}[?{int}]",
    "ip": "ip({address})|{cidr}.ip()",
    "cidr": "cidr({range})|{cidr}.masked()",
    "url": "url({urltext})",
    "quantity": "quantity({quantitytext})|{quantity}.add({quantity})|{quantity}.sub({quantity})|{quantity}.add({int})|{quantity}.sub({int})",
    "semver": "semver({semvertext})|semver({semvertext}, {bool})",
    "null": "null",
    "type": "type({int})|type({string})|type({list_int})|type({map})|type({dyn})|type({timestamp})|type({optint})|type({duration})",
}
OF_REQUEST = {
    "int": "int(object.spec.n)|size(object.spec.ints)|object.spec.ints.sum()",
    "string": "string(object.spec.s)|object.spec.s + ''|object.metadata.name + 'x'|request.userInfo.username|request.operation|request.namespace",
    "bool": "object.spec.yes|has(object.spec.n)|has(object.spec.gone)|object.spec.n > oldObject.spec.n|params.max == 5|object.spec.gone == 1"
            "|oldObject.spec.n == 2|object.spec.s == oldObject.spec.s|has(request.dryRun)|'staff' in request.userInfo.groups"
            "|object.spec.texts.all(x, x in params.allowed)|object.spec.nil == null|namespaceObject == null|has(object.spec.nil)|!has(params.gone.x)",
    "double": "double(object.spec.d)",
    "list_string": "request.userInfo.groups",
    "dyn": "object.spec.n|object.spec.s|object.spec.d|object.spec.mixed|object.spec.map|object.spec.deep.a.b[0].c|object.spec.nil|object.spec.ints"
           "|object.spec.texts|object.spec.empty|object.spec.gone|oldObject.spec.s|params.allowed|params|object.metadata.?labels"
           "|object.?spec.?gone|object.metadata.labels['a.b/c']|object.spec.big|object.spec[?'n']|request.options|object.spec.deep|object[0]",
}
OF_SCHEMA = {
    "int": "self.n|self.neg|size(self.s)|self.ints[0]|self.map['k']|self.map.k|size(self.list)|self.list[0].v|oldSelf.n|size(self.long)|size(self.b)"
           "|size(self.maps)|self.ints.sum()",
    "string": "self.s|self.long|self.e|self.texts[0]|self.set[0]|self.list[0].name|self.deep.a.b[0].c|self.maps['a']|oldSelf.s|string(self.port)",
    "bool": "self.yes|has(self.n)|has(oldSelf.yes)|self.n > oldSelf.n|self.set == oldSelf.set|self.list.all(x, x.v > 0)|self.list.exists(x, has(x.v))"
            "|self.list.all(i, x, x.name != '' \\/ i > 1)|self.port == 80|type(self.port) == int|self.ints == oldSelf.ints|self.map == oldSelf.map"
            "|self.list == oldSelf.list|self.deep.a.b.all(x, x.c == 'z')|self.any.x == 1|has(self.any)|self.t > timestamp('2020-01-01T00:00:00Z')"
            "|self.set + oldSelf.set == ['x', 'y']|self.maps.all(k, self.maps[k].size() < 5)|self.set.all(x, x in oldSelf.set)|self.list + oldSelf.list == self.list",
    "double": "self.d|double(self.n)|oldSelf.d",
    "bytes": "self.b",
    "duration": "self.w",
    "timestamp": "self.t|self.day",
    "list_int": "self.ints|self.list.map(x, x.v)|oldSelf.ints",
    "list_string": "self.texts|self.set|self.list.map(x, x.name)|self.map.map(k, k)",
    "map": "self.map",
    "optint": "self.?n|self.list[?0].?v|self.?map[?'k']",
    "optstring": "self.?s|self.?deep.?a.?b[?0].?c",
    "dyn": "dyn(self)|self.port|dyn(self.list)|self.list[0]|self.deep",
}


def alternatives(stated):
    return [one.strip().replace("\\/", "||") for one in stated.replace("\n", "|").split("|") if one.strip()]


def constants(stated):
    """Parts of a text that spaces separate, of which those in quotes and brackets do not count."""
    parts, depth, quote, part = [], 0, "", ""
    for i, char in enumerate(stated + " "):
        if quote:
            quote = "" if char == quote and stated[i - 1] != "\\" else quote
        elif char in "'\"":
            quote = char
        depth += (char in "([{") - (char in ")]}") if not quote else 0
        if char == " " and not quote and depth == 0:
            parts += [part] if part else []
            part = ""
        else:
            part += char
    return parts


class Generator:
    HOLE = re.compile(r"\{([a-z_]+)\}|@([a-z]+)")

    def __init__(self, chance, variables):
        self.chance = chance
        self.leaves = {name: constants(stated) for name, stated in CONSTANTS.items()}
        self.rules = {name: alternatives(stated) for name, stated in GRAMMAR.items()}
        self.variables = {name: alternatives(stated) for name, stated in variables.items()}
        self.names = 0

    def part(self, kind, depth, scope):
        if self.chance.random() < 0.008:
            kind = self.chance.choice(["int", "string", "dyn", "list_int", "map", "bool", "double"])
        known = [name for name, of in scope if of == kind]
        if known and self.chance.random() < 0.5:
            return self.chance.choice(known)
        rules = self.rules.get(kind, [])
        if not rules or depth <= 0 or (kind in self.leaves and self.chance.random() < 0.2):
            given = self.variables.get(kind, [])
            if given and self.chance.random() < 0.5:
                return self.chance.choice(given)
            return self.chance.choice(self.leaves.get(kind) or rules)
        return self.filled(self.chance.choice(rules), depth - 1, scope)

    def filled(self, rule, depth, scope):
        scope = list(scope)

        def fill(found):
            if found.group(2):
                self.names += 1
                name = "v%d" % (self.names % 7)
                scope[:] = [one for one in scope if one[0] != name] + [(name, found.group(2))]
                return name
            inner = self.part(found.group(1), depth, scope)
            return inner if re.fullmatch(r"[\w.]+|'[^']*'|[\w.]+\([^()]*\)", inner) else "(" + inner + ")"

        return self.HOLE.sub(fill, rule)

    def expression(self, kinds):
        self.names = 0
        return self.part(self.chance.choice(kinds), self.chance.choice([1, 1, 1, 2, 2, 3]), [])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=1000)
    options = options.parse_args()
    chance = random.Random(options.seed)
    for_request = Generator(chance, OF_REQUEST)
    for_schema = Generator(chance, OF_SCHEMA)
    kinds = sorted(GRAMMAR) + ["bool", "string", "int", "dyn"]
    half = (options.count + 1) // 2
    print(json.dumps({"object": OBJECT, "oldObject": OLD, "params": PARAMS,
                      "expressions": [for_request.expression(kinds) for _ in range(half)]}))
    print(json.dumps({"schema": SCHEMA, "object": SELF, "oldObject": OLD_SELF,
                      "expressions": [for_schema.expression(["bool"]) for _ in range(options.count - half)]}))


if __name__ == "__main__":
    main()
