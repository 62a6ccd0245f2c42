import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
}

/** An empty state: the list loaded and has no rows. */
export function Empty({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
      {Icon && <Icon className="size-7 text-soft" strokeWidth={1.5} aria-hidden />}
      <p className="font-medium">{title}</p>
      {children !== undefined && (
        <div className="grid max-w-prose justify-items-center gap-3 text-sm text-soft">{children}</div>
      )}
    </div>
  );
}
