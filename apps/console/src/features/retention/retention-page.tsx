import { useQuery } from '@tanstack/react-query';
import { Page } from '../../components/ui/page.js';
import { Card } from '../../components/ui/card.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { SkeletonRows } from '../../components/ui/list/states.js';
import { settingsQuery } from './queries.js';
import { RetentionSettingsForm } from './retention-form.js';
import { t } from './texts.js';

export function RetentionPage() {
  const settings = useQuery(settingsQuery);
  return (
    <Page measure title={t.title} help={t.help}>
      <Loaded
        bare
        query={settings}
        loading={
          <Card flush>
            <SkeletonRows rows={3} />
          </Card>
        }
      >
        {(saved) => <RetentionSettingsForm key={saved.updated_at} saved={saved} />}
      </Loaded>
    </Page>
  );
}
