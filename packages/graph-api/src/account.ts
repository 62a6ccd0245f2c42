import { explain, isPlatformError, type Probe } from '@gateway/platform-kit';

type Described = NonNullable<Probe['account']>;

/** Checks which account the token belongs to, then what the target is. */
export async function probe(describe: () => Promise<Described>, find: () => Promise<Described>): Promise<Probe> {
  let account: Described | null = null;
  try {
    account = await describe();
    return { ok: true, account, target: await find(), problems: [] };
  } catch (error) {
    return { ok: false, account, target: null, problems: [explain(error)] };
  }
}

/**
 * Checks the token at start by a request for its account; operators set the webhook address by hand in the app's dashboard. Throws only
 * `auth`. Any other failure says nothing about the token: sending needs fewer permissions than this request.
 */
export async function checkToken(described: Promise<unknown>): Promise<void | 'unverified'> {
  try {
    await described;
  } catch (error) {
    if (isPlatformError(error) && error.code === 'auth') throw error;
    return 'unverified';
  }
}
