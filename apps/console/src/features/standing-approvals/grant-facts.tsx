import type { GrantRecord } from '@gateway/contract';
import { parsePromptId } from '@gateway/contract/values';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Filled } from '../../components/ui/form/filled.js';
import { Time } from '../../components/ui/time.js';
import { useActorName } from '../../lib/records/actors.js';
import { listed } from '../../lib/records/names.js';
import { exactTime } from '../../lib/time/time.js';
import { endOf } from './sentences.js';
import { t as texts } from './texts.js';

const t = texts.facts;

/** Who gave a standing approval, to which key, under which rule, for how long, and what became of it. */
export function GrantFacts({ grant }: { readonly grant: GrantRecord }) {
  const { given_by, given_at, prompt_id, key_id, rule, until, uses, max_uses, last_used_at, ended_at } = grant;
  const key = useActorName()({ api_key_id: key_id, operator_id: null });
  const names = listed(
    given_by.map(({ name }) => name),
    'and',
  );
  const end = endOf(grant);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2.5 text-sm sm:grid-cols-3 xl:grid-cols-4">
      {end !== null && (
        <Fact name={t.ended}>
          <Filled text={end.text} parts={{ name: <bdi>{end.name}</bdi> }} />
          <When>
            <Time at={ended_at} />
          </When>
        </Fact>
      )}
      <Fact name={t.givenBy}>
        <bdi>{names}</bdi>
        <When>
          <Time at={given_at} />
        </When>
      </Fact>
      <Fact name={t.prompt}>
        <Reference to="/prompts/$num" params={{ num: String(parsePromptId(prompt_id)) }}>
          {prompt_id}
        </Reference>
      </Fact>
      <Fact name={t.key}>
        <bdi>{key ?? t.noKey}</bdi>
      </Fact>
      <Fact name={t.rule}>
        <Reference to="/rules">{rule.rule_id}</Reference>
      </Fact>
      <Fact name={t.until}>
        <Time at={until} />
        <When>{exactTime(until)}</When>
      </Fact>
      <Fact name={t.used}>{t.uses(uses, max_uses)}</Fact>
      <Fact name={t.lastUsed}>
        <Time at={last_used_at} none={t.never} />
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A name with its value below it, so that a list of standing approvals stays short. */
function Fact({ name, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

const When = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-[0.8125rem] text-soft">{children}</span>
);

function Reference({ children, ...link }: Pick<LinkProps, 'to' | 'params'> & { readonly children: ReactNode }) {
  return (
    <Link {...link} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  );
}
