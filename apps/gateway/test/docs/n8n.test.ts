import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { startReceiver } from '../harness/receiver.js';
import { root } from './blocks.js';
import { consoleModule } from './console-module.js';

interface Node {
  readonly name: string;
  readonly type: string;
  readonly parameters: {
    readonly method?: string;
    readonly jsonBody?: string;
    readonly httpMethod?: string;
    readonly headerParameters?: { readonly parameters: readonly { name: string; value: string }[] };
    readonly options?: { readonly webhookSuffix?: string };
    readonly conditions?: {
      readonly conditions: readonly { leftValue: string; rightValue: string; operator: { operation: string } }[];
    };
  };
}
interface Workflow {
  readonly nodes: readonly Node[];
  readonly connections: Readonly<Record<string, { main: { node: string }[][] }>>;
}

const { snippets } = (await consoleModule('lib/page/snippets.ts')) as {
  snippets(input: object): readonly { id: string; text: string }[];
};
const workflows: readonly (readonly [string, Workflow])[] = [
  ['docs/n8n/approval.json', readFileSync(path.join(root, 'docs/n8n/approval.json'), 'utf8')] as const,
  ['the console', snippets({ origin: 'http://localhost:8100' }).find(({ id }) => id === 'n8n')?.text ?? ''] as const,
].map(([name, text]) => [name, JSON.parse(text) as Workflow]);

/** The value of an n8n expression `={{ … }}`, where `$json` is the callback request and `$(…)` the reply to the prompt. */
function evaluate(expression: string, body: unknown, asked: unknown): unknown {
  const code = /^=\{\{(.*)\}\}$/s.exec(expression)?.[1];
  if (code === undefined) return expression;
  const node = () => ({ first: () => ({ json: asked }) });
  // oxlint-disable-next-line no-implied-eval -- the expressions are JavaScript from this repository's documents
  return new Function('$json', '$', `return ${code}`)({ body }, node);
}

describe.each(workflows)('the n8n workflow of %s', (_name, { nodes, connections }) => {
  const waits = nodes.filter(({ type }) => type === 'n8n-nodes-base.wait');
  const named = (name: string | undefined) => nodes.find((node) => node.name === name);
  const after = (name: string, branch = 0) => named(connections[name]?.main[branch]?.[0]?.node);

  it('waits for a POST at a separate address for each prompt', () => {
    expect(waits).not.toEqual([]);
    const suffixes = waits.map(({ parameters }) => parameters.options?.webhookSuffix);
    expect(new Set(suffixes).size).toBe(waits.length);
    for (const wait of waits) {
      expect(wait.parameters.httpMethod).toBe('POST');
      const suffix = wait.parameters.options?.webhookSuffix ?? '';
      expect(suffix).toMatch(/^[\w-]+$/);
      const ask = nodes.find(({ name }) => after(name) === wait && named(name)?.parameters.method === 'POST');
      expect(ask?.parameters.jsonBody).toContain(`"callback_url":"{{ $execution.resumeUrl }}/${suffix}"`);
    }
  });

  it('continues with the callback of its own prompt and ignores those of others', async () => {
    const { telegram, ada, post } = await startAsking();
    const receiver = await startReceiver();
    const replies: unknown[] = [];
    for (const index of [0, 1]) {
      const ask = nodes.find(({ parameters }) => parameters.jsonBody !== undefined);
      const body = JSON.parse((ask?.parameters.jsonBody ?? '').slice(1)) as object;
      const reply = await post({ ...body, callback_url: receiver.url });
      expect(reply.status, reply.text).toBe(200);
      replies.push(reply.json);
      await telegram.press({ chat: ada, button: 'Deploy' });
      await receiver.waitFor(index + 1);
    }
    for (const wait of waits) {
      const check = after(wait.name);
      const [condition] = check?.parameters.conditions?.conditions ?? [];
      expect(condition?.operator.operation).toBe('equals');
      const isOwn = (callback: number, question: number) => {
        const [left, right] = [condition?.leftValue ?? '', condition?.rightValue ?? ''].map((expression) =>
          evaluate(expression, receiver.received[callback]?.json, replies[question]),
        );
        return typeof left === 'string' && left === right;
      };
      expect([isOwn(0, 0), isOwn(1, 1), isOwn(0, 1), isOwn(1, 0)]).toEqual([true, true, false, false]);
      expect(after(check?.name ?? '', 1)).toBe(wait);
    }
  });
});

it('docs/n8n/approval.json asks once per round of a loop, also when the request is retried', async () => {
  const [, { nodes }] = workflows[0] ?? ['', { nodes: [] }];
  const parameters = nodes.flatMap((node) => node.parameters.headerParameters?.parameters ?? []);
  const template = parameters.find(({ name }) => name === 'Idempotency-Key')?.value ?? '';
  const n8n: Record<string, string> = { '$workflow.id': 'w1', '$execution.id': '77' };
  const keyOf = (round: number) =>
    template.replace(/^=/, '').replaceAll(/\{\{ (\S+) \}\}/g, (_, name) => n8n[name] ?? String(round));
  const { gateway } = await startAsking();
  const asked: string[] = [];
  for (const round of [0, 0, 1, 2]) {
    const body = { channel_id: 'approvals', text: 'Deploy?', options: ['Yes'] };
    const reply = await gateway.request('POST', '/v1/prompts/new', {
      body,
      headers: { 'idempotency-key': keyOf(round) },
    });
    asked.push(reply.json.prompt_id);
  }
  expect(template).toContain('{{ $runIndex }}');
  expect(asked).toEqual(['#1', '#1', '#2', '#3']);
});

it('docs/n8n/approval.json branches by the answer, and treats an expiry as not approved', async () => {
  const [, { nodes }] = workflows[0] ?? ['', { nodes: [] }];
  const [condition] = nodes.find(({ name }) => name === 'Approved?')?.parameters.conditions?.conditions ?? [];
  const isApproved = (body: object) => evaluate(condition?.leftValue ?? '', body, {}) === condition?.rightValue;
  expect(isApproved({ type: 'prompt.answered', answer: { type: 'option', value: 'Deploy' } })).toBe(true);
  expect(isApproved({ type: 'prompt.answered', answer: { type: 'option', value: 'Not today' } })).toBe(false);
  expect(isApproved({ type: 'prompt.expired', closed_reason: 'ttl' })).toBe(false);
});
