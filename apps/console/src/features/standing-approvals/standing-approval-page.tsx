import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../components/ui/card.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Missing } from '../../components/ui/list/missing.js';
import { Page } from '../../components/ui/page.js';
import { grantQuery } from '../../lib/records/grants.js';
import { GrantFacts } from './grant-facts.js';
import { StateBadge, StopButton } from './grant-parts.js';
import { coverOf } from './sentences.js';
import { StopDialog } from './stop-dialog.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/standing-approvals/$grantId');

/** One standing approval: where links from prompts and the audit log lead. */
export function StandingApprovalPage() {
  const { grantId } = route.useParams();
  const query = useQuery(grantQuery(grantId));
  const [isAsked, setAsked] = useState(false);
  return (
    <Page title={t.one} back={{ to: '/standing-approvals', label: t.title }}>
      <Loaded
        query={query}
        missing={<Missing retained title={t.notFound} list={{ to: '/standing-approvals', label: t.all }} />}
      >
        {(grant) => (
          <Card
            title={
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {coverOf(grant)}
                </span>
                <StateBadge grant={grant} />
              </span>
            }
            actions={<StopButton grant={grant} onStop={() => setAsked(true)} />}
          >
            <GrantFacts grant={grant} />
            {isAsked && <StopDialog grant={grant} onClose={() => setAsked(false)} />}
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
