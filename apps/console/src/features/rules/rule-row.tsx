import type { RuleRecord } from '@gateway/contract';
import { ArrowDown, ArrowUp, Ellipsis, GripVertical } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ManagedBadge, managedReason } from '../../components/managed.js';
import { IconButton } from '../../components/ui/button.js';
import { classes } from '../../components/ui/classes.js';
import { Menu, MenuItem, MenuLine } from '../../components/ui/menu.js';
import type { Names } from '../../lib/records/names.js';
import { ruleSentences } from './sentences.js';
import { t } from './texts.js';
import { VerdictBadge } from './verdict-badge.js';
import { t as components } from '../../components/texts.js';

interface Props {
  readonly rule: RuleRecord;
  /** Its place among all rules, from 1. */
  readonly place: number;
  readonly directory: Names;
  /** Why the rule cannot be changed; null: it can. */
  readonly disabledReason: string | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Where a rule that is being dragged would come to stand. */
  readonly drop: 'before' | 'after' | null;
  readonly isDragged: boolean;
  readonly grip: ComponentProps<'span'>;
  /** Moves the rule by so many places. */
  readonly onMove: (by: -1 | 1) => void;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

/** A rule with its actions. */
export function RuleRow(props: Props) {
  const { rule, place, directory, disabledReason, drop, isDragged, grip } = props;
  const { rule_id: id, actions, when, then } = rule;
  const isFixed = disabledReason !== null;
  return (
    <li
      data-movable={isFixed ? undefined : id}
      className={classes(
        'relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 border-b border-line px-4 py-3.5 last:border-0 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-5',
        isDragged && 'bg-hover opacity-60',
      )}
    >
      {drop !== null && (
        <span
          aria-hidden
          className={classes('absolute inset-x-0 h-0.5 bg-accent', drop === 'before' ? '-top-px' : '-bottom-px')}
        />
      )}
      <div className="flex items-start gap-1">
        {isFixed ? (
          <span aria-hidden className="w-6" />
        ) : (
          <span
            aria-hidden
            title={t.order.drag}
            data-grip={id}
            className="grid size-6 shrink-0 cursor-grab touch-none place-content-center text-soft hover:text-ink active:cursor-grabbing"
            {...grip}
          >
            <GripVertical className="size-4" />
          </span>
        )}
        <span className="min-w-5 text-right text-sm leading-6 text-soft tabular-nums">{place}</span>
      </div>
      <div className="grid min-w-0 gap-1.5 text-sm">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="leading-6 font-medium wrap-anywhere">{id}</span>
          <VerdictBadge verdict={then.verdict} />
          <ManagedBadge record={rule} />
        </div>
        <p className="flex flex-wrap gap-x-2 gap-y-1 text-[0.8125rem]">
          <span className="text-soft">{t.actions}</span>
          {actions.map((pattern) => (
            <code key={pattern} className="rounded bg-sunken px-1 wrap-anywhere">
              {pattern}
            </code>
          ))}
        </p>
        {when !== null && (
          <p className="flex gap-2 text-[0.8125rem]">
            <span className="text-soft">{t.when}</span>
            <code dir="ltr" className="min-w-0 rounded bg-sunken px-1 wrap-anywhere whitespace-pre-wrap">
              {when}
            </code>
          </p>
        )}
        <p dir="auto" className="text-[0.8125rem] text-soft wrap-anywhere">
          {ruleSentences(then, directory).join(' ')}
        </p>
      </div>
      <Actions {...props} />
    </li>
  );
}

function Actions({ rule, disabledReason, isFirst, isLast, onMove, onChange, onDelete }: Props) {
  const { rule_id: id } = rule;
  return (
    <div className="flex items-start gap-1 max-sm:col-start-2">
      <IconButton
        label={t.order.up(id)}
        disabledReason={disabledReason ?? (isFirst ? t.order.first : null)}
        onClick={() => onMove(-1)}
      >
        <ArrowUp className="size-4" aria-hidden />
      </IconButton>
      <IconButton
        label={t.order.down(id)}
        disabledReason={disabledReason ?? (isLast ? t.order.last : null)}
        onClick={() => onMove(1)}
      >
        <ArrowDown className="size-4" aria-hidden />
      </IconButton>
      {disabledReason === null ? (
        <Menu
          trigger={
            <IconButton label={components.entry.actions(id)}>
              <Ellipsis className="size-4.5" aria-hidden />
            </IconButton>
          }
        >
          <MenuItem onSelect={onChange}>{components.entry.change}</MenuItem>
          <MenuLine />
          <MenuItem danger onSelect={onDelete}>
            {components.entry.delete}
          </MenuItem>
        </Menu>
      ) : (
        <IconButton label={components.entry.actions(id)} disabledReason={disabledReason}>
          <Ellipsis className="size-4.5" aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** Why a rule cannot be changed; null: it can. */
export const fixedReason = (rule: RuleRecord, mayChange: boolean): string | null =>
  managedReason(rule) ?? (mayChange ? null : t.ownersOnly);
