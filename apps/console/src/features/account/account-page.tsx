import { Card } from '../../components/ui/card.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { Page } from '../../components/ui/page.js';
import { useSession } from '../../lib/session/session.js';
import { chooseTheme, useTheme, type Theme } from '../../lib/page/theme.js';
import { LanguageCard } from './language-card.js';
import { NameForm } from './name-form.js';
import { NotificationsCard } from './notifications/notifications-card.js';
import { PasswordForm } from './password-form.js';
import { ProviderCard } from './provider-card.js';
import { SecondFactorCard } from './second-factor/second-factor-card.js';
import { Sessions } from './sessions.js';
import { t } from './texts.js';
import { TimeZone } from './time-zone.js';

const choices: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: t.theme.system },
  { value: 'light', label: t.theme.light },
  { value: 'dark', label: t.theme.dark },
];

export function AccountPage() {
  const theme = useTheme();
  const { operator, gateway } = useSession();
  return (
    <Page measure title={t.title} help={t.help}>
      <NameForm />
      <Card title={t.theme.title} help={t.thisBrowserOnly}>
        <FilterTabs label={t.theme.title} value={theme} onChoose={chooseTheme} options={choices} />
      </Card>
      <LanguageCard />
      <TimeZone />
      <NotificationsCard />
      {operator.has_password && gateway.sign_in.password && (
        <>
          <PasswordForm />
          <SecondFactorCard />
          {gateway.sign_in.provider !== null && <ProviderCard name={gateway.sign_in.provider} />}
        </>
      )}
      <Sessions />
    </Page>
  );
}
