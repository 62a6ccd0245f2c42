import { isPlatformError, PlatformError, type Probe } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Call } from './api.js';
import { unusable } from './errors.js';
import { nameOfDirectMessage } from './find-chats.js';
import type { PlaceOf } from './places.js';
import type { Tokens } from './tokens.js';

const NOT_IN_SPACE = 'The space exists, but the app is not in it: open the space, Apps & integrations, Add apps.';

const space = z.object({ name: z.string(), displayName: z.string().optional().catch(undefined) });

export interface ProbeDeps {
  readonly tokens: Tokens;
  readonly call: Call;
  readonly placeOf: PlaceOf;
  /** Calls as the user for whom the service account may act; null when there is none. */
  readonly callAsUser: Call | null;
  readonly clientEmail: string;
}

/** Checks that the key is valid and that the app is in the space. The existence of a thread cannot be checked. */
export async function probe(
  { tokens, call, placeOf, callAsUser, clientEmail }: ProbeDeps,
  target: string,
  signal?: AbortSignal,
): Promise<Probe> {
  let account: Probe['account'] = null;
  try {
    await tokens.get(signal);
    account = { id: clientEmail, name: clientEmail };
    const address = await placeOf(target, signal);
    const request = { method: 'GET', path: address.space } as const;
    const found = space.safeParse(
      await call(request, signal).catch(async (error: unknown) => {
        const isInvisible = isPlatformError(error) && (error.code === 'not_found' || error.code === 'forbidden');
        if (isInvisible && callAsUser && (await succeeds(callAsUser(request, signal))))
          throw new PlatformError('forbidden', NOT_IN_SPACE);
        throw error;
      }),
    );
    if (!found.success) throw unusable('PLATFORM_GCHAT_API_URL');
    const name = found.data.displayName || (await nameOfDirectMessage(call, address.space, signal));
    return { ok: true, account, target: { id: address.thread ?? address.space, name }, problems: [] };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return { ok: false, account, target: null, problems: [error.explanation] };
  }
}

function succeeds(answer: Promise<unknown>): Promise<boolean> {
  return answer.then(
    () => true,
    () => false,
  );
}
