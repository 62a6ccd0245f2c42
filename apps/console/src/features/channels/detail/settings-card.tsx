import { receiverIdOf } from '../../../lib/receivers.js';
import { withoutUser, type PlatformRecord } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { managedReason } from '../../../components/managed.js';
import { Button } from '../../../components/ui/button.js';
import { Card, Fact, Facts } from '../../../components/ui/card.js';
import { CopyButton } from '../../../components/ui/copy.js';
import { Time } from '../../../components/ui/time.js';
import { useDirectory } from '../../../lib/directory.js';
import { approversListed } from '../../../lib/names.js';
import { useMay } from '../../../lib/session.js';
import { outsideWindowLabels, typeLabels, type ChannelDetail } from '../queries.js';
import { EditForm } from './edit-form.js';

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
      <Card title="Edit channel">
        <EditForm channel={channel} platform={platform} onClose={() => setEditing(false)} />
      </Card>
    );
  }
  return (
    <Card
      title="Settings"
      actions={
        <Button
          size="small"
          autoFocus={editing === false}
          disabledReason={
            may
              ? platform
                ? managedReason(channel)
                : 'The adapter of this platform is not installed'
              : 'Your role cannot change channels'
          }
          onClick={() => setEditing(true)}
        >
          <Pencil className="size-3.5" aria-hidden />
          Edit
        </Button>
      }
    >
      <Facts>
        <Fact name="Platform">{platform?.name ?? channel.platform}</Fact>
        <Fact name="Type">{typeLabels[channel.channel_type]}</Fact>
        <Fact name={platform?.target.label ?? 'Chat'}>
          <span className="flex items-start gap-1">
            <code className="min-w-0 break-all">{channel.target_chat_id}</code>
            <span className="-my-1.5">
              <CopyButton text={channel.target_chat_id} label="Copy the chat id" />
            </span>
          </span>
        </Fact>
        <Fact name="Callback URL">
          {channel.callback_url === null ? (
            <span className="text-soft">none</span>
          ) : (
            <>
              <code className="break-all">{withoutUser(channel.callback_url)}</code>
              <Link
                to="/receivers/$receiverId"
                params={{ receiverId: receiverIdOf(channel.callback_url) }}
                className="block w-fit text-[0.8125rem] text-accent underline-offset-2 hover:underline"
              >
                Receiver
              </Link>
            </>
          )}
        </Fact>
        {platform && platform.limits.outside_window.length > 1 && (
          <Fact name="After the reply window">
            {outsideWindowLabels[channel.outside_window]}
            {channel.outside_window === 'template' && channel.window_template !== null && (
              <span className="block text-[0.8125rem] text-soft">
                <code className="break-all">{channel.window_template.name}</code>, {channel.window_template.language}
              </span>
            )}
          </Fact>
        )}
        {channel.approvers && (
          <Fact name="May answer">
            <span dir="auto">{approversListed(channel.approvers, directory)}</span>
          </Fact>
        )}
        {channel.policy !== undefined && (
          <Fact name="Policy">
            <Link to="/policies" className="text-accent underline underline-offset-2">
              {channel.policy}
            </Link>
          </Fact>
        )}
        {channel.prompt_links && <Fact name="Links to the console">in questions and callbacks</Fact>}
        {channel.managed_by !== undefined && (
          <Fact name="Managed by">
            <span className="break-all">{channel.managed_by}</span>
          </Fact>
        )}
        <Fact name="Created">
          <Time at={channel.created_at} />
        </Fact>
        <Fact name="Updated">
          <Time at={channel.updated_at} />
        </Fact>
      </Facts>
    </Card>
  );
}
