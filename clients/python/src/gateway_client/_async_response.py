import asyncio
import http.client
import io
from email.message import Message
from typing import Any, Awaitable, Callable, Coroutine, Optional, Tuple

_LONGEST_HEAD = 65_536
_PART = 65_536

Limit = Callable[[Coroutine[Any, Any, bytes]], Awaitable[bytes]]


async def read_head(reader: asyncio.StreamReader) -> Tuple[int, Message]:
    """The status and the headers of a response. Interim responses are left out."""
    while True:
        line = (await _line(reader)).split(None, 2)
        if len(line) < 2 or not line[0].startswith(b"HTTP/1.") or not line[1].isdigit():
            raise http.client.BadStatusLine("no status")
        head, last = b"", b""
        while last not in (b"\r\n", b"\n"):
            last = await _line(reader)
            head += last
            if len(head) > _LONGEST_HEAD:
                raise http.client.LineTooLong("header")
        if int(line[1]) >= 200:
            return int(line[1]), http.client.parse_headers(io.BytesIO(head))


class NetworkResponse:
    """A response of one connection. `limit` ends a read that takes too long."""

    def __init__(
        self,
        status: int,
        headers: Message,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        limit: Limit,
    ) -> None:
        self.status = status
        self.headers = headers
        self._reader = reader
        self._writer = writer
        self._limit = limit
        self._is_chunked = (headers.get("Transfer-Encoding") or "").lower() == "chunked"
        length = headers.get("Content-Length")
        # Bytes of the body, or of its chunk, that are not read yet. None: until the connection ends.
        self._left: Optional[int] = 0 if self._is_chunked else None if length is None else _size_of(length, 10)
        if status in (204, 304):
            self._is_chunked, self._left = False, 0
        self._is_over = False
        self._read = b""

    async def read(self) -> bytes:
        return await self._limit(self._whole())

    async def readline(self) -> bytes:
        return await self._limit(self._next_line())

    def close(self) -> None:
        # The connection is not used again: there is nothing to say to the other side.
        self._writer.transport.abort()

    async def _whole(self) -> bytes:
        parts = [self._read]
        self._read = b""
        while True:
            part = await self._part()
            if part == b"":
                return b"".join(parts)
            parts.append(part)

    async def _next_line(self) -> bytes:
        while b"\n" not in self._read:
            part = await self._part()
            if part == b"":
                break
            self._read += part
        line, end, self._read = self._read.partition(b"\n")
        return line + end

    async def _part(self) -> bytes:
        """The next bytes of the body. None left: it has ended."""
        if self._is_over:
            return b""
        if self._is_chunked and self._left == 0:
            self._left = _size_of((await _line(self._reader)).decode("latin-1").split(";")[0], 16)
            if self._left == 0:
                self._is_over = True
        if self._left == 0:
            return b""
        part = await self._reader.read(_PART if self._left is None else min(self._left, _PART))
        if part == b"" and self._left is not None:
            raise http.client.IncompleteRead(b"", self._left)
        if self._left is not None:
            self._left -= len(part)
            if self._left == 0 and self._is_chunked:
                await _line(self._reader)
        return part


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        line = await reader.readline()
    except ValueError as error:
        raise http.client.LineTooLong("line") from error
    if not line.endswith(b"\n"):
        raise http.client.RemoteDisconnected("The connection ended.")
    return line


def _size_of(text: str, base: int) -> int:
    try:
        return int(text, base)
    except ValueError as error:
        raise http.client.HTTPException("The response has no valid length.") from error
