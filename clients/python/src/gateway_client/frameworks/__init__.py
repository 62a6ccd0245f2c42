"""Lets people answer the interruptions of agent frameworks: `langgraph`, `openai_agents`, `pydantic_ai`."""

from ._tool_calls import UndecidedError

__all__ = ["UndecidedError"]
