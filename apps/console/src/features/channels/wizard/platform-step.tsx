import type { PlatformRecord } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { classes } from '../../../components/ui/classes.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { PlatformIcon } from '../../../components/ui/platform-icon.js';
import { Empty } from '../../../components/ui/list/empty.js';
import { t } from './texts.js';

interface Props {
  readonly platforms: readonly PlatformRecord[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The network requirement of a platform. */
function networkRequirement({ webhook, stream }: PlatformRecord['capabilities']): string {
  if (webhook === 'required') return t.platform.needsUrl;
  return stream === 'none' ? t.platform.noInbound : t.platform.noUrl;
}

export function PlatformStep({ platforms, chosen, onChoose }: Props) {
  if (platforms.length === 0) {
    return (
      <Empty title={t.platform.none}>
        <p>{t.platform.noneHelp}</p>
      </Empty>
    );
  }
  return (
    <section aria-labelledby="choose-platform" className="grid gap-4">
      <h2 id="choose-platform" className="text-[0.9375rem] font-semibold">
        {t.platform.title}
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
        <Filled
          text={t.platform.noAccount}
          parts={{
            link: (
              <Link to="/" search={{ try: true }} className="text-accent underline">
                {t.platform.tryIt}
              </Link>
            ),
          }}
        />
      </p>
    </section>
  );
}
