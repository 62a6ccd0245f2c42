import type { PlatformRecord } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { classes } from '../../../components/ui/classes.js';
import { PlatformIcon } from '../../../components/ui/platform-icon.js';
import { Empty } from '../../../components/ui/states.js';

interface Props {
  readonly platforms: readonly PlatformRecord[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The network requirement of a platform. */
function networkRequirement({ webhook, stream }: PlatformRecord['capabilities']): string {
  if (webhook === 'required') return 'Requires a public URL';
  return stream === 'none' ? 'No inbound access required' : 'Works without a public URL';
}

export function PlatformStep({ platforms, chosen, onChoose }: Props) {
  if (platforms.length === 0) {
    return (
      <Empty title="No platform is installed">
        <p>This gateway has no platform adapter. Install one and restart the gateway.</p>
      </Empty>
    );
  }
  return (
    <section aria-labelledby="choose-platform" className="grid gap-4">
      <h2 id="choose-platform" className="text-[0.9375rem] font-semibold">
        Choose a platform
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {platforms.map(({ id, name, icon, capabilities }) => (
          <li key={id} className="grid">
            <button
              type="button"
              onClick={() => onChoose(id)}
              aria-current={id === chosen || undefined}
              className={classes(
                'flex items-center gap-3.5 rounded-card border bg-card p-4 text-left transition-colors hover:border-accent',
                id === chosen ? 'border-accent' : 'border-line',
              )}
            >
              <PlatformIcon svg={icon} className="size-8" />
              <span className="min-w-0">
                <span className="block font-medium">{name}</span>
                <span className="block text-xs text-soft">{networkRequirement(capabilities)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft">
        No account yet?{' '}
        <Link to="/" search={{ try: true }} className="text-accent underline">
          Try a simulated chat
        </Link>
        .
      </p>
    </section>
  );
}
