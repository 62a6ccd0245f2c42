import { isPlatformError, PlatformError } from '@gateway/platform-kit';
import { z } from 'zod';
import { parseSpace, personOf, type Address } from './address.js';
import type { Call } from './api.js';
import { unusable } from './errors.js';

const MAX_KNOWN = 10_000;

const space = z.object({ name: z.string().min(1) });

/** The space or thread of a channel's target. Throws `invalid` when the target is none, `not_found` for a person without the app. */
export type PlaceOf = (target: string, signal?: AbortSignal) => Promise<Address>;

/** Finds the direct message of a person once, and keeps it. */
export function createPlaces(call: Call): PlaceOf {
  const known = new Map<string, string>();
  return async (target, signal) => {
    const person = personOf(target);
    if (person === null) return parseSpace(target);
    const name = known.get(person) ?? (await findDirectMessage(call, person, signal));
    known.set(person, name);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return { space: name, thread: null };
  };
}

async function findDirectMessage(call: Call, person: string, signal?: AbortSignal): Promise<string> {
  try {
    const request = { method: 'GET', path: 'spaces:findDirectMessage', query: { name: person } } as const;
    const found = space.safeParse(await call(request, signal));
    if (!found.success) throw unusable('PLATFORM_GCHAT_API_URL');
    return found.data.name;
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'not_found') throw error;
    throw new PlatformError('not_found', 'Google Chat: the app has no direct message with this person.', {
      hint:
        'Have the person open a chat with the app once, or have an administrator install the app for all people. The id is the number ' +
        'of the person in the directory; an e-mail address is not accepted.',
    });
  }
}
