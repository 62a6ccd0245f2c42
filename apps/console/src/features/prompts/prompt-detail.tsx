import type { PromptRecord } from '@gateway/contract';
import { formatPromptId, plainText, visible } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { PlatformMark } from '../../components/platform-mark.js';
import { Badge } from '../../components/ui/badge.js';
import { Card } from '../../components/ui/card.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Missing } from '../../components/ui/list/missing.js';
import { Skeleton } from '../../components/ui/list/states.js';
import { Time } from '../../components/ui/time.js';
import { promptBadge } from '../../lib/records/prompt-badge.js';
import { useShortcuts } from '../../lib/page/shortcuts.js';
import { useTitle } from '../../lib/page/title.js';
import { AgentSays } from './agent-says.js';
import { AnswerBarPlace } from './answer/answer-bar.js';
import { AnswerCard } from './answer/answer-card.js';
import { ApprovalUse } from './approval/approval-use.js';
import { Attachment } from './attachment.js';
import { PromptActions } from './prompt-actions.js';
import { PromptFacts } from './prompt-facts.js';
import { ApprovedBefore } from './history/approved-before.js';
import { useInbox } from './inbox/inbox-context.js';
import { noteOpened } from './inbox/opened.js';
import { Ending } from './inbox/ending.js';
import { promptQuery } from './queries.js';
import { QuestionText } from './question-text.js';
import { TakingCard } from './taking/taking-card.js';
import { ActionCard } from './terms/action-card.js';
import { NotesCard } from './terms/notes-card.js';
import { needsPostsCard } from './terms/needs-posts-card.js';
import { PostsCard } from './terms/posts-card.js';
import { requesterLine } from './terms/requester.js';
import { VotesCard } from './terms/votes-card.js';
import { t } from './texts.js';
import { Timeline } from './timeline.js';
import { Problems } from './waiting/problems.js';
import { useAnswerers } from './waiting/use-answerers.js';

const route = getRouteApi('/shell/prompts/$num');

export function PromptDetail() {
  const { num: text } = route.useParams();
  const num = Number(text);
  // Invalid prompt numbers are not requested from the server.
  return /^[1-9]\d{0,8}$/.test(text) ? <Prompt key={num} num={num} /> : <PromptNotFound id={text} />;
}

function PromptNotFound({ id }: { readonly id: string }) {
  return (
    <Frame>
      <NotFound
        help={<Filled text={t.detail.notFoundHelp} parts={{ id: <code className="break-all">{visible(id)}</code> }} />}
      />
    </Frame>
  );
}

function Frame({ children, actions }: { readonly children: ReactNode; readonly actions?: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <AnswerBarPlace value={place}>
      <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-5 phone-form:has-[[data-fixed-form]]:pb-80 sm:px-7">
        <div className="flex min-h-8 items-center justify-between gap-2 print:hidden">
          <Link
            from="/prompts"
            to="/prompts"
            search={(now) => now}
            className="-ml-1 inline-flex min-h-8 items-center gap-0.5 text-sm text-soft hover:text-ink lg:hidden"
          >
            <ChevronLeft className="size-4" aria-hidden />
            {t.title}
          </Link>
          {actions}
        </div>
        {children}
      </div>
      <div ref={setPlace} className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 md:bottom-0" />
    </AnswerBarPlace>
  );
}

function Prompt({ num }: { readonly num: number }) {
  const prompt = useQuery(promptQuery(num));
  // Also of a prompt that does not exist.
  useTitle(`${formatPromptId(num)} ${plainText(prompt.data?.text ?? '').slice(0, 60)}`.trim());
  return (
    <Frame actions={prompt.data && <PromptActions prompt={prompt.data} />}>
      <Loaded bare query={prompt} loading={<Loading />} missing={<NotFound />}>
        {(data) => <Question prompt={data} />}
      </Loaded>
    </Frame>
  );
}

/** `help`: why there is no such prompt, unless it may have been deleted. */
function NotFound({ help }: { readonly help?: ReactNode }) {
  return (
    <Missing
      retained
      help={help}
      title={t.detail.notFound}
      list={{ to: '/prompts', search: { state: 'all' }, label: t.detail.allPrompts }}
    />
  );
}

function Loading() {
  return (
    <div className="grid gap-4" role="status" aria-label={t.detail.loading}>
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

function Question({ prompt }: { readonly prompt: PromptRecord }) {
  const heading = useRef<HTMLDivElement>(null);
  const { label, tone } = promptBadge(prompt);
  const requester = requesterLine(prompt);
  const answerers = useAnswerers(prompt);
  const { takeFocus } = useInbox();
  useEffect(() => {
    // The form that had the focus belongs to the prompt before.
    if (takeFocus()) heading.current?.focus({ preventScroll: true });
  }, [takeFocus]);
  useEffect(() => noteOpened(prompt.prompt_num), [prompt.prompt_num]);
  useShortcuts([{ key: 'o', label: t.detail.focus, run: () => heading.current?.focus() }]);
  const question = (
    <>
      <QuestionText ref={heading} text={prompt.text} />
      <Attachment prompt={prompt} />
    </>
  );
  return (
    <>
      <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {prompt.action ? <AgentSays action={prompt.action}>{question}</AgentSays> : question}
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-soft">
          <span className="hidden print:inline">{prompt.id}</span>
          <Badge tone={tone}>{label}</Badge>
          <span className="inline-flex min-w-0 items-center gap-1.5">
            <PlatformMark id={prompt.platform} className="size-4.5" />
            <Link
              to="/channels/$channelId"
              params={{ channelId: prompt.channel_id }}
              className="truncate underline-offset-2 hover:text-ink hover:underline"
            >
              {prompt.channel_id}
            </Link>
          </span>
          <span>
            <Filled text={t.detail.created} parts={{ time: <Time at={prompt.created_at} /> }} />
          </span>
          {prompt.state === 'pending' && <Ending at={prompt.expires_at} />}
        </div>
        {requester !== null && (
          <p dir="auto" className="text-sm wrap-anywhere">
            {requester}
          </p>
        )}
      </header>
      <TakingCard prompt={prompt} answerers={answerers} />
      {answerers && <Problems problems={answerers.problems} />}
      {prompt.action && (
        <ActionCard prompt={prompt} action={prompt.action}>
          {prompt.state === 'pending' && <ApprovedBefore prompt={prompt} />}
        </ActionCard>
      )}
      <AnswerCard prompt={prompt} answerers={answerers} />
      <ApprovalUse prompt={prompt} />
      {prompt.policy && <VotesCard prompt={prompt} answerers={answerers} />}
      {prompt.posts && needsPostsCard(prompt.posts) && (
        <PostsCard posts={prompt.posts} isOpen={prompt.state === 'pending'} />
      )}
      {prompt.notes && <NotesCard notes={prompt.notes} />}
      <Card title={t.timeline.title}>
        <Timeline prompt={prompt} />
      </Card>
      <Card title={t.facts.title}>
        <PromptFacts prompt={prompt} />
      </Card>
    </>
  );
}
