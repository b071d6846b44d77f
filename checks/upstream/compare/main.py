#!/usr/bin/env python3
"""Sends the same random requests to two API servers and shows where their answers differ.

The requests come from recorded ones (checks/golden/api): a field is taken away, filled with an odd value, with a value that
another object has there, or repeated; then the object is created (mode `create`, a dry run), or created and changed by PUT
and the four kinds of PATCH (mode `update`), or created, listed, shown as a table, given a status, deleted in several ways and
watched (mode `life`); mode `quota` makes objects under random quotas; mode `filled` makes fields up along the schemas that upstream
publishes; mode `every` puts values at their bounds into each of these fields, and mode `guarded` does so where standards of pod
security hold; mode `tables` shows such objects as rows; mode `odd` asks with odd methods, parameters, forms and bodies;
mode `pods` writes into single pods what schedulers, agents and people do; modes `cases`, `policies` and `restricted` have the conversations of cases.py, policies.py and restricted.py, and mode
`webhooks` those of hooked.py, with webhooks of its own. What cannot be equal (uids, times, revisions, addresses) is masked.

Each difference is printed once or twice with its request; the last lines count them by kind. Exit status 1 when there was one.
For developers; compare.sh starts both servers.
"""
import argparse
import re
import sys

from aggregated import aggregated
from cases import CASES
from changes import create, update
from comparison import Comparison
from conversations import cases
from encoded import encoded
from every import every
from filled import filled
from guarded import guarded
from life import life
from odd import odd
from pods import pods
from policies import CONVERSATIONS
from quotas import quota
from restricted import CONVERSATIONS as AGENTS
from rights import rights
from selected import selected
from tabled import tables
from webhooks import webhooks
from written import written

# What chance asks, by the word of --mode: each takes the comparison and the number of the round.
MODES = {"create": create, "update": update, "life": life, "quota": quota, "filled": filled, "every": every, "guarded": guarded, "odd": odd, "tables": tables,
         "pods": pods, "written": written, "rights": rights, "selected": selected, "encoded": encoded}

# What is asked as it is written down.
CHOSEN = {"cases": CASES, "policies": CONVERSATIONS, "restricted": AGENTS}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True, help="address of the server under test")
    parser.add_argument("--theirs", required=True, help="address of the server that is right")
    parser.add_argument("--token", required=True, help="a bearer token with all rights on both")
    parser.add_argument("--proxies", required=True, help="PEM certificate that vouches for both as front proxies")
    parser.add_argument("--corpus", required=True, help="folder of recorded exchanges")
    parser.add_argument("--mode", choices=[*MODES, *CHOSEN, "webhooks", "aggregated"], default="create")
    parser.add_argument("--only", default="", help="regular expression: only these kinds, or, in modes without chance, conversations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="requests, at least")
    parser.add_argument("--record", default="",
                        help="append to this file what both answer alike; modes that ask what is written down write it"
                             " anew, with upstream's answers")
    options = parser.parse_args()
    comparison = Comparison(options)
    if options.mode == "webhooks":
        webhooks(comparison, options.only)
    if options.mode == "aggregated":
        aggregated(comparison, options.proxies)
    if options.mode in CHOSEN:
        cases(comparison, {sort: steps for sort, steps in CHOSEN[options.mode].items() if re.search(options.only, sort)})
    number = 0
    while options.mode in MODES and comparison.asked < options.count:
        number += 1
        MODES[options.mode](comparison, number)
    if options.record and options.mode not in MODES:
        comparison.recording.write_all()
    elif options.record:
        comparison.recording.write()
    comparison.print()
    sys.exit(1 if comparison.seen else 0)


if __name__ == "__main__":
    main()
