import { getRule, tryRules } from '@gateway/contract/values';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { buttonLook, IconButton } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Filled } from '../../components/ui/form/filled.js';
import { call } from '../../lib/api.js';
import { localChoice, useLocalChoice } from '../../lib/storage/local-choice.js';
import { useMay } from '../../lib/session/session.js';
import { alwaysApproved } from './attention.js';
import { promptStatisticsQuery } from './queries.js';
import { t as texts } from './texts.js';

const t = texts.askLess;
const SHOWN = 3;
const hidden = localChoice('ask-less-hidden');

/** What the rules say about an action now. Below `rules`, so that a change of them is noticed. */
const verdictQuery = (name: string) =>
  queryOptions({
    queryKey: ['rules', 'verdict', name],
    queryFn: async ({ signal }) => {
      const { verdict, rule } = await call(tryRules, { body: { action: { name } } }, { signal });
      const decides = rule && (await call(getRule, { params: { id: rule.rule_id } }, { signal }));
      return { isAsked: verdict === 'ask', isOffered: decides !== null && decides.then.grants !== null };
    },
  });

/** Actions that people approve every time, each with a draft of a rule. Nothing is stored here. */
export function AskLess() {
  const isHidden = useLocalChoice(hidden) !== '';
  const mayWrite = useMay('policies:write');
  const isShown = mayWrite && !isHidden;
  const { data } = useQuery({ ...promptStatisticsQuery('30d'), enabled: isShown });
  const found = isShown && data?.window === '30d' ? alwaysApproved(data.breakdown.actions) : [];
  const verdicts = useQueries({ queries: found.map(({ name }) => verdictQuery(name)) });
  const suggested = found
    .filter(({ verdict }, place) => {
      const now = verdicts[place]?.data;
      return now?.isAsked === true && !(verdict === 'ask' && now.isOffered);
    })
    .slice(0, SHOWN);
  if (data === undefined || suggested.length === 0) return null;
  const isPart = data.breakdown.prompts < data.total.created;
  return (
    <Card
      flush
      title={t.title}
      actions={
        <IconButton label={t.hide} onClick={() => hidden.set('yes')}>
          <X className="size-4.5" aria-hidden />
        </IconButton>
      }
    >
      <p className="-mt-2 px-5 pb-1 text-sm text-soft">
        {t.help} {isPart && texts.groups.latest(data.breakdown.prompts)}
      </p>
      <ul className="pb-2">
        {suggested.map(({ name, approved, verdict }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-2.5 text-sm last:border-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere">
                <Filled text={t.always(approved)} parts={{ action: <code>{name}</code> }} />
              </p>
              <p className="text-[0.8125rem] text-soft">{t.draft[verdict]}</p>
            </div>
            <Link to="/rules" search={{ draft: name, verdict }} className={buttonLook('secondary', 'small')}>
              {t.write}
              <span className="sr-only"> {t.writeFor(name)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
