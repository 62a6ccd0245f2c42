import type { PromptStatistics } from '@gateway/contract';
import type { ReactNode } from 'react';
import { Card } from '../../components/ui/card.js';
import { formatNumber, formatShare } from '../../lib/locale.js';
import { duration } from '../../lib/time.js';
import { fastShare, isHasty, type ActionFigures, type Answers } from './attention.js';
import { t as texts } from './texts.js';

const t = texts.actions;
const number = 'py-1.5 pl-4 text-right align-top whitespace-nowrap tabular-nums';

/** What people answered for each action, and how fast. */
export function Actions({ statistics }: { readonly statistics: PromptStatistics }) {
  const { actions, prompts } = statistics.breakdown;
  return (
    <Card
      flush
      className="lg:col-span-2"
      title={t.title}
      help={prompts < statistics.total.created ? texts.groups.latest(prompts) : t.help}
    >
      {actions.length === 0 ? (
        <p className="px-5 pb-5 text-sm text-soft">{t.none}</p>
      ) : (
        <div className="overflow-x-auto px-5 pb-3" tabIndex={0} role="group" aria-label={t.title}>
          <table className="w-full text-left text-[0.8125rem]">
            <caption className="sr-only">{t.title}</caption>
            <thead>
              <tr className="border-b border-line text-xs text-soft">
                <th scope="col" className="py-1.5 font-medium">
                  {t.action}
                </th>
                {[t.asked, t.approved, t.edited, t.rejected, t.byRule, t.byGrant, t.fast, texts.groups.median].map(
                  (column) => (
                    <th key={column} scope="col" className="py-1.5 pl-4 text-right align-bottom font-medium">
                      {column}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            {actions.map((action) => (
              <Action key={action.name} action={action} />
            ))}
          </table>
        </div>
      )}
    </Card>
  );
}

/** The rows of an action: its figures, and those of its people. */
function Action({ action }: { readonly action: ActionFigures }) {
  return (
    <tbody className="border-b border-line last:border-0">
      <Row
        head={<code className="wrap-anywhere">{action.name}</code>}
        answers={action}
        asked={formatNumber(action.asked)}
        rule={formatNumber(action.by_rule)}
        grant={formatNumber(action.by_grant)}
      />
      {action.people?.map(({ person_id: person, operator_id: operator, platform, user_id: user, name, ...answers }) => (
        <Row
          key={[person, operator, platform, user].join('/')}
          head={<span className="wrap-anywhere">{name ?? user ?? person ?? operator}</span>}
          answers={answers}
        />
      ))}
    </tbody>
  );
}

interface RowProps {
  readonly head: ReactNode;
  readonly answers: Answers;
  /** Those of an action; a person answers only. */
  readonly asked?: string;
  readonly rule?: string;
  readonly grant?: string;
}

function Row({ head, answers, asked, rule, grant }: RowProps) {
  const { approved, edited, rejected, median_answer_ms: median } = answers;
  const fast = formatted(fastShare(answers));
  return (
    <tr>
      <th scope="row" className="w-full min-w-44 py-1.5 align-top font-normal">
        <div className={asked === undefined ? 'pl-4 text-soft' : undefined}>
          {head}
          {isHasty(answers) && <span className="block text-xs text-wait">{t.hasty(fast)}</span>}
        </div>
      </th>
      <td className={number}>{asked}</td>
      <td className={number}>{formatNumber(approved)}</td>
      <td className={number}>{formatNumber(edited)}</td>
      <td className={number}>{formatNumber(rejected)}</td>
      <td className={number}>{rule}</td>
      <td className={number}>{grant}</td>
      <td className={number}>{fast}</td>
      <td className={number}>{median === null ? texts.none : duration(median)}</td>
    </tr>
  );
}

const formatted = (share: number | null): string => (share === null ? texts.none : formatShare(share));
