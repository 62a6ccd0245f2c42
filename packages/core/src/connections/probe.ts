import { isPlatformError, type Credentials, type Platform, type Probe, type TemplateRef } from '@gateway/platform-kit';
import type { AccountId } from '../ports/system.js';
import { adapterFailure } from './adapter-failure.js';
import { limitedCall } from './open-connection.js';
import { withTemporaryConnection, type TemporaryConnectionDeps } from './temporary-connection.js';

const PROBE_TIMEOUT_MS = 15_000;

/** Asks who owns the credentials and whether the chat can be reached, on a temporary connection. */
export async function probe(
  deps: TemporaryConnectionDeps,
  platform: Platform,
  account: AccountId & { readonly targetChatId: string; readonly template: TemplateRef | null },
  credentials: Credentials,
): Promise<Probe> {
  try {
    return await withTemporaryConnection(deps, platform, account, credentials, (connection) =>
      limitedCall(platform, PROBE_TIMEOUT_MS, async (signal) => {
        const result = await connection.probe(account.targetChatId, signal);
        if (!result.ok || account.template === null || !connection.templateProblem) return result;
        const problem = await connection.templateProblem(account.template, signal);
        return problem === null ? result : { ...result, ok: false, problems: [problem] };
      }),
    );
  } catch (error) {
    if (isPlatformError(error)) return failed(error.explanation);
    const fields = { platform: platform.id, ...adapterFailure(error, credentials) };
    deps.log.error(fields, 'A platform adapter failed unexpectedly');
    return failed(`${platform.name} could not be asked: its adapter failed unexpectedly. The log has the details.`);
  }
}

function failed(problem: string): Probe {
  return { ok: false, account: null, target: null, problems: [problem] };
}
