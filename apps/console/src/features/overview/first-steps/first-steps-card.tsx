import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Check, ChevronDown, FlaskConical, Plus } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { sandboxQuery } from '../../../components/sandbox-chat/queries.js';
import { Snippets } from '../../../components/snippets.js';
import { TestPrompt } from '../../../components/test-prompt/test-prompt.js';
import { Button, buttonLook } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { classes } from '../../../components/ui/classes.js';
import { Notice } from '../../../components/ui/notice.js';
import { Failure } from '../../../components/ui/list/states.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { useMay } from '../../../lib/session/session.js';
import { doneSteps, nextStep, type StepId, type Stock } from './steps.js';
import { NewKey } from './new-key.js';
import { t } from './texts.js';
import { TryIt, useSandboxStart } from './try-it.js';

interface Props {
  readonly stock: Stock;
  readonly onDismiss: () => void;
}

/** The setup steps of a new installation. A step is done when its result exists. */
export function FirstStepsCard({ stock, onDismiss }: Props) {
  const done = doneSteps(stock);
  const next = nextStep(done);
  const count = Object.values(done).filter(Boolean).length;
  // Not derived from `next`, so that a step does not collapse while the operator is using it.
  const [open, setOpen] = useState<StepId | null>(next);
  const [key, setKey] = useState<string | null>(null);
  const channelId = stock.channels.find(({ channel_type }) => channel_type === 'PROMPT')?.channel_id;
  const step = (id: StepId, number: number, title: string, after: StepId | null, content: ReactNode) => (
    <Step
      key={id}
      number={number}
      title={title}
      done={done[id]}
      open={open === id}
      onToggle={() => setOpen(open === id ? null : id)}
    >
      <div className="grid grid-cols-1 gap-5">
        {content}
        {done[id] && after !== null && (
          <Button size="small" className="justify-self-start" onClick={() => setOpen(after)}>
            {t.next}
            <ArrowRight className="size-4" aria-hidden />
          </Button>
        )}
      </div>
    </Step>
  );
  return (
    <Card
      flush
      title={next === null ? t.complete : t.title}
      help={next === null ? t.completeHelp : t.progress(count)}
      actions={
        next === null && (
          <Button size="small" onClick={onDismiss}>
            {t.dismiss}
          </Button>
        )
      }
    >
      <ol>
        {step('channel', 1, t.addChannel, 'prompt', <ConnectChannel onStarted={() => setOpen('prompt')} />)}
        {step('prompt', 2, t.sendPrompt, 'key', <FirstPrompt channelId={channelId} />)}
        {step('key', 3, t.createKey, 'agent', <NewKey createdKey={key} onCreated={setKey} />)}
        {step(
          'agent',
          4,
          t.askAsAgent,
          null,
          <>
            <p className="max-w-prose text-sm text-soft">
              {key === null ? t.agent.placeholder : t.agent.included} {t.agent.doneWhen}
            </p>
            <Snippets channelId={channelId} apiKey={key ?? undefined} />
          </>,
        )}
      </ol>
    </Card>
  );
}

function ConnectChannel({ onStarted }: { readonly onStarted: () => void }) {
  const { data: sandbox } = useQuery(sandboxQuery);
  const start = useSandboxStart(onStarted);
  const disabledReason = useMay('channels:write') ? null : t.channel.notAllowed;
  return (
    <div className="grid gap-3 text-sm">
      <p className="max-w-prose text-soft">
        {t.channel.help} {sandbox?.available === true && t.channel.simulated}
      </p>
      <div className="flex flex-wrap gap-2">
        {disabledReason === null ? (
          <Link to="/channels/+new" className={buttonLook('primary')}>
            <Plus className="size-4" aria-hidden />
            {t.channel.add}
          </Link>
        ) : (
          <Button look="primary" disabledReason={disabledReason}>
            {t.channel.add}
          </Button>
        )}
        {sandbox?.available === true && (
          <Button busy={start.isPending} disabledReason={disabledReason} onClick={() => start.mutate()}>
            <FlaskConical className="size-4" aria-hidden />
            {t.channel.try}
          </Button>
        )}
      </div>
      {start.isError && <Failure error={start.error} />}
    </div>
  );
}

function FirstPrompt({ channelId }: { readonly channelId: string | undefined }) {
  const { data: sandbox } = useQuery(sandboxQuery);
  if (channelId === undefined) return <Notice>{t.prompt.noChannel}</Notice>;
  if (sandbox?.channels.includes(channelId) === true) return <TryIt channelId={channelId} />;
  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">
        <Filled
          text={t.prompt.target}
          parts={{
            channel: (
              <Link to="/channels/$channelId" params={{ channelId }} className="text-accent underline">
                {channelId}
              </Link>
            ),
          }}
        />
      </p>
      <TestPrompt channelId={channelId} />
    </div>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** One step of getting started: a line with its state, and its form when it is open. */
function Step({ number, title, done, open, onToggle, children }: StepProps) {
  const id = useId();
  return (
    <li className="border-t border-line">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-12 w-full items-center gap-3.5 px-5 text-left text-sm -outline-offset-2 hover:bg-hover"
        >
          <span
            className={classes(
              'grid size-6 shrink-0 place-content-center rounded-full text-xs font-semibold',
              done ? 'bg-good-tint text-good' : open ? 'bg-accent-fill text-on-accent' : 'border border-line text-soft',
            )}
          >
            {done ? <Check className="size-3.5" aria-label={t.done} /> : number}
          </span>
          <span className={classes('min-w-0 flex-1', done && !open ? 'text-soft' : 'font-medium')}>{title}</span>
          <ChevronDown className={classes('size-4 shrink-0 text-soft', open && 'rotate-180')} aria-hidden />
        </button>
      </h3>
      <div id={id} hidden={!open} className="px-5 pt-2 pb-6 sm:pl-14.5">
        {open && children}
      </div>
    </li>
  );
}
