/** What stands for the key until there is one. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

export interface SnippetInput {
  /** Where agents reach the gateway: `https://gateway.example.com`. */
  readonly origin: string;
  readonly apiKey?: string | undefined;
  readonly channelId?: string | undefined;
}

export interface Snippet {
  readonly id: 'curl' | 'typescript' | 'n8n';
  readonly label: string;
  /** Where to put it. */
  readonly help: string;
  readonly text: string;
}

const question = { text: 'Deploy version 42?', options: ['Deploy', 'Wait'] };

/** The first question of an agent, in three ways. */
export function snippets({
  origin,
  apiKey = KEY_PLACEHOLDER,
  channelId = 'approvals',
}: SnippetInput): readonly [curl: Snippet, typescript: Snippet, n8n: Snippet] {
  const asked = { channel_id: channelId, ...question };
  return [
    {
      id: 'curl',
      label: 'curl',
      help: 'Asks, then waits up to a minute for the answer: put the prompt_id of the first reply in place of 12.',
      text: [
        `curl -X POST ${quoted(`${origin}/v1/prompts/new`)} \\`,
        `  -H ${quoted(`X-API-Key: ${apiKey}`)} \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d ${quoted(JSON.stringify(asked))}`,
        '',
        `curl ${quoted(`${origin}/v1/prompts/12?wait=60`)} \\`,
        `  -H ${quoted(`X-API-Key: ${apiKey}`)}`,
      ].join('\n'),
    },
    {
      id: 'typescript',
      label: 'TypeScript',
      help: 'Needs nothing but fetch. Keep the key in the environment: GATEWAY_API_KEY.',
      text: [
        `// GATEWAY_API_KEY=${apiKey}`,
        `const gateway = ${JSON.stringify(origin)};`,
        `const headers = { 'X-API-Key': process.env.GATEWAY_API_KEY ?? '', 'Content-Type': 'application/json' };`,
        '',
        'const asked = await fetch(`${gateway}/v1/prompts/new`, {',
        `  method: 'POST',`,
        '  headers,',
        `  body: JSON.stringify(${JSON.stringify(asked)}),`,
        '});',
        'if (!asked.ok) throw new Error((await asked.json()).detail);',
        'const { prompt_id } = await asked.json();',
        '',
        '// Each call waits up to a minute; the prompt expires after an hour unless ttl_sec says otherwise.',
        'let prompt;',
        'do {',
        '  const reply = await fetch(`${gateway}/v1/prompts/${encodeURIComponent(prompt_id)}?wait=60`, { headers });',
        '  prompt = await reply.json();',
        "} while (prompt.state === 'pending');",
        'console.log(prompt.state, prompt.answer);',
      ].join('\n'),
    },
    {
      id: 'n8n',
      label: 'n8n',
      help: 'Copy it and paste it into the canvas of a workflow: one node asks, the next waits until somebody has answered.',
      text: JSON.stringify(n8nNodes(origin, apiKey, asked), null, 2),
    },
  ];
}

function n8nNodes(origin: string, apiKey: string, asked: object) {
  const body = JSON.stringify({ ...asked, callback_url: '{{ $execution.resumeUrl }}' });
  return {
    nodes: [
      {
        name: 'Ask a person',
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        position: [0, 0],
        parameters: {
          method: 'POST',
          url: `${origin}/v1/prompts/new`,
          sendHeaders: true,
          headerParameters: { parameters: [{ name: 'X-API-Key', value: apiKey }] },
          sendBody: true,
          specifyBody: 'json',
          jsonBody: `=${body}`,
          options: {},
        },
      },
      {
        name: 'Wait for the answer',
        type: 'n8n-nodes-base.wait',
        typeVersion: 1.1,
        position: [220, 0],
        parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
      },
    ],
    connections: { 'Ask a person': { main: [[{ node: 'Wait for the answer', type: 'main', index: 0 }]] } },
  };
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
