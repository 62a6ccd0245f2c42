import type { PlatformRecord } from '@gateway/contract';
import { Copyable } from '../../components/ui/copy.js';
import { Notice } from '../../components/ui/states.js';

interface Props {
  readonly platform: PlatformRecord;
  readonly address: string | null;
}

/** The webhook URL of the channel, or what is needed to have one. */
export function WebhookNote({ platform: { name, capabilities }, address }: Props) {
  const { webhook, stream } = capabilities;
  if (webhook === 'none') return null;
  if (address !== null) {
    return (
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">Webhook URL</p>
        <Copyable text={address} label="Copy the webhook URL" />
        <p className="text-[0.8125rem] text-soft">
          {webhook === 'required' || stream === 'socket'
            ? `Enter it in ${name} as the guide describes. It responds once the channel is saved.`
            : `The gateway registers this URL with ${name} automatically.`}
        </p>
      </div>
    );
  }
  if (webhook === 'required') {
    return (
      <Notice tone="wait">
        {name} must reach this gateway from the internet, but the gateway has no public URL. Set{' '}
        <code>PUBLIC_WEBHOOK_URL</code>, for example to <code>https://gateway.example.com</code>, and restart the
        gateway. You can save the channel now; it receives nothing until then.
      </Notice>
    );
  }
  return (
    <Notice>
      This platform needs no public URL:{' '}
      {stream === 'socket' ? `the gateway opens a connection to ${name}.` : `the gateway polls ${name} for events.`}{' '}
      With <code>PUBLIC_WEBHOOK_URL</code> set, {name} can call the gateway instead.
    </Notice>
  );
}
