import type { BrokenPlatformRecord, PlatformRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Badge } from '../../components/ui/badge.js';
import { buttonLook } from '../../components/ui/button.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Page } from '../../components/ui/page.js';
import { PlatformIcon } from '../../components/ui/platform-icon.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Skeleton } from '../../components/ui/list/states.js';
import { brokenPlatformsQuery, platformsQuery } from '../../lib/records/platforms.js';
import { InstallCard } from './install-card.js';
import { PlatformDetail } from './platform-detail.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/platforms');

export function PlatformsPage() {
  const { id } = route.useSearch();
  const platforms = useQuery(platformsQuery);
  const broken = useQuery(brokenPlatformsQuery);
  const chosen = platforms.data?.find((platform) => platform.id === id);
  if (chosen) return <PlatformDetail platform={chosen} />;
  return (
    <Page title={t.title} help={t.help}>
      <Loaded bare query={platforms} loading={<LoadingCards />}>
        {(all) => (
          <>
            {id !== undefined && (
              <Empty title={t.notInstalled}>
                <p>
                  <Filled text={t.notInstalledHelp} parts={{ id: <code className="break-all">{id}</code> }} />
                </p>
              </Empty>
            )}
            <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {broken.data?.map((adapter) => (
                <BrokenCard key={adapter.package} adapter={adapter} />
              ))}
              {all.map((platform) => (
                <PlatformCard key={platform.id} platform={platform} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {/* Rendered together with the list above, to avoid a layout shift. */}
      {!platforms.isPending && <InstallCard />}
    </Page>
  );
}

function PlatformCard({ platform }: { readonly platform: PlatformRecord }) {
  const { capabilities, limits } = platform;
  const features = [
    capabilities.choices === 'buttons' ? t.card.buttons(limits.options) : t.card.noButtons,
    ...(capabilities.media.url || capabilities.media.bytes ? [t.card.attachments] : []),
    ...(capabilities.threads ? [t.card.threads] : []),
  ];
  return (
    <li className="relative grid content-start gap-3 rounded-card border border-line bg-card p-5 hover:border-edge">
      <div className="flex items-center gap-3">
        <PlatformIcon svg={platform.icon} className="size-9" />
        <div className="min-w-0">
          <h2 className="font-semibold">
            <Link
              to="/platforms"
              search={{ id: platform.id }}
              className="after:absolute after:inset-0 after:content-['']"
            >
              {platform.name}
            </Link>
          </h2>
          <code className="text-[0.8125rem] text-soft">{platform.id}</code>
        </div>
      </div>
      <p className="text-sm text-soft">
        {capabilities.stream === 'none' ? t.card.needsUrl : t.card.noUrl} {features.join(', ')}.
      </p>
      <p>
        <Link
          to="/channels/+new"
          search={{ platform: platform.id }}
          className={`relative ${buttonLook('secondary', 'small')}`}
          aria-label={t.addNamed(platform.name)}
        >
          {t.addChannel}
        </Link>
      </p>
    </li>
  );
}

/** An adapter that is configured and could not be loaded, with the reason and the fix. */
function BrokenCard({ adapter }: { readonly adapter: BrokenPlatformRecord }) {
  return (
    <li className="grid min-w-0 content-start gap-3 rounded-card border border-line bg-card p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold wrap-anywhere">{adapter.id ?? adapter.package}</h2>
        <Badge tone="bad">{t.notLoaded}</Badge>
      </div>
      <code className="text-[0.8125rem] break-all text-soft">{adapter.package}</code>
      <p className="text-sm wrap-anywhere">{adapter.problem}</p>
    </li>
  );
}

function LoadingCards() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3" role="status" aria-label={t.loading}>
      {[0, 1, 2].map((card) => (
        <div key={card} className="grid gap-3 rounded-card border border-line bg-card p-5">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  );
}
