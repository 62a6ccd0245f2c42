"""In place of Pydantic AI: what the example imports of it, with a model that calls the tool once and repeats its result."""

import sys

from test_frameworks import DeferredToolRequests, DeferredToolResults, ToolApproved, ToolCallPart, ToolDenied

__all__ = ["Agent", "DeferredToolRequests", "DeferredToolResults", "ToolApproved", "ToolDenied"]

sys.modules["pydantic_ai.tools"] = sys.modules[__name__]
CALL = ToolCallPart("deploy", {"service": "api"}, "call-1")


class Result:
    def __init__(self, output):
        self.output = output

    def all_messages(self):
        return ["Deploy the api.", CALL]


class Agent:
    def __init__(self, model, *, output_type):
        assert DeferredToolRequests in output_type
        self.tools = {}

    def tool_plain(self, *, requires_approval):
        assert requires_approval
        return lambda function: self.tools.setdefault(function.__name__, function)

    def run_sync(self, prompt=None, *, message_history=None, deferred_tool_results=None):
        if deferred_tool_results is None:
            return Result(DeferredToolRequests([CALL]))
        assert CALL in message_history
        decided = deferred_tool_results.approvals[CALL.tool_call_id]
        if isinstance(decided, ToolDenied):
            return Result(decided.message)
        return Result(self.tools[CALL.tool_name](**(decided.override_args or CALL.args)))
