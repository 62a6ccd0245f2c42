"""The helpers with objects of the published shapes of the frameworks, which these tests do not need."""

import asyncio
import sys
import types
import unittest
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional
from unittest import mock

from gateway_client import GatewayError
from gateway_client.frameworks import UndecidedError
from gateway_client.frameworks.langgraph import answer_interrupts, human_node
from gateway_client.frameworks.openai_agents import answer_interruptions
from gateway_client.frameworks.pydantic_ai import answer_approvals
from gateway_client.testing import fake_gateway

REJECT = {"decision": "reject", "reason": "Not on a Friday."}
EDIT = {"decision": "edit", "args": {"service": "web"}}
RULES = {"deploy": "approve", "delete": REJECT, "restart": EDIT, "explain": {"decision": "respond", "text": "Why?"}}
# The gateway refuses an action with this name.
TOO_LONG = "x" * 200


@dataclass
class Interrupt:
    """`langgraph.types.Interrupt` of LangGraph 1.0."""

    value: Any
    id: str


def review(*names: str) -> Dict[str, Any]:
    """`HITLRequest` of LangChain 1.0."""
    return {
        "action_requests": [
            {
                "name": name,
                "args": {"service": "api"},
                "description": f"Tool execution requires approval\n\nTool: {name}\nArgs: {{'service': 'api'}}",
            }
            for name in names
        ],
        "review_configs": [
            {"action_name": name, "allowed_decisions": ["approve", "edit", "reject", "respond"]} for name in names
        ],
    }


@dataclass
class FunctionCall:
    """`ResponseFunctionToolCall`, the raw item of a function tool."""

    name: str
    call_id: str
    arguments: str = '{"service": "api"}'


@dataclass
class ToolApprovalItem:
    """`ToolApprovalItem` of openai-agents 0.8 and later."""

    raw_item: Any
    tool_name: Optional[str] = None


class RunState:
    """`RunState` of openai-agents 0.8 and later."""

    def __init__(self, *names: str) -> None:
        self.items = [ToolApprovalItem(FunctionCall(name, f"call-{name}"), name) for name in names]
        self.decided: Dict[str, Any] = {}

    def get_interruptions(self) -> List[ToolApprovalItem]:
        return [item for item in self.items if item.tool_name not in self.decided]

    def approve(self, approval_item: ToolApprovalItem, always_approve: bool = False) -> None:
        self.decided[approval_item.tool_name or ""] = True

    def reject(
        self, approval_item: ToolApprovalItem, always_reject: bool = False, *, rejection_message: Optional[str] = None
    ) -> None:
        self.decided[approval_item.tool_name or ""] = rejection_message


@dataclass
class ToolCallPart:
    """`ToolCallPart` of Pydantic AI 1.0."""

    tool_name: str
    args: Any
    tool_call_id: str


@dataclass
class DeferredToolRequests:
    approvals: List[ToolCallPart]
    calls: List[ToolCallPart] = field(default_factory=list)


@dataclass
class ToolApproved:
    override_args: Optional[Dict[str, Any]] = None


@dataclass
class ToolDenied:
    message: str = "The tool call was denied."


@dataclass
class DeferredToolResults:
    approvals: Dict[str, Any] = field(default_factory=dict)
    calls: Dict[str, Any] = field(default_factory=dict)


def module(name: str, **content: Any) -> Any:
    """Puts a module in the place of that of a framework."""
    made = types.ModuleType(name)
    made.__dict__.update(content)
    parent = name.split(".")[0]
    return mock.patch.dict(sys.modules, {parent: types.ModuleType(parent), name: made})


class LangGraph(unittest.TestCase):
    def test_resumes_each_interrupt_with_its_answers(self) -> None:
        fake = fake_gateway({**RULES, "Which region?": "eu", "Which size?": "large"})
        result = {
            "__interrupt__": [
                Interrupt(review("deploy", "delete"), "a"),
                Interrupt("Which size?", "b"),
                Interrupt({"text": "Which region?", "options": ["eu", "us"]}, "c"),
                Interrupt(review("restart", "explain"), "d"),
            ]
        }
        self.assertEqual(
            answer_interrupts(fake.gateway, result),
            {
                "a": {"decisions": [{"type": "approve"}, {"type": "reject", "message": "Not on a Friday."}]},
                "b": "large",
                "c": "eu",
                "d": {
                    "decisions": [
                        {"type": "edit", "edited_action": {"name": "restart", "args": {"service": "web"}}},
                        {"type": "respond", "message": "Why?"},
                    ]
                },
            },
        )
        self.assertEqual([call.path for call in fake.calls if call.method == "POST"][0], "/v1/prompts/batch")
        self.assertIsNone(fake.prompts[0]["action"].get("summary"))

    def test_has_nothing_to_resume_without_interrupts(self) -> None:
        self.assertIsNone(answer_interrupts(fake_gateway().gateway, {"messages": []}))

    def test_stays_interrupted_when_no_one_decides_and_finds_its_question_again(self) -> None:
        fake, result = fake_gateway(), {"__interrupt__": [Interrupt(review("deploy", "delete"), "a")]}
        for _ in range(2):
            with self.assertRaisesRegex(UndecidedError, "No one has decided about #1: it is pending."):
                answer_interrupts(fake.gateway, result, run_id="run-1", wait_sec=0)
        fake.answer("deploy", "approve")
        fake.answer("delete", "approve")
        for decisions in (["approve", "approve"], ["reject", "reject"]):
            resume = answer_interrupts(fake.gateway, result, run_id="run-1")
            self.assertEqual([each["type"] for each in resume["a"]["decisions"]], decisions)
        self.assertEqual(len(fake.prompts), 2)

    def test_refuses_an_interrupt_that_is_no_question(self) -> None:
        with self.assertRaisesRegex(TypeError, "An interrupt must be a text"):
            answer_interrupts(fake_gateway().gateway, {"__interrupt__": [Interrupt(7, "a")]})

    def test_has_a_node_that_asks(self) -> None:
        with module("langgraph.types", interrupt=lambda asked: asked):
            self.assertEqual(human_node("region", "Which region?")({}), {"region": "Which region?"})
            node = human_node("region", lambda state: {"text": f"{state['name']}?"})
            self.assertEqual(node({"name": "eu"}), {"region": {"text": "eu?"}})


