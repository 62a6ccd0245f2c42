import type { PromptRecord } from '@gateway/contract';
import { formatPromptId, listPrompts } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { call } from '../../../lib/api.js';
import { useDirectory } from '../../../lib/records/directory.js';
import { useSession } from '../../../lib/session/session.js';
import { isVoteOf } from '../terms/progress.js';
import { t as texts } from './texts.js';
import { forgetUnsent, readUnsent } from './unsent.js';

const t = texts.unsent;

/** Another tab may still be sending a younger one. */
const SETTLED_MS = 45_000;

/** Says which answers of an earlier visit were not sent: their prompts still wait. */
export function UnsentNotice() {
  const { operator } = useSession();
  const [nums, setNums] = useState(() =>
    readUnsent()
      .filter(({ operatorId, at }) => operatorId === operator.id && at < Date.now() - SETTLED_MS)
      .map(({ num }) => num)
      .slice(-50),
  );
  const isMine = isVoteOf(operator.id, useDirectory());
  const { data } = useQuery({
    queryKey: ['prompts', 'unsent', nums],
    queryFn: async ({ signal }) => {
      const found = await call(listPrompts, { query: { ids: nums.join(',') } }, { signal });
      const pending = found.filter(({ state }) => state === 'pending');
      // The others were closed since, and need no answer.
      forgetUnsent(nums.filter((num) => pending.every((prompt) => prompt.prompt_num !== num)));
      return pending;
    },
    enabled: nums.length > 0,
  });
  const open = data?.filter((prompt) => !prompt.votes?.some(isMine)) ?? [];
  const dismiss = () => {
    forgetUnsent(nums);
    setNums([]);
  };
  if (open.length === 0) return null;
  return (
    <div role="alert" className="grid gap-2 border-b border-line bg-wait-tint px-4 py-3 text-sm text-wait">
      <p>
        <Filled text={t.text(open.length)} parts={{ prompts: open.map((prompt, index) => separated(prompt, index)) }} />
      </p>
      <Button size="small" className="w-fit" onClick={dismiss}>
        {t.dismiss}
      </Button>
    </div>
  );
}

function separated({ prompt_num: num }: PromptRecord, index: number) {
  return (
    <span key={num}>
      {index > 0 && ', '}
      <Link to="/prompts/$num" params={{ num: String(num) }} className="font-medium underline underline-offset-2">
        {formatPromptId(num)}
      </Link>
    </span>
  );
}
