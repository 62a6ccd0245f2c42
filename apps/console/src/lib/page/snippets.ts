import { code } from './code.js';
import { t as texts } from '../language/page-texts/texts.js';

const t = texts.snippets;

/** Placeholder for the key until there is one. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

export interface SnippetInput {
  /** Base URL of the gateway: `https://gateway.example.com`. */
  readonly origin: string;
  readonly apiKey?: string | undefined;
  readonly channelId?: string | undefined;
}

export interface Snippet {
  readonly id: 'curl' | 'typescript' | 'n8n';
  readonly label: string;
  /** How to use the sample. */
  readonly help: string;
  readonly text: string;
}

/** Samples that create a prompt and wait for its answer. */
export function snippets({
  origin,
  apiKey = KEY_PLACEHOLDER,
  channelId = 'approvals',
}: SnippetInput): readonly [curl: Snippet, typescript: Snippet, n8n: Snippet] {
  const prompt = { channel_id: channelId, text: t.text, options: t.options };
  return [
    {
      id: 'curl',
      label: 'curl',
      help: t.curl,
      text: code(
        `curl -X POST ${quoted(`${origin}/v1/prompts/new`)} \\`,
        `  -H ${quoted(`X-API-Key: ${apiKey}`)} \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d ${quoted(JSON.stringify(prompt))}`,
        '',
        `curl ${quoted(`${origin}/v1/prompts/12?wait=50`)} \\`,
        `  -H ${quoted(`X-API-Key: ${apiKey}`)}`,
      ),
    },
    {
      id: 'typescript',
      label: 'TypeScript',
      help: t.typescript,
      text: code(
        `// GATEWAY_API_KEY=${apiKey}`,
        `const gateway = ${JSON.stringify(origin)};`,
        `const headers = { 'X-API-Key': process.env.GATEWAY_API_KEY ?? '', 'Content-Type': 'application/json' };`,
        '',
        'const response = await fetch(`${gateway}/v1/prompts/new`, {',
        `  method: 'POST',`,
        '  headers,',
        `  body: JSON.stringify(${JSON.stringify(prompt)}),`,
        '});',
        'if (!response.ok) throw new Error((await response.json()).detail);',
        'const { prompt_id } = await response.json();',
        '',
        '// Each call waits up to 50 s, because many clients time out at 60 s. A prompt expires after one hour unless ttl_sec is set.',
        'let prompt;',
        'do {',
        '  const reply = await fetch(`${gateway}/v1/prompts/${encodeURIComponent(prompt_id)}?wait=50`, { headers });',
        '  if (!reply.ok) throw new Error((await reply.json()).detail);',
        '  prompt = await reply.json();',
        "} while (prompt.state === 'pending');",
        'console.log(prompt.state, prompt.answer);',
      ),
    },
    {
      id: 'n8n',
      label: 'n8n',
      help: t.n8n,
      text: n8nNodes(origin, apiKey, prompt),
    },
  ];
}

function n8nNodes(origin: string, apiKey: string, prompt: object): string {
  const waiting = { node: code('Wait for the answer'), type: 'main', index: 0 };
  const body = JSON.stringify({ ...prompt, callback_url: '{{ $execution.resumeUrl }}/approval' });
  return code(
    JSON.stringify(
      {
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
          // An answer to another prompt is a repeated callback: keep waiting.
          'Is it this question?': { main: [[], [waiting]] },
        },
      },
      null,
      2,
    ),
  );
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
