import type { PromptRecord } from '@gateway/contract';
import { visible } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Filled } from '../../../components/ui/form/filled.js';
import { Time } from '../../../components/ui/time.js';
import { useHasBeenIdle } from '../../../lib/load/when-idle.js';
import { listed } from '../../../lib/records/names.js';
import { differingTexts } from '../batch/differing-texts.js';
import { recentAnswersQuery } from '../queries.js';
import { approvedBefore, type Before } from './approvals.js';
import type { Change } from './changes.js';
import { t } from './texts.js';

const DAYS = 30;
const SHOWN_NAMES = 2;
const SHOWN_CHANGES = 3;
/** Of a value. The whole one stands with the arguments. */
const VALUE_CHARACTERS = 40;

/** What people approved before that is like this prompt: words of the gateway. An answer does not wait for them. */
export function ApprovedBefore({ prompt }: { readonly prompt: PromptRecord }) {
  const { data, isError } = useQuery({
    ...recentAnswersQuery(prompt.channel_id, DAYS),
    enabled: useHasBeenIdle(),
  });
  const before = useMemo(
    () => (data ? approvedBefore(prompt, { prompts: data.items, isPart: data.next !== null }) : null),
    [prompt, data],
  );
  return (
    // The height of one line also without it: the form below does not move while somebody presses a button.
    <div data-approved-before className="min-h-lh text-sm wrap-anywhere">
      {before !== null && !isError && (
        <>
          <span className="text-soft">{t.label}</span> <Sentence before={before} />
        </>
      )}
    </div>
  );
}

function Sentence({ before }: { readonly before: Before }) {
  if (before.found === 'none') return before.among === null ? t.none(DAYS) : t.noneAmong(before.among);
  const names = <bdi>{listed(shortened(before.names), 'and')}</bdi>;
  if (before.found === 'same') {
    return <Filled text={(before.isPart ? t.sameAtLeast : t.same)(before.count, DAYS)} parts={{ names }} />;
  }
  const { prompt, changes } = before;
  return (
    <>
      <Filled
        text={t.like}
        parts={{
          names,
          prompt: (
            <Link
              to="/prompts/$num"
              params={{ num: String(prompt.prompt_num) }}
              search={{ state: 'all' }}
              className="underline underline-offset-2"
            >
              {prompt.id}
            </Link>
          ),
          time: <Time at={prompt.answered_at} />,
        }}
      />{' '}
      {changes.slice(0, SHOWN_CHANGES).map((change) => (
        <Changed key={change.path} change={change} />
      ))}
      {changes.length > SHOWN_CHANGES && t.more(changes.length - SHOWN_CHANGES)}
    </>
  );
}

/** Path and values are words of the agent: each stands in a box of its own, so that none of them looks like the sentence. */
function Changed({ change: { path, before, after } }: { readonly change: Change }) {
  const [old, now] = differingTexts([before, after], VALUE_CHARACTERS);
  return (
    <span className="mr-3 inline-block max-w-full">
      <Box>{visible(path)}</Box> {before === undefined ? <Absent /> : <Box>{old}</Box>} <span aria-hidden>→</span>
      <span className="sr-only">{t.changedTo}</span> {after === undefined ? <Absent /> : <Box>{now}</Box>}
    </span>
  );
}

function Box({ children }: { readonly children: string | undefined }) {
  return (
    <code className="rounded-control bg-sunken px-1 text-[0.8125rem] outline-1 -outline-offset-1 outline-transparent print:outline-line">
      <bdi>{children}</bdi>
    </code>
  );
}

function Absent() {
  return <span className="text-soft">{t.absent}</span>;
}

/** The first names, and the number of the others. */
function shortened(names: readonly string[]): string[] {
  const others = names.length - SHOWN_NAMES;
  return others > 0 ? [...names.slice(0, SHOWN_NAMES), t.otherNames(others)] : [...names];
}
