import type { Action, ReplyOf } from '@gateway/contract';
import { jsonFlawIn, limits, shownText, tryRules } from '@gateway/contract/values';
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, Input, Textarea } from '../../components/ui/form/field.js';
import { Notice } from '../../components/ui/notice.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useDebounced } from '../../lib/forms/debounced.js';
import type { RuleBody, RuleValues } from './draft.js';
import { exampleArgs, exampleName } from './example.js';
import { t as texts } from './texts.js';
import { VerdictBadge } from './verdict-badge.js';

const t = texts.preview;
const DEBOUNCE_MS = 400;

interface Props {
  readonly values: RuleValues;
  /** The rule that the form makes. Null: it is not complete. */
  readonly rule: RuleBody | null;
}

interface Draft {
  readonly action: { readonly name: string; readonly args: Action['args'] };
  readonly rule: RuleBody;
}

const triedQuery = (draft: Draft | null) =>
  queryOptions({
    // Not under `rules`: a change of the list does not change what is being entered.
    queryKey: ['tried-rule', draft],
    queryFn: draft === null ? skipToken : ({ signal }) => call(tryRules, { body: draft }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What the rule says about an example, while it is entered. */
export function Preview({ values, rule }: Props) {
  // Null: made from the rule.
  const [givenName, setGivenName] = useState<string | null>(null);
  const [givenArgs, setGivenArgs] = useState<string | null>(null);
  const name = givenName ?? exampleName(values.actions);
  const argsText = givenArgs ?? exampleArgs(values);
  const args = argsOf(argsText);
  const isReady = rule !== null && name !== '' && typeof args !== 'string';
  const draft = useDebounced<Draft | null>(isReady ? { action: { name, args }, rule } : null, DEBOUNCE_MS);
  const { data, error } = useQuery(triedQuery(draft));
  return (
    <section aria-label={t.title} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control bg-sunken px-4 py-3">
      <h3 className="text-[0.9375rem] font-semibold">{t.title}</h3>
      <Field label={t.name}>
        <Input
          className="font-mono"
          value={name}
          maxLength={limits.actionName}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setGivenName(target.value)}
        />
      </Field>
      <Field label={t.args} help={t.argsHelp} error={typeof args === 'string' ? args : undefined}>
        <Textarea
          className="font-mono"
          dir="ltr"
          spellCheck={false}
          value={argsText}
          onChange={({ target }) => setGivenArgs(target.value)}
        />
      </Field>
      <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
        {!isReady || draft === null ? (
          <p className="text-soft">{t.incomplete}</p>
        ) : error ? (
          <Failure bare error={error} />
        ) : (
          data && <Tried tried={data} offers={rule.then.grants} />
        )}
      </div>
    </section>
  );
}

interface TriedProps {
  readonly tried: ReplyOf<typeof tryRules>;
  /** What the rule of the form says about standing approvals. */
  readonly offers: RuleBody['then']['grants'];
}

function Tried({ tried, offers }: TriedProps) {
  const { rule, verdict, reason, question, warnings } = tried;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <VerdictBadge verdict={verdict} />
        <span className="min-w-0 wrap-anywhere">
          {t.verdicts[verdict]} {rule === null ? t.byNone : rule.version === null ? t.byThis : t.byOther(rule.rule_id)}
        </span>
      </p>
      {reason !== null && (
        <p dir="auto" className="wrap-anywhere">
          {t.reason(reason)}
        </p>
      )}
      {warnings.map(({ code, message }) => (
        <Notice key={code} tone="wait">
          {message}
        </Notice>
      ))}
      <figure className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <figcaption className="text-[0.8125rem] text-soft">{t.question}</figcaption>
        <pre
          dir="auto"
          className="rounded-control border border-line bg-card px-3 py-2 font-sans text-sm wrap-anywhere whitespace-pre-wrap"
        >
          {question.text}
        </pre>
      </figure>
      {question.grant !== null && (
        <div>
          <p className="text-[0.8125rem] text-soft">{t.covers}</p>
          <p dir="auto" className="wrap-anywhere">
            {shownText(question.grant)}
          </p>
        </div>
      )}
      {question.grant === null && offers !== null && rule?.version === null && <p className="text-soft">{t.noGrant}</p>}
    </>
  );
}

/** The arguments of a text with JSON, or what is wrong with it. */
function argsOf(text: string): Record<string, unknown> | string {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return t.notObject;
  const flaw = jsonFlawIn(text);
  if (flaw) return flaw.kind === 'number' ? t.inexact : t.repeated;
  return value as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
