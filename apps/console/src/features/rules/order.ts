import type { RuleRecord } from '@gateway/contract';

/** The ids with one of them at another place. */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((each) => each !== id);
  return others.toSpliced(to, 0, id);
}

/** The rules with those that no file owns in the order of the ids. Rules of a file stay first. */
export function inOrder(rules: readonly RuleRecord[], ids: readonly string[]): RuleRecord[] {
  const own = rules.filter(({ managed_by }) => managed_by === undefined);
  const place = ({ rule_id }: RuleRecord) => {
    const at = ids.indexOf(rule_id);
    return at === -1 ? ids.length : at;
  };
  return [
    ...rules.filter(({ managed_by }) => managed_by !== undefined),
    ...own.toSorted((one, other) => place(one) - place(other)),
  ];
}
