import { command } from '../command.js';
import type { Check } from '../doctor/check.js';
import { checkConnection } from '../doctor/connection-checks.js';
import { checkHosts } from '../doctor/host-checks.js';
import { checkRights } from '../doctor/right-checks.js';
import { exitCodes } from '../exit-codes.js';
import { table } from '../output.js';

export const doctor = command({
  name: 'doctor',
  summary:
    'Check whether an agent on this machine can ask. The installation of the gateway itself is checked by gateway-server doctor.',
  options: {
    channel: {
      type: 'string',
      value: 'ID',
      help: 'The channel to ask on. Default: GATEWAY_CHANNEL, then the profile.',
    },
  },
  async run({ flags, context }) {
    const { checks: connection, about } = await checkConnection(context);
    const rights = about ? await checkRights(context, about.auth, flags.channel ?? context.settings.channel) : [];
    const checks: readonly Check[] = [...connection, ...rights, ...(await checkHosts(context))];
    const canAsk = checks.every(({ state }) => state !== 'failed');
    const rows = checks.map(({ state, name, text, advice }) => [
      state,
      name,
      advice === null ? text : `${text} ${advice}`,
    ]);
    context.output.result({ can_ask: canAsk, checks }, table(rows));
    context.output.note(canAsk ? 'An agent can ask.' : 'An agent cannot ask.');
    return canAsk ? exitCodes.success : exitCodes.failed;
  },
});
