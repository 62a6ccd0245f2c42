import { Card } from '../../components/ui/card.js';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { Page } from '../../components/ui/page.js';
import { useSession } from '../../lib/session.js';
import { chooseTheme, useTheme, type Theme } from '../../lib/theme.js';
import { NameForm } from './name-form.js';
import { NotificationsCard } from './notifications/notifications-card.js';
import { PasswordForm } from './password-form.js';
import { SecondFactorCard } from './second-factor/second-factor-card.js';
import { Sessions } from './sessions.js';
import { TimeZone } from './time-zone.js';

const choices: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function AccountPage() {
  const theme = useTheme();
  const { operator, gateway } = useSession();
  return (
    <Page title="Account" help="Your profile, sign-in and sessions.">
      <NameForm />
      <Card title="Theme" help="Applies to this browser only.">
        <FilterTabs label="Theme" value={theme} onChoose={chooseTheme} options={choices} />
      </Card>
      <TimeZone />
      <NotificationsCard />
      {operator.has_password && gateway.sign_in.password && (
        <>
          <PasswordForm />
          <SecondFactorCard />
        </>
      )}
      <Sessions />
    </Page>
  );
}
