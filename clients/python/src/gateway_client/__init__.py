"""Asks people a question from an agent, and waits for the answer."""

from ._answers import Answer, Answered, Decision, Expired, OptionAnswer, Outcome, Pending, Person, TextAnswer
from ._async_gateway import AsyncGateway
from ._errors import GatewayConnectionError, GatewayError, RetryableError
from ._events import Event
from ._gateway import Gateway
from ._prompts import (
    Action,
    DecisionFields,
    DecisionValue,
    MatchedRule,
    PromptCreated,
    PromptFields,
    PromptWarning,
    QuestionFields,
    Record,
)
from ._signature import verify_signature
from ._transport import AsyncResponse, AsyncTransport, Transport

__all__ = [
    "Action",
    "Answer",
    "Answered",
    "AsyncGateway",
    "AsyncResponse",
    "AsyncTransport",
    "Decision",
    "DecisionFields",
    "DecisionValue",
    "Event",
    "Expired",
    "Gateway",
    "GatewayConnectionError",
    "GatewayError",
    "MatchedRule",
    "OptionAnswer",
    "Outcome",
    "Pending",
    "Person",
    "PromptCreated",
    "PromptFields",
    "PromptWarning",
    "QuestionFields",
    "Record",
    "RetryableError",
    "TextAnswer",
    "Transport",
    "verify_signature",
]
