import { setUp } from '@gateway/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { Notice } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { sessionQuery } from '../../lib/session.js';
import { chooseTheme, useTheme } from '../../lib/theme.js';
import { Frame } from './frame.js';
import { OperatorForm } from './operator-form.js';
import { ProviderButton } from './provider-button.js';
import { useLinkToken } from './token.js';

export function SetupPage() {
  const token = useLinkToken();
  const theme = useTheme();
  const { provider } = useSuspenseQuery(sessionQuery).data.gateway.sign_in;
  if (token === null) {
    return (
      <Frame title="Welcome">
        {provider !== null && (
          <div className="mb-4 grid gap-4">
            <ProviderButton name={provider} look="primary" />
            <p className="text-sm text-soft">The first person must have the role owner there.</p>
          </div>
        )}
        <Notice>
          This gateway has no operator yet. Open the setup link that the gateway printed at startup. It contains{' '}
          <code>/console/setup#token=…</code> and works once. A restart prints a new link.
        </Notice>
      </Frame>
    );
  }
  return (
    <Frame title="Welcome" help="Create the first account of this gateway. It has the role owner.">
      <OperatorForm action="Create account" submit={(operator) => call(setUp, { body: { ...operator, token } })}>
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">Theme</span>
          <FilterTabs
            label="Theme"
            value={theme}
            onChoose={chooseTheme}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </div>
      </OperatorForm>
    </Frame>
  );
}
