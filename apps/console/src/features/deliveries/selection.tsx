import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { toast } from 'sonner';
import { Button } from '../../components/ui/button.js';
import { Failure } from '../../components/ui/states.js';
import { counted } from '../../lib/counted.js';
import { useMay } from '../../lib/session.js';
import { retrySelected } from './queries.js';

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
      const left = rest === 0 ? '' : ` ${counted(rest, 'is', 'are')} due or in progress already.`;
      toast.success(`Retrying ${counted(retried, 'delivery', 'deliveries')}.${left}`);
      onClear();
      await Promise.all(['deliveries', 'audit'].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
    },
  });
  if (ids.size === 0) return null;
  return (
    <div className="sticky top-2 z-20 grid gap-2 rounded-card border border-line bg-raised p-3 shadow-sm">
      <div role="group" aria-label="Selection" className="flex flex-wrap items-center gap-2.5 text-sm">
        <Button
          look="primary"
          busy={retry.isPending}
          disabledReason={
            !may
              ? 'Your role cannot retry deliveries'
              : ids.size > MAX_SELECTED
                ? `At most ${MAX_SELECTED} deliveries can be retried together`
                : null
          }
          onClick={() => retry.mutate()}
        >
          <RotateCcw className="size-4" aria-hidden />
          Retry {counted(ids.size, 'delivery', 'deliveries')}
        </Button>
        <Button onClick={onClear}>Clear selection</Button>
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
      className="relative z-10 block size-4.5 accent-accent-fill"
    />
  );
}
