import { check, shown } from '../check.js';
import { inChat, mostChoices, questionFor, type Define, type SuiteContext } from './context.js';

/** The key of the repeated posts, in the form that the core gives. */
const KEY = 'AbCdEfGhIjKlMnOpQrSt-_';

/** Tests of idempotency keys. */
export function defineRepeatedPosts(define: Define, { platform, open }: SuiteContext): void {
  define('posts a message or question once for each idempotency key', async () => {
    const { rig, host } = await open();
    const message = (text: string, idempotencyKey: string) =>
      host.connection.sendMessage({ target: rig.target, text, idempotencyKey });
    const first = await message('Only once', KEY);
    const again = await message('Only once', KEY);
    await message('Only once', KEY.toLowerCase());
    const question = {
      ...questionFor(platform, rig, Math.min(1, mostChoices(platform))),
      idempotencyKey: KEY.slice(2),
    };
    const asked = await host.connection.sendPrompt(question);
    const askedAgain = await host.connection.sendPrompt(question);
    check(first.messageId === again.messageId && asked.messageId === askedAgain.messageId, {
      expected: 'the id of the first message for a repeated post with the same key',
      got: shown([first.messageId, again.messageId, asked.messageId, askedAgain.messageId]),
      cause: 'idempotencyKey is not passed to the platform',
    });
    const texts = (await inChat(rig)).map(({ text }) => text);
    const count = (part: string) => texts.filter((text) => text.includes(part)).length;
    check(count('Only once') === 2 && count('Shall we?') === 1, {
      expected: 'two messages for two keys, and one question',
      got: shown(texts),
      cause: 'the key is not passed to the platform, or one key is used for different posts',
    });
  });
}
