"""HTTP/1.1 on `asyncio`, as far as a client of the gateway needs it: one connection for each request."""

import asyncio
import base64
import socket
import ssl
import time
import urllib.request
from typing import Any, Coroutine, List, Optional, Tuple, TypeVar
from urllib.parse import unquote, urlsplit

from ._async_response import NetworkResponse, read_head

T = TypeVar("T")


class AsyncNetwork:
    """Makes requests with the proxies of the environment, by the time of the system."""

    def __init__(self) -> None:
        self._tls = ssl.create_default_context()

    async def open(self, request: urllib.request.Request, timeout: float) -> NetworkResponse:
        return await within(timeout, self._open(request, timeout))

    def time(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def _open(self, request: urllib.request.Request, timeout: float) -> NetworkResponse:
        reader, writer, target = await self._connect(request)
        try:
            writer.write(_head_of(request, target) + _content_of(request))
            await writer.drain()
            status, headers = await read_head(reader)
            return NetworkResponse(status, headers, reader, writer, lambda read: within(timeout, read))
        except BaseException:
            writer.transport.abort()
            raise

    async def _connect(
        self, request: urllib.request.Request
    ) -> Tuple[asyncio.StreamReader, asyncio.StreamWriter, str]:
        """Returns the connection, and what its first line names."""
        parts = urlsplit(request.full_url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        tls = self._tls if parts.scheme == "https" else None
        proxy = _proxy_for(parts.scheme, f"{host}:{port}")
        if proxy is None:
            return (*await asyncio.open_connection(host, port, ssl=tls), request.selector)
        if tls is None:
            for name, value in proxy.headers:
                request.add_unredirected_header(name, value)
            return (*await asyncio.open_connection(proxy.host, proxy.port), request.full_url)
        tunnel = await proxy.tunnel(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")
        try:
            return (*await asyncio.open_connection(sock=tunnel, ssl=tls, server_hostname=host), request.selector)
        except BaseException:
            tunnel.close()
            raise


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, or `TimeoutError` after this time. `asyncio.wait_for` of Python 3.11 can lose a cancellation."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
        if task.done():
            return task.result()
    except asyncio.CancelledError:
        if task.done() and not task.cancelled() and task.exception() is None:
            _close(task.result())
        raise
    finally:
        task.cancel()
    raise socket.timeout("timed out")


def _close(result: Any) -> None:
    if isinstance(result, NetworkResponse):
        result.close()


def _head_of(request: urllib.request.Request, target: str) -> bytes:
    lines = [f"{request.get_method()} {target} HTTP/1.1", f"Host: {request.host}"]
    lines += [f"{name}: {value}" for name, value in request.header_items()]
    lines += ["Accept-Encoding: identity", "Connection: close"]
    if request.data is not None or request.get_method() != "GET":
        lines.append(f"Content-Length: {len(_content_of(request))}")
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("A header or the address has a line break.")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def _content_of(request: urllib.request.Request) -> bytes:
    return request.data if isinstance(request.data, bytes) else b""


class _Proxy:
    """An HTTP proxy, as `HTTPS_PROXY` names it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme != "http" or not parts.hostname:
            raise OSError("AsyncGateway supports proxies with an http:// address only.")
        self.host, self.port = parts.hostname, parts.port or 80
        self.headers: List[Tuple[str, str]] = []
        if parts.username is not None:
            login = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
            self.headers.append(("Proxy-Authorization", f"Basic {base64.b64encode(login).decode()}"))

    async def tunnel(self, target: str) -> socket.socket:
        """A socket that the proxy has connected to a host and port."""
        loop = asyncio.get_running_loop()
        lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}", *(": ".join(header) for header in self.headers)]
        connected = await self._connected()
        try:
            await loop.sock_sendall(connected, "\r\n".join([*lines, "", ""]).encode("latin-1"))
            reply = b""
            while not reply.endswith(b"\r\n\r\n"):
                # One byte at a time: what follows the head belongs to the tunnel.
                read = await loop.sock_recv(connected, 1)
                if read == b"" or len(reply) > 65_536:
                    raise ConnectionResetError("The proxy closed the connection.")
                reply += read
            if reply.split(b" ", 2)[1:2] != [b"200"]:
                raise OSError(f"The proxy refused the tunnel: {reply.splitlines()[0].decode('latin-1')}")
            return connected
        except BaseException:
            connected.close()
            raise

    async def _connected(self) -> socket.socket:
        loop = asyncio.get_running_loop()
        failure: Optional[OSError] = None
        for family, kind, protocol, _, address in await loop.getaddrinfo(
            self.host, self.port, type=socket.SOCK_STREAM
        ):
            connected = socket.socket(family, kind, protocol)
            try:
                connected.setblocking(False)
                await loop.sock_connect(connected, address)
                return connected
            except OSError as error:
                connected.close()
                failure = error
            except BaseException:
                connected.close()
                raise
        raise failure or OSError("The proxy has no address.")


def _proxy_for(scheme: str, host: str) -> Optional[_Proxy]:
    url = urllib.request.getproxies().get(scheme)
    return None if url is None or urllib.request.proxy_bypass(host) else _Proxy(url)
