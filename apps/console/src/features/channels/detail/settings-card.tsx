import { receiverIdOf } from '../../../lib/records/receivers.js';
import type { PlatformRecord } from '@gateway/contract';
import { withoutUser } from '@gateway/contract/values';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { managedReason } from '../../../components/managed.js';
import { Button } from '../../../components/ui/button.js';
import { Card, Fact, Facts } from '../../../components/ui/card.js';
import { CopyButton } from '../../../components/ui/copy.js';
import { SkeletonRows } from '../../../components/ui/list/states.js';
import { Time } from '../../../components/ui/time.js';
import { useDirectory } from '../../../lib/records/directory.js';
import { approversListed } from '../../../lib/records/names.js';
import { explained } from '../../../lib/load/lazy-page.js';
import { useMay } from '../../../lib/session/session.js';
import type { ChannelDetail } from '../queries.js';
import { t as shared } from '../texts.js';
import { t } from './texts.js';

// It needs the schemas of the contract, which the page does not.
const EditForm = lazy(async () => ({ default: (await import('./edit-form.js').catch(explained)).EditForm }));

interface Props {
  readonly channel: ChannelDetail;
  /** Undefined when the adapter is not installed. */
  readonly platform: PlatformRecord | undefined;
}

/** The settings of the channel and the form to edit them. */
export function SettingsCard({ channel, platform }: Props) {
  // Null: never opened. False: closed again, and the focus returns to the edit button.
  const [editing, setEditing] = useState<boolean | null>(null);
  const may = useMay('channels:write');
  const directory = useDirectory();
  if (editing && platform) {
    return (
      <Card title={t.settings.editTitle}>
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <EditForm channel={channel} platform={platform} onClose={() => setEditing(false)} />
        </Suspense>
      </Card>
    );
  }
  return (
    <Card
      title={t.settings.title}
      actions={
        <Button
          size="small"
          autoFocus={editing === false}
          disabledReason={may ? (platform ? managedReason(channel) : t.settings.notInstalled) : t.mayNotChange}
          onClick={() => setEditing(true)}
        >
          <Pencil className="size-3.5" aria-hidden />
          {t.settings.edit}
        </Button>
      }
    >
      <Facts>
        <Fact name={t.settings.platform}>{platform?.name ?? channel.platform}</Fact>
        <Fact name={t.settings.type}>{shared.types[channel.channel_type]}</Fact>
        <Fact name={platform?.target.label ?? t.settings.target}>
          <span className="flex min-w-36 items-start gap-1">
            <code className="min-w-0 break-all">{channel.target_chat_id}</code>
            <span className="-my-1.5">
              <CopyButton text={channel.target_chat_id} label={t.settings.copyTarget} />
            </span>
          </span>
        </Fact>
        <Fact name={shared.callbackUrl}>
          {channel.callback_url === null ? (
            <span className="text-soft">{t.settings.noCallback}</span>
          ) : (
            <>
              <code className="break-all">{withoutUser(channel.callback_url)}</code>
              <Link
                to="/receivers/$receiverId"
                params={{ receiverId: receiverIdOf(channel.callback_url) }}
                className="block w-fit text-[0.8125rem] text-accent underline-offset-2 hover:underline"
              >
                {t.settings.receiver}
              </Link>
            </>
          )}
        </Fact>
        {platform && platform.limits.outside_window.length > 1 && (
          <Fact name={t.window.label}>
            {shared.outsideWindow[channel.outside_window]}
            {channel.outside_window === 'template' && channel.window_template !== null && (
              <span className="block text-[0.8125rem] text-soft">
                <code className="break-all">{channel.window_template.name}</code>, {channel.window_template.language}
              </span>
            )}
          </Fact>
        )}
        {channel.approvers && (
          <Fact name={t.settings.approvers}>
            <span dir="auto">{approversListed(channel.approvers, directory)}</span>
          </Fact>
        )}
        {channel.policy && (
          <Fact name={t.settings.policy}>
            <Link to="/policies" className="text-accent underline underline-offset-2">
              {channel.policy}
            </Link>
          </Fact>
        )}
        {typeof channel.max_open_per_key === 'number' && (
          <Fact name={shared.attention.perKey}>{channel.max_open_per_key}</Fact>
        )}
        {typeof channel.max_open_per_person === 'number' && (
          <Fact name={shared.attention.perPerson}>{channel.max_open_per_person}</Fact>
        )}
        {channel.prompt_links && <Fact name={shared.promptLinks.label}>{t.settings.promptLinks}</Fact>}
        {channel.managed_by !== undefined && (
          <Fact name={t.settings.managedBy}>
            <span className="break-all">{channel.managed_by}</span>
          </Fact>
        )}
        <CredentialsFact channel={channel} />
        <Fact name={t.settings.created}>
          <Time at={channel.created_at} />
        </Fact>
        <Fact name={t.settings.updated}>
          <Time at={channel.updated_at} />
        </Fact>
      </Facts>
    </Card>
  );
}

/** Who set the credentials or the chat last. On a channel that is not proven also what that prevents. */
function CredentialsFact({
  channel: { credentials_set_by: setBy, credentials_proven: isProven, channel_type: type },
}: {
  readonly channel: ChannelDetail;
}) {
  if (!setBy && isProven) return null;
  return (
    <Fact name={t.settings.credentialsSetBy}>
      {setBy ? (
        <>
          <span dir="auto">{setterName(setBy)}</span>, <Time at={setBy.at} />
        </>
      ) : (
        t.settings.unknownSetter
      )}
      {!isProven && type === 'PROMPT' && (
        <span className="block text-[0.8125rem] text-soft">{t.settings.notProven}</span>
      )}
    </Fact>
  );
}

function setterName({ kind, name }: NonNullable<ChannelDetail['credentials_set_by']>): string {
  return kind === 'open' ? t.settings.setBy.open : t.settings.setBy[kind](name ?? '');
}
