import type { PlatformRecord } from '@gateway/contract';
import { useMemo } from 'react';
import { Markdown } from '../../components/markdown/markdown.js';
import { t } from './texts.js';

/** The adapter's guide with the channel's webhook URL. */
export function Guide({ platform, webhook }: { readonly platform: PlatformRecord; readonly webhook: string | null }) {
  const values = useMemo(() => ({ webhook_url: webhook ?? t.noWebhookUrl }), [webhook]);
  return <Markdown text={platform.guide} values={values} />;
}
