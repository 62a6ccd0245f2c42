import { setUp } from '@gateway/contract/values';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Filled } from '../../components/ui/form/filled.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { Notice } from '../../components/ui/notice.js';
import { call } from '../../lib/api.js';
import { sessionQuery } from '../../lib/session/session.js';
import { chooseTheme, useTheme } from '../../lib/page/theme.js';
import { Frame } from './frame.js';
import { OperatorForm } from './operator-form.js';
import { ProviderButton } from './provider-button.js';
import { t } from './texts.js';
import { useLinkToken } from './token.js';

export function SetupPage() {
  const token = useLinkToken();
  const theme = useTheme();
  const { provider } = useSuspenseQuery(sessionQuery).data.gateway.sign_in;
  if (token === null) {
    return (
      <Frame title={t.setUp.title}>
        {provider !== null && (
          <div className="mb-4 grid gap-4">
            <ProviderButton name={provider} look="primary" />
            <p className="text-sm text-soft">{t.setUp.firstOwner}</p>
          </div>
        )}
        <Notice>
          <Filled text={t.setUp.noOperator} parts={{ link: <code>/console/setup#token=…</code> }} />
        </Notice>
      </Frame>
    );
  }
  return (
    <Frame title={t.setUp.title} help={t.setUp.help}>
      <OperatorForm action={t.setUp.create} submit={(operator) => call(setUp, { body: { ...operator, token } })}>
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">{t.setUp.theme.title}</span>
          <FilterTabs
            label={t.setUp.theme.title}
            value={theme}
            onChoose={chooseTheme}
            options={[
              { value: 'system', label: t.setUp.theme.system },
              { value: 'light', label: t.setUp.theme.light },
              { value: 'dark', label: t.setUp.theme.dark },
            ]}
          />
        </div>
      </OperatorForm>
    </Frame>
  );
}
