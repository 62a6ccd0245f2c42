import tempfile
import threading
import unittest
from typing import Any, Callable, List

from gateway_client import Gateway, GatewayError, Person, verify_signature
from gateway_client.testing import FakeGatewayError, ManualClock, fake_gateway

ACTION = {"name": "deploy", "args": {"service": "api"}}


class Started:
    """A call in another thread, as an agent that waits while the test goes on."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self._results: List[Any] = []
        self._thread = threading.Thread(target=lambda: self._results.append(call()), daemon=True)
        self._thread.start()

    def result(self) -> Any:
        self._thread.join(5)
        return self._results[0]


class Answers(unittest.TestCase):
    def test_patterns_fit_the_action_or_the_text(self) -> None:
        gateway = fake_gateway({"deploy*": "approve", "delete.*": "reject", "Which *": "eu", "*": "Perhaps"}).gateway
        self.assertEqual(gateway.decide({"name": "deploy.api"}).answer.value, "approve")
        self.assertEqual(gateway.decide({"name": "delete.user"}).answer.value, "reject")
        self.assertEqual(gateway.ask_human("Which region?", options=["eu", "us"]).answer.value, "eu")
        self.assertEqual(gateway.ask_human("Why?").answer.type, "text")

    def test_the_first_rule_that_fits_answers(self) -> None:
        reject = {"decision": "reject", "reason": "Not on a Friday."}
        rules = [
            {"action": "deploy", "text": "*Friday*", "answer": reject},
            {"action": "deploy", "answer": lambda prompt: {"decision": "approve", "by": Person("7", "ada")}},
        ]
        gateway = fake_gateway(rules).gateway
        self.assertEqual(gateway.decide(ACTION, text="Deploy on Friday?").answer.reason, "Not on a Friday.")
        self.assertEqual(gateway.decide(ACTION).answered_by, Person("7", "ada"))
        self.assertEqual(gateway.decide({"name": "restart"}, wait_sec=0).status, "pending")

    def test_an_answer_that_no_person_could_give_ends_the_call(self) -> None:
        gateway = fake_gateway(lambda prompt: "Perhaps").gateway
        with self.assertRaisesRegex(FakeGatewayError, '"Perhaps" is no answer to #1, which takes "Yes"'):
            gateway.ask_human("Ship it?", options=["Yes"])

    def test_an_edit_has_the_digest_of_the_changed_arguments(self) -> None:
        gateway = fake_gateway({"*": {"decision": "edit", "args": {"service": "web"}}}).gateway
        outcome = gateway.decide(ACTION, decisions=["approve", "edit"])
        with self.assertRaises(GatewayError) as refused:
            gateway.consume(outcome.prompt_id, action=ACTION)
        self.assertEqual(refused.exception.code, "action_changed")
        used = gateway.consume(outcome.prompt_id, action_digest=outcome.answer.action_digest)
        self.assertEqual(used["args"], {"service": "web"})


class TimeInTheThreadOfTheTest(unittest.TestCase):
    def test_a_wait_passes_until_the_question_expires(self) -> None:
        fake = fake_gateway()
        begin = fake.clock.now()
        self.assertEqual(fake.gateway.ask_human("Ship it?", ttl_sec=3600).status, "expired")
        self.assertEqual(fake.clock.now() - begin, 3600)

    def test_a_wait_passes_until_its_end(self) -> None:
        fake = fake_gateway()
        self.assertEqual(fake.gateway.ask_human("Ship it?", wait_sec=600).status, "pending")
        fake.answer("Ship it?", "Yes")
        self.assertEqual(fake.gateway.wait_for_answer("#1").answer.value, "Yes")

    def test_a_wait_without_an_end_is_an_error(self) -> None:
        with self.assertRaisesRegex(FakeGatewayError, "#1 is waited for without end"):
            fake_gateway().gateway.ask_human("Ship it?", ttl_sec=0)

    def test_words_that_are_not_given_are_waited_for(self) -> None:
        fake = fake_gateway({"deploy": {"decision": "reject", "reason": None}})
        begin = fake.clock.now()
        self.assertIsNone(fake.gateway.decide(ACTION, reason_wait_sec=30).answer.reason)
        self.assertGreaterEqual(fake.clock.now() - begin, 30)

    def test_a_second_note_is_made_when_it_is_allowed(self) -> None:
        fake = fake_gateway({"deploy": "approve"})
        prompt_id = fake.gateway.decide(ACTION).prompt_id
        for text in ["It begins.", "It is done."]:
            fake.gateway.add_note(prompt_id, "progress", text)
        self.assertEqual(len(fake.prompts[0]["notes"]), 2)

    def test_an_approval_lapses(self) -> None:
        fake = fake_gateway({"deploy": "approve"})
        prompt_id = fake.gateway.decide(ACTION, consume_within_sec=60).prompt_id
        fake.advance(61)
        with self.assertRaises(GatewayError) as refused:
            fake.gateway.consume(prompt_id, action=ACTION)
        self.assertEqual(refused.exception.code, "approval_lapsed")


class AnAgentInAnotherThread(unittest.TestCase):
    def test_waits_for_an_answer_of_the_test(self) -> None:
        fake = fake_gateway()
        agent = Started(lambda: fake.gateway.decide(ACTION))
        self.assertEqual(fake.asked("deploy")["id"], "#1")
        fake.answer("deploy", "approve")
        self.assertEqual(agent.result().answer.value, "approve")
        with self.assertRaisesRegex(FakeGatewayError, "#1 is answered, not open"):
            fake.answer("#1", "reject")

    def test_waits_until_the_test_turns_the_time(self) -> None:
        fake = fake_gateway()
        agent = Started(lambda: fake.gateway.ask_human("Ship it?", wait_sec=600))
        fake.asked()
        fake.advance(600)
        self.assertEqual(agent.result().status, "pending")

    def test_reads_what_a_person_writes(self) -> None:
        fake = fake_gateway()

        def answer_once() -> None:
            for event in fake.gateway.listen(types=["message.created"]):
                fake.gateway.send_message(event.data["channel_id"], f"You wrote: {event.data['text']}")
                return

        agent = Started(answer_once)
        with fake.clock.changed:
            fake.clock.changed.wait_for(lambda: bool(fake.calls), 5)
        fake.write("talk", "Hello")
        agent.result()
        self.assertEqual([message["text"] for message in fake.messages], ["Hello", "You wrote: Hello"])

    def test_that_does_not_ask_is_a_timeout(self) -> None:
        with self.assertRaises(TimeoutError):
            fake_gateway().asked("deploy", timeout=0.01)


class TheFake(unittest.TestCase):
    def test_serves_a_client_that_the_agent_makes(self) -> None:
        clock = ManualClock(start=1_900_000_000)
        fake = fake_gateway({"*": "Yes"}, channels={"ops": "PROMPT", "qa": "PROMPT"}, clock=clock)
        gateway = Gateway("http://gateway.test", api_key="any", channel="qa", transport=fake.transport)
        self.assertEqual(gateway.ask_human("Ship it?", options=["Yes"]).prompt["channel_id"], "qa")
        self.assertEqual(fake.prompts[0]["created_at"], "2030-03-17T17:46:40.000Z")
        with self.assertRaises(GatewayError) as refused:
            gateway.ask_human("Ship it?", channel_id="hr")
        self.assertEqual(refused.exception.code, "channel_not_found")

    def test_asks_once_for_each_key(self) -> None:
        fake = fake_gateway({"*": "Yes"})
        for _ in range(2):
            fake.gateway.ask_human("Ship it?", options=["Yes"], idempotency_key="release")
        self.assertEqual(len(fake.prompts), 1)
        with self.assertRaises(GatewayError) as refused:
            fake.gateway.ask_human("Ship it now?", options=["Yes"], idempotency_key="release")
        self.assertEqual(refused.exception.code, "idempotency_mismatch")

    def test_refuses_a_number_that_other_programs_would_change(self) -> None:
        gateway = fake_gateway({"*": "approve"}).gateway
        for number in [2**53 + 1, 10**400]:
            with self.assertRaises(GatewayError) as refused:
                gateway.decide({"name": "pay", "args": {"to": [number]}})
            issue = {"path": ["action", "args", "to", 0], "code": "inexact_number"}
            self.assertEqual({**refused.exception.body["issues"][0], **issue}, refused.exception.body["issues"][0])
        self.assertEqual(gateway.decide({"name": "pay", "args": {"to": [2**53, 10**22]}}).status, "answered")

    def test_takes_a_file(self) -> None:
        fake = fake_gateway({"deploy": "approve"})
        with tempfile.NamedTemporaryFile(suffix=".txt") as file:
            fake.gateway.decide(ACTION, ttl_sec=60, file=file.name)
        self.assertEqual(fake.prompts[0]["action"]["args"], ACTION["args"])
        self.assertTrue(fake.calls[0].body["file"].endswith(".txt"))

    def test_says_which_route_it_does_not_have(self) -> None:
        with self.assertRaisesRegex(FakeGatewayError, "does not have GET /v1/channels"):
            fake_gateway().gateway.request("GET", "/v1/channels")

    def test_takes_back_an_approval(self) -> None:
        fake = fake_gateway({"deploy": "approve"})
        prompt_id = fake.gateway.decide(ACTION).prompt_id
        fake.withdraw(prompt_id)
        with self.assertRaises(GatewayError) as refused:
            fake.gateway.consume(prompt_id, action=ACTION)
        self.assertEqual(refused.exception.code, "approval_withdrawn")

    def test_signs_callbacks(self) -> None:
        fake = fake_gateway({"*": "Yes"})
        fake.gateway.create_prompt("Ship it?", options=["Yes"], callback_url="http://agent.test/answers")
        callback = fake.callback("#1")
        self.assertEqual(callback.url, "http://agent.test/answers")
        self.assertTrue(verify_signature(callback.body, callback.headers, fake.secret))
        self.assertFalse(verify_signature(callback.body + b" ", callback.headers, fake.secret))


if __name__ == "__main__":
    unittest.main()
