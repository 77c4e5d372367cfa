#!/usr/bin/python3
"""A language server for machine IR: what regalloc says of a text as it is typed.

An editor that speaks the Language Server Protocol starts it for *.mir, with
options of regalloc(1) as arguments:

    python3 regalloc-lsp.py -mcpu znver3

Neovim, in init.lua:

    vim.filetype.add({ extension = { mir = 'mir' } })
    vim.api.nvim_create_autocmd('FileType', { pattern = 'mir',
      callback = function() vim.lsp.start({ name = 'regalloc',
        cmd = { 'python3', '/path/to/regalloc-lsp.py' } }) end })

Emacs, with a mode of machine IR that is called mir-mode:

    (add-to-list 'eglot-server-programs
                 '(mir-mode . ("python3" "/path/to/regalloc-lsp.py")))

REGALLOC names another program than the regalloc in PATH.
"""

import json
import os
import re
import subprocess
import sys

SEVERITY = {"error": 1, "warning": 2, "note": 3}


def read():
    """The next message of the editor; None at the end."""
    length = 0
    for line in iter(sys.stdin.buffer.readline, b""):
        if not line.strip():
            return json.loads(sys.stdin.buffer.read(length))
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return None


def write(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def units(line, column):
    """Where byte COLUMN of LINE is as the protocol counts: UTF-16, from 0."""
    return len(line[:column].decode(errors="replace").encode("utf-16-le")) // 2


def diagnostic(said, lines):
    """A message of regalloc as one of the protocol: from its place to the end of
    the word there; at the first line if it has none."""
    number = max(said.get("line", 1), 1) - 1
    line = lines[number] if number < len(lines) else b""
    start = max(said.get("column", 1), 1) - 1
    word = re.compile(rb"[$%@]?[\w.-]+|.?").match(line, start)
    return {
        "range": {
            "start": {"line": number, "character": units(line, start)},
            "end": {"line": number, "character": units(line, word.end())}},
        "severity": SEVERITY[said["level"]],
        "source": "regalloc",
        "message": said["message"]}


def diagnostics(text):
    command = [os.environ.get("REGALLOC", "regalloc"), *sys.argv[1:],
               "-emit", "none", "-diagnostics", "json", "-"]
    data = text.encode()
    said = subprocess.run(command, input=data, check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    found = []
    for line in said.stderr.decode(errors="replace").splitlines():
        try:
            message = json.loads(line)
        except ValueError:  # of the command line, not of the text
            message = {"level": "error", "message": line}
        found.append(diagnostic(message, data.split(b"\n")))
    return found


def publish(uri, text):
    write({"method": "textDocument/publishDiagnostics",
           "params": {"uri": uri, "diagnostics": diagnostics(text)}})


def notified(method, params):
    if method == "textDocument/didOpen":
        publish(params["textDocument"]["uri"], params["textDocument"]["text"])
    elif method == "textDocument/didChange":  # the whole text, see below
        publish(params["textDocument"]["uri"],
                params["contentChanges"][-1]["text"])
    elif method == "textDocument/didClose":
        write({"method": "textDocument/publishDiagnostics",
               "params": {"uri": params["textDocument"]["uri"],
                          "diagnostics": []}})


def main():
    stopped = False
    for message in iter(read, None):
        method = message.get("method")
        if method == "exit":
            return 0 if stopped else 1
        stopped = stopped or method == "shutdown"
        if "id" not in message:
            notified(method, message.get("params"))
        elif method == "initialize":
            write({"id": message["id"], "result": {
                "capabilities": {"textDocumentSync": 1},
                "serverInfo": {"name": "regalloc"}}})
        elif method == "shutdown":
            write({"id": message["id"], "result": None})
        elif method:
            write({"id": message["id"], "error": {
                "code": -32601, "message": "no such method: " + method}})
    return 1


if __name__ == "__main__":
    sys.exit(main())
