import { createInterface, type Interface } from 'node:readline';
import type { createChannel, createPrompt, getPrompt, ReplyOf } from '@gateway/contract';
import type { TelegramSimulator, TelegramTypes } from '@gateway/simulators/telegram';
import type { Callback } from './agent.js';
import { callAndPrint } from './api.js';
import { accent, bold, bubble, faint, heading, say } from './terminal.js';

export interface DemoSetup {
  readonly telegram: TelegramSimulator;
  readonly gatewayUrl: string;
  readonly agentUrl: string;
  /** Sets the function that receives the agent's callbacks from now on. */
  readonly onCallback: (listener: (callback: Callback) => void) => void;
  /** When true, presses a button by itself and then returns. */
  readonly isAutomatic: boolean;
  readonly addCleanup: (work: () => Promise<unknown>) => void;
}

const question = {
  channel_id: 'approvals',
  text: 'Version 2.4.0 passed all checks. Deploy it to production?',
  options: ['Deploy now', 'Tonight at 22:00', 'Do not deploy'],
  allow_text: true,
  correlation_id: 'release-2.4.0',
};

/** Plays the conversation once. Then, unless automatic, keeps running until it is interrupted. */
export async function play(setup: DemoSetup): Promise<void> {
  const { telegram, gatewayUrl, agentUrl, isAutomatic } = setup;
  const ada = telegram.addUser({ firstName: 'Ada', lastName: 'Lovelace', username: 'ada' });
  introduce(setup);

  heading('1. Register the chat as a channel');
  await callAndPrint<ReplyOf<typeof createChannel>>('POST', `${gatewayUrl}/v1/channels/new`, {
    channel_id: question.channel_id,
    platform: 'telegram',
    channel_type: 'PROMPT',
    target_chat_id: String(ada.id),
    credentials: { bot_token: telegram.token },
  });

  heading('2. The agent asks');
  const first = new Promise<Callback>((resolve) => setup.onCallback(resolve));
  const { prompt_id } = await callAndPrint<ReplyOf<typeof createPrompt>>('POST', `${gatewayUrl}/v1/prompts/new`, {
    ...question,
    callback_url: agentUrl,
  });

  heading('3. A person answers');
  say("Ada's phone shows:\n", 3);
  const asked = telegram.messages({ chat: ada }).findLast(hasButtons);
  if (asked) say(shown(asked), 3);
  if (isAutomatic) await answer(setup, ada, '1');
  else invite(setup, ada);

  const callback = await first;
  say(`\n${bold('4. The gateway calls the agent back')}`);
  show(callback, agentUrl);

  heading('5. The record and the closed message');
  const path = prompt_id.replace('#', '');
  await callAndPrint<ReplyOf<typeof getPrompt>>('GET', `${gatewayUrl}/v1/prompts/${path}`);
  const closed = await telegram.waitForMessage(
    ({ message_id, edit_date }) => message_id === asked?.message_id && edit_date !== undefined,
  );
  say('\nThe buttons are gone. No second answer is possible:\n', 3);
  say(shown(closed), 3);
  if (isAutomatic) return;

  say(`\nEverything is still running: try the curl lines above, ask again and answer again. Ctrl-C ends the demo.\n`);
  setup.onCallback((next) => show(next, agentUrl));
  await new Promise(() => {});
}

function introduce({ telegram, gatewayUrl, agentUrl }: DemoSetup): void {
  say('An agent asks, a person answers. Everything runs on this machine. No account is needed.\n');
  say(`Gateway     ${accent(gatewayUrl)}   the product, with an empty database`, 3);
  say(`Telegram    ${accent(`${telegram.url}/`)}   a simulator; open it in a browser to act as the person`, 3);
  say(`Agent       ${accent(agentUrl)}   waits for answers and checks their signature`, 3);
}

/** Lets the person at the terminal answer, if there is a terminal. The chat window works in any case. */
function invite(setup: DemoSetup, person: TelegramTypes.User): void {
  const page = accent(`${setup.telegram.url}/`);
  if (!process.stdin.isTTY) {
    say(`\nPress a button at ${page}`, 3);
    return;
  }
  say(`\nType 1, 2 or 3, or an answer in your own words, then Enter; or press a button at ${page}`, 3);
  const terminal: Interface = createInterface({ input: process.stdin });
  setup.addCleanup(async () => terminal.close());
  terminal.on('line', (line) => {
    if (line.trim() === '') return;
    answer(setup, person, line.trim()).catch((error: unknown) =>
      say(error instanceof Error ? error.message : String(error), 3),
    );
  });
}

/** A number presses that button of the newest question; any other text is a reply to it. */
async function answer({ telegram }: DemoSetup, person: TelegramTypes.User, given: string): Promise<void> {
  const open = telegram.messages({ chat: person }).findLast(hasButtons);
  if (!open) return say('There is no open question: ask again with the curl line of step 2.', 3);
  const buttons = labels(open);
  const label = /^\d$/.test(given) ? buttons[Number(given) - 1] : undefined;
  if (label === undefined) {
    telegram.writeText({ chat: person, text: given, replyTo: open });
    return say(`\nAda replies: ${given}`, 3);
  }
  say(`\nAda presses: ${label}`, 3);
  const { notice } = await telegram.press({ chat: person, message: open, button: label });
  say(`and sees: ${notice ?? 'nothing, the gateway did not answer in time'}`, 3);
}

function show({ signature, event }: Callback, agentUrl: string): void {
  say(`\nPOST ${agentUrl}\nX-Signature: ${signature}\n`, 3);
  say(JSON.stringify(event, null, 2), 3);
  say(
    `\nThe signature is genuine: ${faint('HMAC-SHA256 of the raw body, with a secret that gateway and agent share.')}`,
    3,
  );
}

const hasButtons = (message: TelegramTypes.Message): boolean => labels(message).length > 0;

function labels({ reply_markup }: TelegramTypes.Message): string[] {
  return (reply_markup?.inline_keyboard ?? []).flat().map(({ text }) => text);
}

function shown(message: TelegramTypes.Message): string {
  return bubble(message.text ?? '', labels(message));
}
