"""Writes learnt tables as one file: a JSON header, then for each table a scale for each row and its numbers as bytes."""
import json
import struct

import numpy as np


def write(path, meta, tables):
    header = {"meta": meta, "tensors": []}
    body = b""
    for name, table in tables:
        table = np.asarray(table, np.float32)
        rows = table if table.ndim > 1 else table.reshape(1, -1)
        scale = np.abs(rows).max(1) / 127
        scale[scale == 0] = 1
        numbers = np.round(rows / scale[:, None]).astype(np.int8)
        header["tensors"].append({"name": name, "rows": rows.shape[0], "columns": rows.shape[1]})
        body += scale.astype("<f4").tobytes() + numbers.tobytes() + b"\0" * (-numbers.size % 4)
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as file:
        file.write(struct.pack("<I", len(text)) + text + body)