class OpenAiAgents(unittest.TestCase):
    def test_decides_about_each_interruption(self) -> None:
        state = RunState("deploy", "delete")
        self.assertTrue(answer_interruptions(fake_gateway(RULES).gateway, state))
        self.assertEqual(state.decided, {"deploy": True, "delete": "Not on a Friday."})
        self.assertFalse(answer_interruptions(fake_gateway().gateway, state))

    def test_keeps_the_decisions_when_another_call_is_refused_or_undecided(self) -> None:
        for other, error in [(TOO_LONG, GatewayError), ("wait", UndecidedError)]:
            fake, state = fake_gateway(RULES), RunState("delete", other, "deploy")
            with self.assertRaises(error):
                answer_interruptions(fake.gateway, state, wait_sec=0, run_id="run-1")
            self.assertEqual(state.decided, {"delete": "Not on a Friday.", "deploy": True})
        with self.assertRaises(UndecidedError):
            answer_interruptions(fake.gateway, state, wait_sec=0, run_id="run-1")
        self.assertEqual(len(fake.prompts), 3)

    def test_takes_raw_items_that_are_mappings(self) -> None:
        state = RunState("deploy")
        state.items[0].raw_item = {"id": "call-1", "name": "deploy", "arguments": "not JSON"}
        fake = fake_gateway(RULES)
        answer_interruptions(fake.gateway, state)
        self.assertEqual(fake.prompts[0]["action"]["args"], {"input": "not JSON"})


class PydanticAi(unittest.TestCase):
    def test_approves_denies_and_overrides_arguments(self) -> None:
        requests = DeferredToolRequests(
            [
                ToolCallPart("deploy", '{"service": "api"}', "1"),
                ToolCallPart("delete", {"service": "api"}, "2"),
                ToolCallPart("restart", {"service": "api"}, "3"),
            ]
        )
        framework = {"DeferredToolResults": DeferredToolResults, "ToolApproved": ToolApproved, "ToolDenied": ToolDenied}
        with module("pydantic_ai.tools", **framework):
            results = answer_approvals(fake_gateway(RULES).gateway, requests)
            self.assertEqual(
                results.approvals,
                {
                    "1": ToolApproved(),
                    "2": ToolDenied(message="Not on a Friday."),
                    "3": ToolApproved(override_args={"service": "web"}),
                },
            )
            with self.assertRaises(UndecidedError):
                answer_approvals(fake_gateway().gateway, requests, wait_sec=0)


class WithAnEventLoop(unittest.TestCase):
    def test_the_helpers_are_awaited(self) -> None:
        async def agent() -> bool:
            return await answer_interruptions(fake_gateway(RULES).async_gateway, RunState("deploy"))

        self.assertTrue(asyncio.run(agent()))


class AskAll(unittest.TestCase):
    def test_has_the_results_in_order_and_errors_in_their_places(self) -> None:
        fake = fake_gateway({"*": "Yes"})
        texts = ["" if number == 21 else f"Number {number}?" for number in range(23)]
        results = fake.gateway.ask_all([{"text": text, "options": ["Yes"]} for text in texts])
        self.assertEqual([isinstance(each, GatewayError) for each in results], [text == "" for text in texts])
        self.assertEqual([prompt["text"] for prompt in fake.prompts], [text for text in texts if text])

    def test_waits_for_all_of_them_for_wait_sec(self) -> None:
        fake = fake_gateway()
        begin = fake.clock.now()
        results = fake.gateway.ask_all([{"text": "One?"}, {"text": "Two?"}], wait_sec=60)
        self.assertEqual([each.status for each in results if not isinstance(each, Exception)], ["pending"] * 2)
        self.assertLess(fake.clock.now() - begin, 65)


if __name__ == "__main__":
    unittest.main()
