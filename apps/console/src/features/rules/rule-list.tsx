import type { RuleRecord } from '@gateway/contract';
import { useState } from 'react';
import { useDirectory } from '../../lib/records/directory.js';
import { useMay } from '../../lib/session/session.js';
import { moved } from './order.js';
import { fixedReason, RuleRow } from './rule-row.js';
import { t } from './texts.js';
import { useDrag } from './use-drag.js';
import { useOrder } from './use-order.js';

interface Props {
  readonly rules: readonly RuleRecord[];
  readonly onChange: (rule: RuleRecord) => void;
  readonly onDelete: (rule: RuleRecord) => void;
}

/** The rules in their order, which is changed with buttons and by dragging. */
export function RuleList({ rules, onChange, onDelete }: Props) {
  const directory = useDirectory();
  const mayChange = useMay('policies:write');
  const store = useOrder();
  // Said by screen readers after a move.
  const [said, setSaid] = useState('');
  const ids = rules.filter(({ managed_by }) => managed_by === undefined).map(({ rule_id }) => rule_id);
  const fixed = rules.length - ids.length;
  const move = (id: string, to: number) => {
    if (to < 0 || to >= ids.length || ids[to] === id) return;
    store(moved(ids, id, to));
    setSaid(t.order.moved(id, fixed + to + 1, rules.length));
  };
  const { list, drag, grip } = useDrag(move);
  const dragged = drag === null ? -1 : ids.indexOf(drag.id);
  /** Where the line of the drop is drawn at a rule. None at the place where the dragged rule is already. */
  const dropAt = (at: number) => {
    if (drag === null || at === -1 || drag.to === dragged || at !== drag.to) return null;
    return drag.to < dragged ? 'before' : 'after';
  };
  return (
    <>
      <ol ref={list} aria-label={t.title}>
        {rules.map((rule, index) => {
          const at = ids.indexOf(rule.rule_id);
          return (
            <RuleRow
              key={rule.rule_id}
              rule={rule}
              place={index + 1}
              directory={directory}
              disabledReason={fixedReason(rule, mayChange)}
              isFirst={at === 0}
              isLast={at === ids.length - 1}
              drop={dropAt(at)}
              isDragged={drag?.id === rule.rule_id}
              grip={grip(rule.rule_id)}
              onMove={(by) => move(rule.rule_id, at + by)}
              onChange={() => onChange(rule)}
              onDelete={() => onDelete(rule)}
            />
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
