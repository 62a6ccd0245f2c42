import { expect } from 'vitest';
import type { Engine } from '../harness/engines.js';
import { adminKey, as } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { startKeyed } from './fixture.js';

/** An action with a value that a message shortens. */
export const longAction = { name: 'run', args: { cmd: `${'a'.repeat(400)} rm -rf /srv ${'b'.repeat(400)}`, n: 1 } };
const refused = { error: { code: 400, description: 'Bad Request: not enough rights' }, times: 50 };

/** A gateway whose bot may not show whole actions on Telegram. Slack can. */
export async function startUnseen(engine: Engine) {
  const keyed = await startKeyed({ engine });
  const { telegram, ada, get, gateway, slack, ops, grace, atAda } = keyed;
  const isUnseen = async (num: number) => (await get(num)).posts[0].uninspectable as boolean;
  /** `files`: only files are refused. */
  const refuse = ({ files = false } = {}) => {
    telegram.failNext('sendDocument', refused);
    if (!files)
      telegram.failNext('sendMessage', { ...refused, when: ({ text }) => /^Question #\d+\n/.test(String(text)) });
  };
  return {
    ...keyed,
    admin: as(gateway, adminKey),
    refuse,
    isUnseen,
    /** Asks, and presses `Show all`, which fails. Returns the number of the prompt. */
    async askUnseen(body: object = {}): Promise<number> {
      const { prompt_num: num } = await keyed.ask({ action: longAction, ...body });
      refuse();
      await telegram.press({ chat: ada, button: 'Show all' });
      await until(() => isUnseen(num));
      return num;
    },
    /** Presses a button and expects the notice that nothing from this chat lets the action run. */
    async expectRefused(button: string): Promise<void> {
      expect((await telegram.press({ chat: ada, button })).notice).toMatch(/could not show the whole action.*console/s);
    },
    /** Writes about a prompt, and waits for the same notice as a message. */
    async expectTextRefused(text: string): Promise<void> {
      const before = atAda().length;
      telegram.writeText({ chat: ada, text });
      await until(() =>
        atAda()
          .slice(before)
          .some((shown) => /could not show the whole action.*console/s.test(shown)),
      );
    },
    atSlack: (button: string) => slack.press({ channel: ops, button, user: grace }),
    stateOf: async (num: number) => (await get(num)).state as string,
    documents: () => telegram.messages({ chat: ada }).filter(({ document }) => document !== undefined),
  };
}
