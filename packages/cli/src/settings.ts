import { UsageError } from './exit-codes.js';
import { profileFile, readProfile, type Profile } from './profile.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Where the gateway is, and who asks. */
export interface Settings {
  readonly url: string;
  readonly apiKey: string | undefined;
  /** The channel of questions and messages that name none. */
  readonly channel: string | undefined;
  /** The file of the profile, whether it exists or not. */
  readonly file: string;
  /** The profile if it is of this gateway. */
  readonly profile: Profile | null;
}

interface Given {
  readonly url?: string;
  readonly 'api-key'?: string;
  readonly profile?: string;
}

const DEFAULT_URL = 'http://localhost:8100';

/**
 * From the options, then the environment, then the profile. The key and the channel of a profile are used only with its own gateway: a
 * key must not be sent to another host.
 */
export async function readSettings(given: Given, env: Env): Promise<Settings> {
  const named = given.profile ?? (env['GATEWAY_PROFILE'] || undefined);
  const file = profileFile(named ?? 'default', env);
  const profile = await readProfile(file);
  if (!profile && named !== undefined && given.url === undefined && !env['GATEWAY_URL'])
    throw new UsageError(`There is no profile ${named}. Run: gateway login --profile ${named}`);
  const url = addressOf(given.url ?? (env['GATEWAY_URL'] || profile?.url || DEFAULT_URL));
  const own = profile && addressOf(profile.url) === url ? profile : null;
  return {
    url,
    apiKey: given['api-key'] ?? (env['GATEWAY_API_KEY'] || own?.api_key),
    channel: env['GATEWAY_CHANNEL'] || own?.channel,
    file,
    profile: own,
  };
}

/** Without a trailing slash. Throws `UsageError` for what is no address of a gateway. */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isAddress = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (!isAddress)
    throw new UsageError('The address of the gateway must be http:// or https://, without user and query.');
  return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href;
}
