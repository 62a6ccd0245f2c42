import type { PlatformRecord } from '@gateway/contract';
import { Copyable } from '../../components/ui/copy.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Notice } from '../../components/ui/notice.js';
import { t } from './texts.js';

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
        <p className="text-sm font-medium">{t.webhook.title}</p>
        <Copyable text={address} label={t.webhook.copy} />
        <p className="text-[0.8125rem] text-soft">
          {webhook === 'required' || stream === 'socket' ? t.webhook.enter(name) : t.webhook.automatic(name)}
        </p>
      </div>
    );
  }
  const parts = {
    platform: name,
    setting: <code>PUBLIC_WEBHOOK_URL</code>,
    example: <code>https://gateway.example.com</code>,
  };
  return webhook === 'required' ? (
    <Notice tone="wait">
      <Filled text={t.webhook.required} parts={parts} />
    </Notice>
  ) : (
    <Notice>
      <Filled text={stream === 'socket' ? t.webhook.socket : t.webhook.polling} parts={parts} />
    </Notice>
  );
}
