"""Asks people before it deploys. If it is killed while it waits, start it again: it finds its question and the answer.
It deploys once for each approval, also if it is started a third time.

python3 agent.py 2.4.0
"""

import os
import sys

from gateway_client import Gateway, GatewayError

version = sys.argv[1] if len(sys.argv) > 1 else "2.4.0"
gateway = Gateway(
    os.environ.get("GATEWAY_URL", "http://localhost:8100"),
    api_key=os.environ.get("GATEWAY_API_KEY"),
    channel=os.environ.get("GATEWAY_CHANNEL", "approvals"),
)

outcome = gateway.decide(
    {"name": "deploy", "args": {"service": "api", "version": version}},
    decisions=["approve", "reject", "edit"],
    # One key for each step of the work. With it, a second start does not ask again.
    idempotency_key=f"deploy-{version}",
    on_created=lambda created: print(f"Asked: {created['prompt_id']}", flush=True),
)
if outcome.status != "answered":
    print(f"No one decided: {outcome.status}")
elif outcome.answer.value == "reject":
    print(f"Rejected: {outcome.answer.reason or 'without a reason'}")
else:
    args = outcome.answer.args
    try:
        gateway.consume(outcome.prompt_id, action={"name": "deploy", "args": args})
        print(f"Deploying {args}")
    except GatewayError as error:
        if error.status != 409:
            raise
        print(f"Not deploying: {error.body['detail']}")
