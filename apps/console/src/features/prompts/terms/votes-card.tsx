import type { Approver, PromptRecord, Vote } from '@gateway/contract';
import { useQueries } from '@tanstack/react-query';
import { PlatformMark } from '../../../components/platform-mark.js';
import { Card } from '../../../components/ui/card.js';
import { Time } from '../../../components/ui/time.js';
import { useDirectory, type Directory } from '../../../lib/directory.js';
import { approversListed } from '../../../lib/names.js';
import { channelTermsQuery } from '../queries.js';
import { AddPerson } from './add-person.js';
import { choiceOf, stepsOf, talliesOf, waitingFor } from './progress.js';

/** The votes of a prompt with a policy, and who is missing. */
export function VotesCard({ prompt }: { readonly prompt: PromptRecord }) {
  const directory = useDirectory();
  const votes = prompt.votes ?? [];
  return (
    <Card title="Votes">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
        <Progress prompt={prompt} directory={directory} />
        {votes.length > 0 && (
          <ul aria-label="Votes" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {votes.map((vote) => (
              <VoteRow key={`${vote.at} ${vote.by.name}`} prompt={prompt} vote={vote} directory={directory} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

interface ProgressProps {
  readonly prompt: PromptRecord;
  readonly directory: Directory;
}

function Progress({ prompt, directory }: ProgressProps) {
  const approvers = useApprovers(prompt);
  const counts = talliesOf(prompt).map(
    ({ label, count, needed }) => `${label === null ? '' : `${label} `}${count} of ${needed}`,
  );
  if (prompt.state !== 'pending') return <p className="text-soft">{counts.join(', ')}</p>;
  return (
    <p dir="auto" className="wrap-anywhere">
      <span className="font-medium">{counts.join(', ')}</span>; {waitingText(prompt, approvers, directory)}
    </p>
  );
}

function waitingText(prompt: PromptRecord, approvers: readonly Approver[] | null, directory: Directory): string {
  if (approvers === null) return 'waiting for anybody in the chat';
  const missing = waitingFor(prompt, approvers, directory);
  return missing.length === 0 ? 'all approvers have voted' : `waiting for ${approversListed(missing, directory)}`;
}

/**
 * Who may answer: the list of the prompt or else the first of its channels, and the approvers of the steps that were made. Null: anybody
 * in the chat.
 */
function useApprovers(prompt: PromptRecord): readonly Approver[] | null {
  const ids = new Set([prompt.channel_id, ...(prompt.posts ?? []).map(({ channel_id }) => channel_id)]);
  const channels = useQueries({ queries: [...ids].map(channelTermsQuery) });
  const first = prompt.approvers ?? channels.find(({ data }) => data?.approvers)?.data?.approvers;
  if (!first) return null;
  return [...first, ...stepsOf(prompt).done.flatMap(({ step }) => step.approvers ?? [])];
}

interface RowProps {
  readonly prompt: PromptRecord;
  readonly vote: Vote;
  readonly directory: Directory;
}

function VoteRow({ prompt, vote, directory }: RowProps) {
  const { by, reason, at } = vote;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {by.platform !== null && <PlatformMark id={by.platform} className="size-4.5" />}
        <span dir="auto" className="font-medium wrap-anywhere">
          {by.name}
        </span>
        <span dir="auto" className="wrap-anywhere">
          {choiceOf(prompt, vote)}
        </span>
        <span className="ml-auto text-[0.8125rem] text-soft">
          <Time at={at} />
        </span>
      </div>
      {reason !== null && (
        <p dir="auto" className="text-soft wrap-anywhere whitespace-pre-wrap">
          {reason}
        </p>
      )}
      {by.person_id === null && <AddPerson account={by} directory={directory} />}
    </li>
  );
}
