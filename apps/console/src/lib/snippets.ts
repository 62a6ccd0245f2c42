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
      help: 'Asks, then waits up to 50 seconds for the answer: put the number of the first reply’s prompt_id in place of 12.',
      text: [
        `curl -X POST ${quoted(`${origin}/v1/prompts/new`)} \\`,
        `  -H ${quoted(`X-API-Key: ${apiKey}`)} \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d ${quoted(JSON.stringify(asked))}`,
        '',
        `curl ${quoted(`${origin}/v1/prompts/12?wait=50`)} \\`,
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
        '// Each call waits up to 50 s, because many clients stop at 60; the prompt expires after an hour unless ttl_sec says otherwise.',
        'let prompt;',
        'do {',
        '  const reply = await fetch(`${gateway}/v1/prompts/${encodeURIComponent(prompt_id)}?wait=50`, { headers });',
        '  if (!reply.ok) throw new Error((await reply.json()).detail);',
        '  prompt = await reply.json();',
        "} while (prompt.state === 'pending');",
        'console.log(prompt.state, prompt.answer);',
      ].join('\n'),
    },
    {
      id: 'n8n',
      label: 'n8n',
      help: 'Copy it and paste it into the canvas of a workflow: one node asks, one waits for the answer, one checks that it belongs to this question. Give each further question a suffix of its own in place of approval.',
      text: JSON.stringify(n8nNodes(origin, apiKey, asked), null, 2),
    },
  ];
}

function n8nNodes(origin: string, apiKey: string, asked: object) {
  const waiting = { node: 'Wait for the answer', type: 'main', index: 0 };
  const body = JSON.stringify({ ...asked, callback_url: '{{ $execution.resumeUrl }}/approval' });
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
        parameters: { resume: 'webhook', httpMethod: 'POST', options: { webhookSuffix: 'approval' } },
      },
      {
        name: 'Is it this question?',
        type: 'n8n-nodes-base.if',
        typeVersion: 2.2,
        position: [440, 0],
        parameters: {
          conditions: {
            options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
            combinator: 'and',
            conditions: [
              {
                leftValue: '={{ $json.body.prompt_id }}',
                rightValue: "={{ $('Ask a person').first().json.prompt_id }}",
                operator: { type: 'string', operation: 'equals' },
              },
            ],
          },
          options: {},
        },
      },
    ],
    connections: {
      'Ask a person': { main: [[waiting]] },
      'Wait for the answer': { main: [[{ node: 'Is it this question?', type: 'main', index: 0 }]] },
      // What belongs to another question is a repeat, and waits on.
      'Is it this question?': { main: [[], [waiting]] },
    },
  };
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
