import type { PlatformRecord } from '@gateway/contract';
import { Copyable } from '../../components/ui/copy.js';
import { Notice } from '../../components/ui/states.js';

interface Props {
  readonly platform: PlatformRecord;
  readonly address: string | null;
}

/** The address at which the platform reaches the channel, or what is missing for one. */
export function WebhookNote({ platform: { name, capabilities }, address }: Props) {
  const { webhook, stream } = capabilities;
  if (webhook === 'none') return null;
  if (address !== null) {
    return (
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">Webhook address</p>
        <Copyable text={address} label="Copy the webhook address" />
        <p className="text-[0.8125rem] text-soft">
          {webhook === 'required' || stream === 'socket'
            ? `Enter it in ${name} where the guide says. It answers once the channel is saved.`
            : `The gateway tells ${name} this address by itself.`}
        </p>
      </div>
    );
  }
  if (webhook === 'required') {
    return (
      <Notice tone="wait">
        {name} must reach this gateway from the internet, and it has no public address yet. Set{' '}
        <code>PUBLIC_WEBHOOK_URL</code> to one, such as <code>https://gateway.example.com</code>, and start the gateway
        again. You can save the channel before; nothing arrives until then.
      </Notice>
    );
  }
  return (
    <Notice>
      This gateway has no public address and needs none here:{' '}
      {stream === 'socket' ? `it opens a connection to ${name} by itself.` : `it fetches what is new from ${name}.`}{' '}
      With <code>PUBLIC_WEBHOOK_URL</code> set, {name} could call it instead.
    </Notice>
  );
}
