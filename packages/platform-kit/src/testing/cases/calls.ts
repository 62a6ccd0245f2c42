import { check, shown } from '../check.js';
import { expectNoCredential } from '../secrets.js';
import { inChat, mostChoices, questionFor, withChoices, type Define, type SuiteContext } from './context.js';

/** Tests of the calls that post, close and probe. */
export function defineCalls(define: Define, { platform, mode, open }: SuiteContext): void {
  const { capabilities } = platform;
  const most = mostChoices(platform);

  define('implements the members that its capabilities declare', async () => {
    const { connection } = (await open()).host;
    const wanted = [
      [mode === 'webhook' ? 'webhook' : 'start', true, `the suite runs in mode ${mode}`],
      ['closePrompt', capabilities.edit !== 'none', `capabilities.edit is '${capabilities.edit}'`],
      [
        'sendTemplate',
        capabilities.windowTemplate === true,
        `capabilities.windowTemplate is ${shown(capabilities.windowTemplate)}`,
      ],
      ['openDialog', capabilities.dialogs !== undefined, `capabilities.dialogs is ${shown(capabilities.dialogs)}`],
    ] as const;
    for (const [member, isWanted, why] of wanted) {
      const isThere = connection[member] !== undefined;
      check(isThere === isWanted, {
        expected: `a connection ${isWanted ? 'with' : 'without'} ${member}, because ${why}`,
        got: `one ${isThere ? 'with' : 'without'} it`,
        cause: 'the manifest declares something that the connection does not do, or the reverse',
      });
    }
  });

  define('derives the account key from the secrets and reveals none of them', async () => {
    const { rig } = await open();
    const account = (credentials: Readonly<Record<string, string>>) =>
      platform.account(platform.credentials.parse({ ...credentials }));
    const key = account(rig.credentials);
    check(key === account({ ...rig.credentials }), {
      expected: 'the same account key for the same credentials',
      got: 'two different keys',
      cause: 'account() uses something random, or the time',
    });
    check(key !== account(rig.badCredentials), {
      expected: 'different account keys for credentials and badCredentials',
      got: 'the same key',
      cause:
        'account() leaves the secret out, so a channel with a wrong secret would use the connection of another one',
    });
    for (const [name, value] of Object.entries(rig.credentials))
      check(!key.includes(value), {
        expected: 'an account key that reveals no credential',
        got: `a key that contains ${name}`,
        cause: 'account() returns a credential; use accountKey, which is a hash',
      });
  });

  define('probes the account and the target, and reports a problem for an unknown target', async () => {
    const { rig, host } = await open();
    const good = await host.connection.probe(rig.target);
    check(good.ok && good.problems.length === 0, {
      expected: 'a probe of the target that is ok and has no problems',
      got: shown(good),
      cause: 'the credentials or the target of the rig are wrong, or probe asks for more than the bot may do',
    });
    check(typeof good.account?.id === 'string' && typeof good.account.name === 'string', {
      expected: 'a probe that names the account, with id and name',
      got: shown(good.account),
      cause: 'probe does not return whom the credentials belong to',
    });
    if (rig.unknownTarget === null) return;
    const lost = await host.connection.probe(rig.unknownTarget);
    check(!lost.ok && /\w \w/.test(lost.problems.join(' ')), {
      expected: 'a probe of unknownTarget that is not ok and has a sentence in problems',
      got: shown(lost),
      cause: 'probe does not look the target up, or leaves the reason out',
    });
  });

  define('reports refused credentials as a problem of the probe, without throwing', async () => {
    const { rig, host } = await open({ credentials: 'bad' });
    const bad = await host.connection.probe(rig.target);
    check(!bad.ok && bad.problems.length > 0, {
      expected: 'a probe with badCredentials that is not ok and has problems',
      got: shown(bad),
      cause: 'probe makes no request with the credentials',
    });
    expectNoCredential([bad, host.log], rig.badCredentials, platform);
  });

  for (const count of most === 0 ? [0] : new Set([0, 1, most]))
    define(`posts a question with ${count} buttons`, async () => {
      const { rig, host } = await open();
      const question = questionFor(platform, rig, count);
      const posted = await host.connection.sendPrompt(question);
      check(posted.messageId !== '' && posted.messageIds.includes(posted.messageId), {
        expected: 'a messageId that is one of messageIds',
        got: shown(posted),
        cause: 'sendPrompt does not return the id of the message with the buttons',
      });
      const messages = (await inChat(rig)).filter(({ id }) => posted.messageIds.includes(id));
      const labels = question.buttons.map(({ label }) => label);
      const got = messages.flatMap(({ buttons }) => buttons);
      check(shown(got) === shown(labels), {
        expected: `the choices ${shown(labels)} in this order`,
        got: shown(got),
        cause: 'sendPrompt drops, shortens or reorders buttons, or messageIds has other ids than the chat',
      });
      const text = messages.map((message) => message.text).join('\n');
      check(text.includes('Shall we? Ünïcödé 🙂'), {
        expected: 'the text “Shall we? Ünïcödé 🙂” in the chat',
        got: shown(text),
        cause: 'sendPrompt leaves the text out or changes its encoding',
      });
    });

  define('returns the ids of all messages of a question of several texts', async () => {
    const { rig, host } = await open();
    const last = questionFor(platform, rig, Math.min(1, most));
    const { messageIds } = await host.connection.sendPrompt({ ...last, texts: ['The first part.', ...last.texts] });
    const messages = await inChat(rig);
    for (const part of ['The first part.', 'Shall we?'])
      check(
        messages.some(({ id, text }) => text.includes(part) && messageIds.includes(id)),
        {
          expected: `an id of the message “${part}” in messageIds, because people also reply to that message`,
          got: `${shown(messageIds)} for the messages ${shown(messages)}`,
          cause: 'sendPrompt returns only the id of the last message, or an id of another form than the chat has',
        },
      );
  });

  define('sends a message and a reply to it', async () => {
    const { rig, host } = await open();
    const first = await host.connection.sendMessage({ target: rig.target, text: 'Hello <&> *_`' });
    const second = await host.connection.sendMessage({ target: rig.target, text: 'Again', replyTo: first.messageId });
    check(second.messageId !== first.messageId, {
      expected: 'two messages with different ids',
      got: shown([first.messageId, second.messageId]),
      cause: 'sendMessage returns the id of the message that it replies to, or one idempotency key for two posts',
    });
    const texts = (await inChat(rig)).map(({ text }) => text);
    check(
      texts.some((text) => text.includes('Hello <&> *_`')),
      {
        expected: 'the text “Hello <&> *_`” in the chat, character by character',
        got: shown(texts),
        cause: 'texts are plain, and the adapter does not escape the markup of the platform',
      },
    );
  });

  define('shows the signs of a question as they are written', async () => {
    const { rig, host } = await open();
    const text = 'Run rm *.log *.tmp, _a_ ~b~ ~~c~~ `d` \\*e\\* | # f?';
    const posted = await host.connection.sendPrompt({
      ...questionFor(platform, rig, Math.min(1, most)),
      texts: [text],
    });
    const message = (await inChat(rig)).find(({ id }) => id === posted.messageId);
    check(message?.text.includes(text) === true, {
      expected: `the text “${text}” in the chat, character by character`,
      got: shown(message?.text),
      cause:
        'people decide by this text, so it is plain: escape the markup of the platform, or name the signs for which there is no escape in capabilities.text.formats and send them unchanged',
    });
  });

  if (capabilities.edit !== 'none')
    define('closes a question, also when it is closed already', async () => {
      const { rig, host } = await open();
      const posted = await host.connection.sendPrompt(questionFor(platform, rig, Math.min(2, most)));
      const { messageId, ref } = posted;
      const text = 'Shall we?\n\nYes (Ada)';
      const closed = { target: rig.target, messageId, ref, text, notice: 'Yes (Ada)' };
      await host.connection.closePrompt?.(closed);
      await host.connection.closePrompt?.(closed);
      const message = (await inChat(rig)).find(({ id }) => id === messageId);
      check((await withChoices(rig)).length === 0 && message?.text.includes('Yes (Ada)') === true, {
        expected: 'the question without buttons, with the text “Yes (Ada)”',
        got: shown(message),
        cause: 'closePrompt does not rewrite the message, or leaves its buttons or its poll open',
      });
    });
}
