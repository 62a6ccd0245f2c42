import type { PromptAnswerers, PromptRecord, Vote } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { PlatformMark } from '../../../components/platform-mark.js';
import { Card } from '../../../components/ui/card.js';
import { Time } from '../../../components/ui/time.js';
import { useDirectory, type Directory } from '../../../lib/records/directory.js';
import { missingText } from '../waiting/missing-text.js';
import { AddPerson } from './add-person.js';
import { choiceOf, talliesOf } from './progress.js';
import { t as texts } from './texts.js';

const t = texts.votes;

interface Props {
  readonly prompt: PromptRecord;
  /** Undefined: not loaded. */
  readonly answerers: PromptAnswerers | undefined;
}

/** The votes of a prompt with a policy, and who is missing. */
export function VotesCard({ prompt, answerers }: Props) {
  const directory = useDirectory();
  const votes = prompt.votes ?? [];
  return (
    <Card title={t.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
        <Progress prompt={prompt} answerers={answerers} />
        {votes.length > 0 && (
          <ul aria-label={t.title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {votes.map((vote) => (
              <VoteRow key={`${vote.at} ${vote.by.name}`} prompt={prompt} vote={vote} directory={directory} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Progress({ prompt, answerers }: Props) {
  const counts = talliesOf(prompt).map(({ label, count, needed }) =>
    label === null ? t.tally(count, needed) : t.tallyOf(label, count, needed),
  );
  if (prompt.state !== 'pending') return <p className="text-soft">{counts.join(', ')}</p>;
  return (
    <p dir="auto" className="wrap-anywhere">
      <span className="font-medium">{counts.join(', ')}</span>
      {answerers && ` · ${missingText(answerers)}`}
    </p>
  );
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
          {shownText(by.name)}
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
