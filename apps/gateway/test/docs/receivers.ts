import path from 'node:path';
import ts from 'typescript';
import { blocks, root } from './blocks.js';
import { consoleModule } from './console-module.js';
import type { Program } from './programs.js';

/** A receiver as a reader would run it; `secret` is the signing secret of the gateway. */
export interface DocumentedReceiver {
  readonly name: string;
  readonly needs: string;
  program(secret: string): Program;
}

const languages = {
  js: { command: process.execPath, file: 'answers.mjs' },
  python: { command: 'python3', file: 'answers.py' },
} as const;

const { receiverSnippets } = (await consoleModule('features/api/receiver-snippets.ts')) as {
  receiverSnippets: { typescript: string; python: string };
};

/** All receivers in the documents, and the console's signature checks in a minimal server. */
export const receivers: readonly DocumentedReceiver[] = [
  ...blocks()
    .filter(({ mark }) => mark === 'receiver')
    .map(({ file, line, language, code }) => {
      const { command, file: name } = languages[language as keyof typeof languages];
      return {
        name: `${file}:${line} (${language})`,
        needs: command,
        // The secret is in the environment, or in the data folder of a gateway on the same machine.
        program: (secret: string) => ({
          command,
          files: { [name]: code, 'data/callback-signing-secret': `${secret}\n` },
          env: { CALLBACK_SIGNING_SECRET: secret, PYTHONPATH: path.join(root, 'clients/python/src') },
        }),
      };
    }),
  {
    name: "the console's check in TypeScript",
    needs: process.execPath,
    program: (secret) => ({
      command: process.execPath,
      files: { 'server.mjs': nodeServer, 'check.mjs': stripTypes(receiverSnippets.typescript) },
      env: { CALLBACK_SIGNING_SECRET: secret },
    }),
  },
  {
    name: "the console's check in Python",
    needs: 'python3',
    program: (secret) => ({
      command: 'python3',
      files: { 'server.py': pythonServer, 'check.py': receiverSnippets.python },
      env: { CALLBACK_SIGNING_SECRET: secret },
    }),
  },
];

function stripTypes(code: string): string {
  return ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText;
}

const nodeServer = `import { createServer } from 'node:http';
import { isGenuine, isGenuineAnswer } from './check.mjs';

createServer(async (request, response) => {
  const chunks = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return;
  }
  const body = Buffer.concat(chunks);
  const simpler = request.headers['x-signature'];
  const genuine = isGenuine(body, request.headers) && (simpler === undefined || isGenuineAnswer(body, simpler));
  response.writeHead(genuine ? 204 : 401).end();
}).listen(9000);
`;

const pythonServer = `from http.server import BaseHTTPRequestHandler, HTTPServer
from check import is_genuine, is_genuine_answer

class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        simpler = self.headers.get("X-Signature")
        genuine = is_genuine(body, self.headers) and (simpler is None or is_genuine_answer(body, simpler))
        self.send_response(204 if genuine else 401)
        self.end_headers()

HTTPServer(("", 9000), Server).serve_forever()
`;
