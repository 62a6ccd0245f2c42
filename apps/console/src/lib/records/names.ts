import type { Approver, GroupRecord, PersonRecord } from '@gateway/contract';
import { language } from '../language/language.js';
import { t } from '../language/texts.js';

/** The people and groups that can be named. */
export interface Names {
  readonly people: readonly PersonRecord[];
  readonly groups: readonly GroupRecord[];
}

/** The name of an approver, or the id where the name is unknown. */
export function approverName(approver: Approver, { people, groups }: Names): string {
  if ('person' in approver) return people.find((each) => each.person_id === approver.person)?.name ?? approver.person;
  if ('user_id' in approver) return t.user(approver.user_id);
  return t.group(groups.find((each) => each.group_id === approver.group)?.name ?? approver.group);
}

const lists = {
  and: new Intl.ListFormat(language, { type: 'conjunction' }),
  or: new Intl.ListFormat(language, { type: 'disjunction' }),
};

/** "a, b, and c". */
export const listed = (words: readonly string[], by: 'and' | 'or'): string => lists[by].format(words);

/** The names of approvers: "Ada or the group Leads". */
export const approversListed = (approvers: readonly Approver[], directory: Names): string =>
  listed(
    approvers.map((approver) => approverName(approver, directory)),
    'or',
  );
