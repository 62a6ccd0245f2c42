import type { PlatformRecord } from '@gateway/contract';
import { findChats, limits } from '@gateway/contract/values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Radar } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { classes } from '../../../components/ui/classes.js';
import { Field, Input } from '../../../components/ui/form/field.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Notice } from '../../../components/ui/notice.js';
import { Failure } from '../../../components/ui/list/states.js';
import { call } from '../../../lib/api.js';
import { useDebounced } from '../../../lib/forms/debounced.js';
import { useMay } from '../../../lib/session/session.js';
import { sameChatQuery } from '../queries.js';
import { givenCredentials, looksLikeTarget, type Draft } from './draft.js';
import { t } from './texts.js';

interface Props {
  readonly platform: PlatformRecord;
  readonly draft: Draft;
  readonly change: (next: Partial<Draft>) => void;
  readonly error: string | undefined;
}

/** The chat id, typed or chosen from the bot's recent chats. */
export function TargetField({ platform, draft, change, error }: Props) {
  const { label, help, placeholder } = platform.target;
  const credentials = givenCredentials(platform, draft.credentials);
  const isReady = platform.credentials.every(({ name, required }) => !required || credentials[name] !== undefined);
  const may = useMay('channels:write');
  const search = useMutation({
    mutationFn: () => call(findChats, { body: { platform: platform.id, credentials } }),
  });
  const target = useDebounced(draft.target.trim(), 400);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <Field label={label} help={help} error={error} className="min-w-0 flex-1 basis-72">
          <Input
            value={draft.target}
            placeholder={placeholder}
            maxLength={limits.targetChatId}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => change({ target: event.target.value })}
          />
        </Field>
        <Button
          busy={search.isPending}
          disabledReason={!may ? t.target.mayNot : isReady ? null : t.target.needsCredentials}
          onClick={() => search.mutate()}
          className="sm:mt-6.5"
        >
          <Radar className="size-4" aria-hidden />
          {t.target.detect}
        </Button>
      </div>
      {!looksLikeTarget(platform.target, target) && (
        <Notice tone="wait">
          <Filled text={t.target.unusual(platform.name)} parts={{ example: <code>{placeholder}</code> }} />
        </Notice>
      )}
      {search.isError && (
        <div className="-mx-4 -my-2">
          <Failure error={search.error} />
        </div>
      )}
      {search.data && <Chats {...search.data} chosen={draft.target} onChoose={(id) => change({ target: id })} />}
      {target !== '' && <SameChat platform={platform.id} target={target} />}
    </div>
  );
}

interface ChatsProps {
  readonly chats: readonly { readonly id: string; readonly name: string }[];
  readonly hint: string | null;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function Chats({ chats, hint, chosen, onChoose }: ChatsProps) {
  return (
    <div role="status" className="grid gap-2">
      {chats.length === 0 ? (
        <Notice>{hint ?? t.target.none}</Notice>
      ) : (
        <>
          <p className="text-sm font-medium">{t.target.recent}</p>
          <ul className="grid max-h-72 gap-1 overflow-y-auto rounded-control border border-line p-1">
            {chats.map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={id === chosen}
                  onClick={() => onChoose(id)}
                  className={classes(
                    'flex min-h-9 w-full flex-wrap items-center justify-between gap-x-3 rounded-control px-3 py-1 text-left text-sm',
                    id === chosen ? 'bg-selected text-accent' : 'hover:bg-hover',
                  )}
                >
                  <span dir="auto" className="min-w-0 wrap-anywhere">
                    {name}
                  </span>
                  <code className="text-soft">{id}</code>
                </button>
              </li>
            ))}
          </ul>
          {hint !== null && <p className="text-[0.8125rem] text-soft">{hint}</p>}
        </>
      )}
    </div>
  );
}

/** Warns when two channels share a chat, because messages go to one of them only. */
function SameChat({ platform, target }: { readonly platform: string; readonly target: string }) {
  const { data: others = [] } = useQuery(sameChatQuery(platform, target));
  if (others.length === 0) return null;
  return (
    <Notice tone="wait">
      <Filled
        text={others.length === 1 ? t.target.usedByOne : t.target.usedByMany}
        parts={{
          channels: others.map(({ channel_id }, index) => (
            <span key={channel_id}>
              {index > 0 && ', '}
              <Link to="/channels/$channelId" params={{ channelId: channel_id }} className="underline">
                {channel_id}
              </Link>
            </span>
          )),
        }}
      />
    </Notice>
  );
}
