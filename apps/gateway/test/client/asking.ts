import { Gateway, type GatewayOptions } from '@gateway/client';
import { startAsking, type Asking } from '../api/asking.js';
import type { GatewayOptions as TestGatewayOptions } from '../harness/gateway.js';
import { until } from '../harness/until.js';

/** A gateway with the channel `approvals` to Ada, and a client of it. */
export interface ClientOfAda extends Asking {
  readonly client: Gateway;
  /** Waits until question number `num` is open. Then Ada presses a button of the newest question. */
  press(button: string, num?: number): Promise<void>;
}

export async function startClient(
  options: TestGatewayOptions = {},
  settings: Partial<GatewayOptions> = {},
): Promise<ClientOfAda> {
  const asking = await startAsking(options);
  const { telegram, ada, get } = asking;
  return {
    ...asking,
    client: new Gateway({ url: asking.gateway.url, channel: 'approvals', ...settings }),
    async press(button, num = 1) {
      await until(async () => (await get(num)).state === 'pending');
      await telegram.press({ chat: ada, button });
    },
  };
}
