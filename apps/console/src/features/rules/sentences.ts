import type { RuleThen } from '@gateway/contract';
import { approversListed, listed, type Names } from '../../lib/records/names.js';
import { span } from '../../lib/records/policy-sentences.js';
import { t as texts } from './texts.js';

const t = texts.sentences;

/** What a rule does with an action that matches, in sentences. */
export function ruleSentences(then: RuleThen, directory: Names): string[] {
  return [...verdictSentences(then), ...(then.verdict === 'deny' ? [] : askSentences(then, directory)), ...drawn(then)];
}

function verdictSentences({ verdict, reason }: RuleThen): string[] {
  if (verdict === 'ask') return [];
  if (verdict === 'allow') return [t.allowed];
  return [reason === null ? t.denied : t.deniedBecause(reason)];
}

function askSentences(then: RuleThen, directory: Names): string[] {
  const { verdict, channels, policy, approvers, ttl_sec, consume_within_sec, labels, grants } = then;
  const asked = channels === null ? t.askedAsNamed : t.askedIn(listed(channels, 'and'));
  return [
    // Of a rule that allows, this is the exception.
    ...(verdict === 'ask' || channels !== null ? [verdict === 'ask' ? asked : t.otherwise(asked)] : []),
    ...(policy === null ? [] : [t.policy(policy)]),
    ...(approvers === null ? [] : [t.approvers(approversListed(approvers, directory))]),
    ...(ttl_sec === null ? [] : [t.ttl(span(ttl_sec))]),
    ...(consume_within_sec === null ? [] : [t.consume(span(consume_within_sec))]),
    ...(labels ? [t.labels] : []),
    ...(grants === null ? [] : [t.grants(span(grants.max_sec), grants.max_uses, listed(grants.same, 'and'))]),
  ];
}

function drawn({ title, fields }: RuleThen): string[] {
  const labels = (fields ?? []).map(({ label }) => label);
  return [
    ...(title === null ? [] : [t.title(title)]),
    ...(labels.length === 0 ? [] : [t.fields(listed(labels, 'and'))]),
  ];
}
