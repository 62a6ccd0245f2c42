import type { Call, CallFilter } from './call-log.js';
import { requiredInput, textInput } from './control-input.js';
import type { ControlRoutes } from './control.js';
import type { Fault } from './faults.js';

/** The call log and the faults of a simulator. */
export interface CallControl<PlatformFault extends Fault = Fault> {
  /** API calls without secrets and file contents, oldest first. */
  calls(filter?: CallFilter): Call[];
  clearCalls(): void;
  /** Injects a fault into the next calls of a method (`*`: any). */
  failNext(method: string, fault: PlatformFault): void;
  clearFaults(): void;
}

/** The control routes of the call log and the faults. */
export function callRoutes<PlatformFault extends Fault>(simulator: CallControl<PlatformFault>): ControlRoutes {
  return {
    'GET /calls': ({ method, account }) =>
      simulator.calls({
        ...(method !== undefined && { method: textInput(method, 'method') }),
        ...(account !== undefined && { account: textInput(account, 'account') }),
      }),
    'DELETE /calls': () => simulator.clearCalls(),
    'POST /faults': (input) => {
      const { method, ...fault } = requiredInput(input, 'method');
      simulator.failNext(textInput(method, 'method'), fault as unknown as PlatformFault);
    },
    'DELETE /faults': () => simulator.clearFaults(),
  };
}
