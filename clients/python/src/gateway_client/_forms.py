import json
import mimetypes
import os
import uuid
from pathlib import Path
from typing import Any, Mapping, Union

from ._connection import Form

FilePath = Union[str, "os.PathLike[str]"]


def form_of(body: Mapping[str, Any], file: Path) -> Form:
    """A form has texts only: what is not a text is written as JSON."""
    boundary = uuid.uuid4().hex
    parts = [
        f'name="{name}"\r\n\r\n{value if isinstance(value, str) else json.dumps(value)}'.encode()
        for name, value in body.items()
        if value is not None
    ]
    name = file.name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    head = f'name="file"; filename="{name}"\r\nContent-Type: {media_type}\r\n\r\n'.encode()
    parts.append(head + file.read_bytes())
    begin = f"--{boundary}\r\nContent-Disposition: form-data; ".encode()
    content = b"".join(begin + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()
    return Form(f"multipart/form-data; boundary={boundary}", content)
