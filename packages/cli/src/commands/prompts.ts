import type { Prompt } from '@gateway/client';
import { command, numberIn } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { promptIdOf, report, waitOptions } from '../outcome.js';
import { table } from '../output.js';

const words = [{ name: 'ID' }];

export const prompts = command({
  name: 'prompts',
  summary: 'List questions, newest first.',
  options: {
    state: { type: 'string', choices: ['pending', 'answered', 'expired', 'all'], help: 'Default: pending.' },
    channel: { type: 'string', value: 'ID', help: 'Only questions of this channel.' },
    'correlation-id': { type: 'string', value: 'TEXT', help: 'Only questions with this text.' },
    limit: { type: 'string', value: 'COUNT', help: 'How many. Default: 50.' },
  },
  async run({ flags, context: { gateway, output, signal } }) {
    const query = new URLSearchParams({
      state: flags.state ?? 'pending',
      limit: String(numberIn('limit', flags.limit) ?? 50),
      ...(flags.channel !== undefined && { channel_id: flags.channel }),
      ...(flags['correlation-id'] !== undefined && { correlation_id: flags['correlation-id'] }),
    });
    const found = await gateway.request<Prompt[]>({ method: 'GET', path: `/v1/prompts?${query}`, signal });
    const rows = found.map((each) => [each.id, each.state, each.channel_id, each.answer, each.text]);
    output.result(found, table([['ID', 'STATE', 'CHANNEL', 'ANSWER', 'QUESTION'], ...rows]));
    return exitCodes.success;
  },
});

export const promptsShow = command({
  name: 'prompts show',
  summary: 'Show a question.',
  words,
  async run({ words: [id], context: { gateway, output, signal } }) {
    const path = `/v1/prompts/${promptIdOf(id)}`;
    const prompt = await gateway.request<Prompt>({ method: 'GET', path, signal });
    const rows = Object.entries(prompt)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
    output.result(prompt, table(rows));
    return exitCodes.success;
  },
});

export const promptsWait = command({
  name: 'prompts wait',
  summary: 'Wait for the answer to a question that was asked before.',
  words,
  options: waitOptions,
  async run({ flags, words: [id], context }) {
    const waiting = { signal: context.signal, waitSec: numberIn('wait', flags.wait) };
    return report(context, await context.gateway.waitForAnswer(promptIdOf(id), waiting), {
      expected: flags.expect,
    });
  },
});

export const promptsCancel = command({
  name: 'prompts cancel',
  summary: 'Cancel an open question.',
  words,
  async run({ words: [id], context: { gateway, output, signal } }) {
    const prompt = await gateway.cancelPrompt(promptIdOf(id), { signal });
    output.result(prompt, `${prompt.id} is cancelled.`);
    return exitCodes.success;
  },
});
