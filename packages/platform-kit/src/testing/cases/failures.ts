import { isPlatformError, type PlatformErrorCode } from '../../errors.js';
import { check, described, resultOf, shown } from '../check.js';
import type { Failure } from '../rig.js';
import { expectNoCredential } from '../secrets.js';
import { inChat, mostChoices, questionFor, withChoices, type Define, type SuiteContext } from './context.js';

const codes: Record<Failure, readonly PlatformErrorCode[]> = {
  rate_limited: ['rate_limited'],
  forbidden: ['forbidden', 'window_closed'],
  unavailable: ['unavailable'],
  network: ['unavailable'],
};

/** Tests of what goes wrong. */
export function defineFailures(define: Define, { platform, open }: SuiteContext): void {
  for (const failure of Object.keys(codes) as Failure[])
    define(`maps a failure of the platform to a PlatformError without secrets: ${failure}`, async () => {
      const { rig, host } = await open();
      const calls = {
        sendMessage: () => host.connection.sendMessage({ target: rig.target, text: 'x' }),
        sendPrompt: () => host.connection.sendPrompt(questionFor(platform, rig, 0)),
      };
      for (const [name, call] of Object.entries(calls)) {
        rig.fail(failure);
        const result = await resultOf(call());
        const error = 'error' in result ? result.error : null;
        check(isPlatformError(error) && codes[failure].includes(error.code), {
          expected: `${name} to reject with PlatformError("${codes[failure].join('" or "')}") when the platform answers "${failure}"`,
          got: described(result),
          cause: `the adapter maps this answer to another code, does not check the answer, or lets an error of the SDK through`,
        });
        expectNoCredential([String(error), JSON.stringify(error), host.log], rig.credentials, platform);
      }
    });

  define('reports a server that is down: a probe that is not ok, and PlatformErrors without secrets', async () => {
    const { rig, host } = await open();
    await rig.close();
    const { connection } = host;
    const probe = await resultOf(connection.probe(rig.target));
    const isReported = 'value' in probe && shown(probe.value).includes('"ok":false');
    check(isReported || ('error' in probe && isPlatformError(probe.error)), {
      expected: 'probe to return ok: false, or to reject with PlatformError("unavailable"), while the server is down',
      got: 'error' in probe ? described(probe) : shown(probe.value),
      cause: 'probe lets the error of a failed connection through',
    });
    const posted = await resultOf(connection.sendMessage({ target: rig.target, text: 'x' }));
    check('error' in posted && isPlatformError(posted.error) && posted.error.code === 'unavailable', {
      expected: 'sendMessage to reject with PlatformError("unavailable") while the server is down',
      got: described(posted),
      cause: 'only answers with an error status are mapped, not a connection that fails',
    });
    const results = [probe, posted].map((result) =>
      'error' in result ? `${String(result.error)} ${shown(result.error)}` : shown(result.value),
    );
    expectNoCredential([results, host.log], rig.credentials, platform);
  });

  define('posts one question when its second text failed and the core repeats it', async () => {
    const { rig, host } = await open();
    const last = questionFor(platform, rig, Math.min(2, mostChoices(platform)));
    const question = {
      ...last,
      texts: ['The first text.', ...last.texts] as const,
      idempotencyKey: 'AbCdEfGhIjKlMnOpQrStUv',
    };
    rig.fail('rate_limited', 1);
    // An adapter may also wait and repeat only the text that failed.
    const first = await resultOf(host.connection.sendPrompt(question));
    check('value' in first || isPlatformError(first.error), {
      expected: 'sendPrompt to reject with a PlatformError when one of its texts fails',
      got: described(first),
      cause: 'only the answer to the first text is checked',
    });
    const posted = 'value' in first ? first.value : await host.connection.sendPrompt(question);
    const asked = (await inChat(rig)).filter(({ text }) => text.includes('Shall we?'));
    check(asked.length === 1 && asked[0]?.id === posted.messageId, {
      expected: 'one message with the question after the repeated call, and its id as messageId',
      got: `${asked.length}: ${shown(asked)}`,
      cause: 'the adapter posts the question although an earlier text failed, or reports another message',
    });
    check((await withChoices(rig)).length <= 1, {
      expected: 'buttons on one message only',
      got: shown(await withChoices(rig)),
      cause: 'the adapter puts the buttons on every text',
    });
  });
}
