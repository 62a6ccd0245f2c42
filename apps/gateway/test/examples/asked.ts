import { expect } from 'vitest';
import { startAsking } from '../api/asking.js';
import { blocks } from '../docs/blocks.js';
import { until } from '../harness/until.js';
import type { RunningExample } from './run.js';

/** The package that the examples import, and its folder. */
export const client = { '@gateway/client': 'packages/client' };

/** Ada presses a button when the question is in the chat. */
export async function start() {
  const asking = await startAsking();
  const { telegram, ada } = asking;
  const press = async (button: string) => {
    await until(() =>
      telegram.messages({ chat: ada }).some(({ reply_markup }) => reply_markup?.inline_keyboard.length),
    );
    await telegram.press({ chat: ada, button });
  };
  return { ...asking, url: asking.gateway.url, press };
}

/** Waits for the end of an example, and compares its exit code and output. */
export async function expectOutput(running: RunningExample, text: string, code = 0): Promise<void> {
  expect(await running.ended(), running.output()).toBe(code);
  expect(running.output()).toContain(text);
}

/** The question in the chat is that which a page under docs/agents shows, with its buttons below. */
export async function expectShownOn(page: string, { telegram, ada }: Awaited<ReturnType<typeof start>>): Promise<void> {
  const question = () => telegram.messages({ chat: ada })[0];
  await until(() => question()?.reply_markup);
  const buttons = question()
    ?.reply_markup?.inline_keyboard.flat()
    .map(({ text }) => `[${text}]`);
  const block = blocks().find(({ file, language }) => file === `docs/agents/${page}` && language === 'text');
  expect(`${question()?.text}\n\n${buttons?.join(' ')}\n`).toBe(block?.code);
}
