import { setUp } from '@gateway/contract';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { Notice } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { chooseTheme, useTheme } from '../../lib/theme.js';
import { Frame } from './frame.js';
import { OperatorForm } from './operator-form.js';
import { useLinkToken } from './token.js';

export function SetupPage() {
  const token = useLinkToken();
  const theme = useTheme();
  if (token === null) {
    return (
      <Frame title="Welcome">
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
