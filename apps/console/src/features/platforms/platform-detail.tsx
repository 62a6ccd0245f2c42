import type { PlatformRecord } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Markdown } from '../../components/markdown/markdown.js';
import { Badge } from '../../components/ui/badge.js';
import { buttonLook } from '../../components/ui/button.js';
import { Card, Fact, Facts } from '../../components/ui/card.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Page } from '../../components/ui/page.js';
import { PlatformIcon } from '../../components/ui/platform-icon.js';
import { Notice } from '../../components/ui/notice.js';
import { useMay, useSession } from '../../lib/session/session.js';
import { capabilities } from './capabilities.js';
import { t } from './texts.js';

/** The capabilities, fields and guide of an adapter. */
export function PlatformDetail({ platform }: { readonly platform: PlatformRecord }) {
  const { gateway } = useSession();
  const mayConnect = useMay('channels:write');
  const needsAddress = platform.capabilities.webhook === 'required' && gateway.public_url === null;
  return (
    <Page
      title={platform.name}
      back={{ to: '/platforms', label: t.title }}
      heading={
        <span className="flex items-center gap-3">
          <PlatformIcon svg={platform.icon} className="size-8" />
          {platform.name}
        </span>
      }
      actions={
        mayConnect && (
          <Link to="/channels/+new" search={{ platform: platform.id }} className={buttonLook('primary')}>
            {t.addChannel}
          </Link>
        )
      }
    >
      {needsAddress && (
        <Notice tone="wait">
          <Filled text={t.detail.needsUrl} parts={{ setting: <code>PUBLIC_WEBHOOK_URL</code> }} />
        </Notice>
      )}
      <Card title={t.detail.capabilities}>
        <Facts>
          {capabilities(platform).map(({ name, text }) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
          <Fact name={t.detail.id}>
            <code>{platform.id}</code>
          </Fact>
        </Facts>
      </Card>
      <Card title={t.detail.fields} flush>
        <ul>
          {platform.credentials.map(({ name, label, help, secret, required }) => (
            <ChannelField key={name} name={name} label={label} help={help}>
              {secret && <Badge>{t.detail.secret}</Badge>}
              {!required && <Badge>{t.detail.optional}</Badge>}
            </ChannelField>
          ))}
          <ChannelField name="target_chat_id" label={platform.target.label} help={platform.target.help} />
        </ul>
      </Card>
      <Card title={t.detail.instructions}>
        <Markdown text={platform.guide} values={{ webhook_url: webhookUrl(gateway.public_url, platform.id) }} />
      </Card>
    </Page>
  );
}

interface ChannelFieldProps {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  readonly children?: ReactNode;
}

/** A field of a channel with its label and its API name. */
function ChannelField({ name, label, help, children }: ChannelFieldProps) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line px-5 py-3.5 text-sm last:border-0 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="grid min-w-0 content-start gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {label}
          {children}
        </span>
        <code className="text-[0.8125rem] break-all text-soft">{name}</code>
      </div>
      <p className="min-w-0 wrap-anywhere text-soft">{help}</p>
    </li>
  );
}

/** An example URL, because the channel id is not known here. */
function webhookUrl(publicUrl: string | null, platform: string): string {
  return `${publicUrl ?? 'https://your-public-url'}/webhooks/default/${platform}/your-channel-id`;
}
