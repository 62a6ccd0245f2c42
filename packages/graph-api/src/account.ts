import { isPlatformError, type Probe } from '@gateway/platform-kit';

type Named = NonNullable<Probe['account']>;

/** Reports who the token belongs to, then what the target is. */
export async function probe(describe: () => Promise<Named>, find: () => Promise<Named>): Promise<Probe> {
  let account: Named | null = null;
  try {
    account = await describe();
    return { ok: true, account, target: await find(), problems: [] };
  } catch (error) {
    return { ok: false, account, target: null, problems: [reasonOf(error)] };
  }
}

/**
 * Tells a bad token at start, by the answer to who it belongs to: the webhook itself is set up by hand in the app's dashboard.
 * Throws `auth` alone. Sending needs less than that answer: only a token that is refused is refused for everything. Any other failure
 * proves nothing.
 */
export async function checkToken(described: Promise<unknown>): Promise<void | 'unverified'> {
  try {
    await described;
  } catch (error) {
    if (isPlatformError(error) && error.code === 'auth') throw error;
    return 'unverified';
  }
}

/** An error in words for an operator. */
export function reasonOf(error: unknown): string {
  return isPlatformError(error) ? error.explanation : 'The adapter failed.';
}
