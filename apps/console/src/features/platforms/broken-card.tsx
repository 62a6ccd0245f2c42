import type { BrokenPlatformRecord } from '@gateway/contract';
import { Badge } from '../../components/ui/badge.js';

/** An adapter that was named and is not loaded: why, and what to do. */
export function BrokenCard({ adapter }: { readonly adapter: BrokenPlatformRecord }) {
  return (
    <li className="grid min-w-0 content-start gap-3 rounded-card border border-line bg-card p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold wrap-anywhere">{adapter.id ?? adapter.package}</h2>
        <Badge tone="bad">Not loaded</Badge>
      </div>
      <code className="text-[0.8125rem] break-all text-soft">{adapter.package}</code>
      <p className="text-sm wrap-anywhere">{adapter.problem}</p>
    </li>
  );
}
