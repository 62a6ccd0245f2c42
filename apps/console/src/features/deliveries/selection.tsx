import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Button } from '../../components/ui/button.js';
import { Failure } from '../../components/ui/list/states.js';
import { useMay } from '../../lib/session/session.js';
import { retrySelected } from './queries.js';
import { t } from './texts.js';
import { toast } from '../../lib/page/toast.js';

/** The most deliveries that one request retries. */
const MAX_SELECTED = 200;

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

interface Props {
  readonly ids: ReadonlySet<string>;
  readonly onClear: () => void;
}

/** What can be done with the selected rows. */
export function SelectionBar({ ids, onClear }: Props) {
  const client = useQueryClient();
  const may = useMay('deliveries:write');
  const retry = useMutation({
    mutationFn: () => retrySelected([...ids]),
    onSuccess: async ({ retried }) => {
      const rest = ids.size - retried;
      toast.success(rest === 0 ? t.retry.done(retried) : t.retry.doneExcept(retried, rest));
      onClear();
      await Promise.all(['deliveries', 'audit'].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
    },
  });
  if (ids.size === 0) return null;
  return (
    <div className="sticky top-[calc(0.5rem+var(--notice-height,0px))] z-20 grid gap-2 rounded-card border border-line bg-raised p-3 shadow-sm">
      <div role="group" aria-label={t.retry.selection} className="flex flex-wrap items-center gap-2.5 text-sm">
        <Button
          look="primary"
          busy={retry.isPending}
          disabledReason={!may ? t.retry.denied : ids.size > MAX_SELECTED ? t.retry.tooMany(MAX_SELECTED) : null}
          onClick={() => retry.mutate()}
        >
          <RotateCcw className="size-4" aria-hidden />
          {t.retry.action(ids.size)}
        </Button>
        <Button onClick={onClear}>{t.retry.clear}</Button>
      </div>
      {retry.isError && <Failure error={retry.error} />}
    </div>
  );
}

interface BoxProps {
  readonly selection: Selection;
  readonly id: string;
  /** What is selected, for screen readers. */
  readonly label: string;
}

/** Selects a row. It lies above the link that covers the row. */
export function SelectBox({ selection, id, label }: BoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={selection.ids.has(id)}
      onChange={() => selection.toggle(id)}
      className="relative z-1 block size-4.5 accent-accent-fill"
    />
  );
}
