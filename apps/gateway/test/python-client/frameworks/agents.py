"""In place of the OpenAI Agents SDK: what the example imports of it, with a model that calls the tool once and repeats its result."""

import json
from dataclasses import dataclass
from typing import Any, List, Optional

import test_frameworks


class RunState(test_frameworks.RunState):
    def to_string(self):
        return json.dumps([item.tool_name for item in self.items])

    @staticmethod
    async def from_string(agent, text):
        return RunState(*json.loads(text))


@dataclass
class Result:
    interruptions: List[Any]
    state: RunState
    final_output: Optional[str] = None

    def to_state(self):
        return self.state


@dataclass
class Agent:
    name: str
    instructions: str
    tools: List[Any]


def function_tool(*, needs_approval):
    assert needs_approval
    return lambda function: function


class Runner:
    @staticmethod
    async def run(agent, given):
        state = given if isinstance(given, RunState) else RunState(*[tool.__name__ for tool in agent.tools])
        open_items = state.get_interruptions()
        if open_items:
            return Result(open_items, state)
        [tool] = agent.tools
        decided = state.decided[tool.__name__]
        return Result([], state, tool(service="api") if decided is True else decided)
