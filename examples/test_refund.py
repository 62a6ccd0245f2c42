"""An agent as a function of its gateway, and its unit tests with a fake one: no server, no network, no waiting.

python3 -m unittest test_refund.py
"""

import unittest

from gateway_client import Gateway, GatewayError
from gateway_client.testing import fake_gateway


def refund(gateway: Gateway, order: str, euros: float, pay) -> str:
    action = {"name": "refund", "args": {"order": order, "euros": euros}}
    outcome = gateway.decide(
        action, decisions=["approve", "reject", "edit"], consume_within_sec=600, idempotency_key=f"refund-{order}"
    )
    if outcome.status != "answered":
        return "No one decided."
    if outcome.answer.value == "reject":
        return f"Rejected: {outcome.answer.reason}"
    args = outcome.answer.args
    try:
        gateway.consume(outcome.prompt_id, action={"name": "refund", "args": args})
    except GatewayError as error:
        if error.status != 409:
            raise
        return f"Not paid: {error.code}"
    pay(args["order"], args["euros"])
    return "Paid."


class Refund(unittest.TestCase):
    def test_pays_once_what_a_person_approved(self):
        fake, paid = fake_gateway({"refund": "approve"}), []
        pay = lambda order, euros: paid.append(euros)
        self.assertEqual(refund(fake.gateway, "order-7", 20, pay), "Paid.")
        self.assertEqual(refund(fake.gateway, "order-7", 20, pay), "Not paid: already_consumed")
        self.assertEqual(paid, [20])

    def test_pays_nothing_after_a_rejection(self):
        fake = fake_gateway({"refund": {"decision": "reject", "reason": "Too much."}})
        self.assertEqual(refund(fake.gateway, "order-7", 20, self.fail), "Rejected: Too much.")

    def test_pays_nothing_when_no_one_decides(self):
        fake = fake_gateway()  # in the thread of the test, the wait passes at once
        self.assertEqual(refund(fake.gateway, "order-7", 20, self.fail), "No one decided.")
        self.assertEqual(fake.prompts[0]["closed_reason"], "ttl")
