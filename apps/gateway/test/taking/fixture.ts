import { startKeyed } from '../approvals/fixture.js';
import type { Engine } from '../harness/engines.js';
import { adminKey, as } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { addTeam } from '../harness/team.js';
import { until } from '../harness/until.js';

type Fields = Readonly<Record<string, unknown>>;

/** A group chat of Ada, Bob and Cy, who are people, an operator `Ada` in the console who is none of them, and a clock. */
export async function startTaking(engine?: Engine) {
  const keyed = await startKeyed({ ...(engine && { engine }) });
  const { gateway, telegram, ada } = keyed;
  const owner = as(gateway, adminKey);
  const { bob, cy, team } = await addTeam({ telegram, gateway, ada, owner });
  const browser = await setUpConsole(gateway);
  const decide = { channel_id: 'team', decisions: ['approve', 'reject'] };
  /** Presses a button of the question in the group. */
  const pressInTeam = async (user: { readonly id: number }, button: string, num = 1) =>
    await telegram.press({ chat: team, user, button, message: Number((await keyed.get(num)).message_id) });
  return {
    ...keyed,
    pressInTeam,
    owner,
    bob,
    cy,
    team,
    browser,
    askTeam: (body: Fields = {}) => keyed.ask({ ...decide, ...body }),
    /** A reply to the question in the group. */
    write: async (user: { readonly id: number }, text: string, num = 1) =>
      telegram.writeText({ chat: team, user, text, replyTo: Number((await keyed.get(num)).message_id) }),
    inTeam: () => telegram.messages({ chat: team }).map(({ text }) => text ?? ''),
    buttons: () =>
      telegram
        .messages({ chat: team })
        .flatMap(({ reply_markup: markup }) => markup?.inline_keyboard.flat().map(({ text }) => text) ?? []),
    takenBy: async (num = 1) => (await keyed.get(num)).taken_by as { readonly name: string } | null,
    isTakenBy: (name: string, num = 1) =>
      until(async () => ((await keyed.get(num)).taken_by as { readonly name: string } | null)?.name === name),
    /** What an operator does in the console. */
    inConsole: (what: 'take' | 'release' | 'hand-over' | 'escalate', body?: Fields, num = 1) =>
      browser.request('POST', `/v1/prompts/${num}/${what}`, body),
    addPolicy: (policy: Fields) => owner('POST', '/v1/policies/new', { policy_id: 'p', name: 'Policy', ...policy }),
  };
}
