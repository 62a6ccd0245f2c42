"""A gateway for the tests of an agent, in this process: no network, and its time stands still."""

from ._answers import AnswerFunction, Answers, GivenAnswer, Which
from ._callbacks import FakeCallback
from ._clock import ManualClock
from ._fake import FakeGateway, fake_gateway
from ._refusals import FakeGatewayError
from ._requests import FakeCall

__all__ = [
    "AnswerFunction",
    "Answers",
    "FakeCall",
    "FakeCallback",
    "FakeGateway",
    "FakeGatewayError",
    "GivenAnswer",
    "ManualClock",
    "Which",
    "fake_gateway",
]
