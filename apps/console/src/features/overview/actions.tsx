import type { PromptStatistics } from '@gateway/contract';
import type { ReactNode } from 'react';
import { Card } from '../../components/ui/card.js';
import { formatNumber, formatShare } from '../../lib/language/locale.js';
import { duration } from '../../lib/time/time.js';
import { fastShare, isHasty, type ActionFigures, type Answers } from './attention.js';
import { t as texts } from './texts.js';

const t = texts.actions;
/** On a phone, the figures of a row follow its name with their labels. */
const number = 'whitespace-nowrap tabular-nums sm:py-1.5 sm:pl-4 sm:text-right sm:align-top';

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
        <div className="px-5 pb-3">
          <table className="w-full text-left text-[0.8125rem]">
            <caption className="sr-only">{t.title}</caption>
            <thead className="max-sm:sr-only">
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
    <tr className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:py-1.5">
      <th scope="row" className="w-full font-normal sm:min-w-44 sm:py-1.5 sm:align-top">
        <div className={asked === undefined ? 'pl-4 text-soft' : undefined}>
          {head}
          {isHasty(answers) && <span className="block text-xs text-wait">{t.hasty(fast)}</span>}
        </div>
      </th>
      <Figure label={t.asked} value={asked} />
      <Figure label={t.approved} value={formatNumber(approved)} />
      <Figure label={t.edited} value={formatNumber(edited)} />
      <Figure label={t.rejected} value={formatNumber(rejected)} />
      <Figure label={t.byRule} value={rule} />
      <Figure label={t.byGrant} value={grant} />
      <Figure label={t.fast} value={fast} />
      <Figure label={texts.groups.median} value={median === null ? texts.none : duration(median)} />
    </tr>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string | undefined }) {
  return (
    <td className={value === undefined ? 'max-sm:hidden' : number}>
      <span className="text-soft sm:hidden">{label} </span>
      {value}
    </td>
  );
}

const formatted = (share: number | null): string => (share === null ? texts.none : formatShare(share));
