import type { TelegramTypes } from '@gateway/simulators/telegram';
import type { Engine } from '../harness/engines.js';
import { setUpConsole } from '../harness/operators.js';
import { addTeam } from '../harness/team.js';
import { until } from '../harness/until.js';
import { startGrants } from './fixture.js';

type Fields = Readonly<Record<string, unknown>>;

/** With `startGrants`: a group chat of Ada, Bob and Cy, who are people, and an operator in the console. `then`: what else the rule says. */
export async function startAttacked(engine?: Engine, then: Fields = {}) {
  const granted = await startGrants(engine);
  const { telegram, gateway, owner, list, recordOf } = granted;
  const { bob, cy, team } = await addTeam(granted);
  if (Object.keys(then).length > 0) await owner('PATCH', '/v1/rules/deployments', { then });
  const browser = await setUpConsole(gateway);
  let services = 0;
  const inTeam = { channel_id: 'team' };
  /** Presses the newest button with this label in the group, or in another chat. */
  const pressAs = (user: { id: number }, button = 'Approve for 1 h', chat: { id: number } = team) => {
    const hasIt = ({ reply_markup: markup }: TelegramTypes.Message) =>
      markup?.inline_keyboard.flat().some(({ text }) => text === button || text.endsWith(` ${button}`)) === true;
    const message = telegram.messages({ chat }).findLast(hasIt)?.message_id;
    return telegram.press({ chat, user, button, ...(message !== undefined && { message }) });
  };
  const isAnswered = async (num: unknown) => (await recordOf(num)).state === 'answered';
  return {
    ...granted,
    bob,
    cy,
    team,
    browser,
    inTeam,
    pressAs,
    isAnswered,
    /** A value that no other test uses, so that the standing approvals of other tests do not cover its actions. */
    own: (): { readonly service: string } => ({ service: `service${(services += 1)}` }),
    /** Asks in the group, and each of these presses a button. Returns the standing approval of the question; undefined: it gave none. */
    giveInTeam: async (
      presses: readonly (readonly [user: { id: number }, button?: string])[],
      args: Fields = {},
      body: Fields = {},
    ) => {
      const asked = await granted.askFor(args, { ...inTeam, ...body });
      for (const [user, button] of presses) await pressAs(user, button);
      await until(() => isAnswered(asked.prompt_num));
      return (await list()).find(({ prompt_id: id }) => id === asked.prompt_id);
    },
    /** Answers a question in the console. */
    answer: (num: unknown, body: Fields = {}) =>
      browser.request('POST', `/v1/prompts/${String(num)}/answer`, { type: 'decision', value: 'approve', ...body }),
  };
}
