import type { SecondFactors } from '@gateway/contract';
import { removeAuthenticator } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.js';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Loaded } from '../../../components/ui/list/loaded.js';
import { Notice } from '../../../components/ui/notice.js';
import { SkeletonRows } from '../../../components/ui/list/states.js';
import { Time } from '../../../components/ui/time.js';
import { call } from '../../../lib/api.js';
import { AddPasskeyDialog } from './add-passkey-dialog.js';
import { CodesDialog } from './codes-dialog.js';
import { PasskeyList } from './passkey-list.js';
import { secondFactorsQuery, usePasskeyProblem } from './queries.js';
import { RemoveDialog } from './remove-dialog.js';
import { SetUpDialog } from './set-up-dialog.js';
import { t } from './texts.js';

/** With so few codes left a person should create new ones. */
const FEW_CODES = 3;

type DialogName = 'passkey' | 'set-up' | 'codes' | 'remove';

/** The operator's passkeys, authenticator app and recovery codes. */
export function SecondFactorCard() {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const close = () => setDialog(null);
  const query = useQuery(secondFactorsQuery);
  return (
    <Card title={t.title} help={t.help}>
      <Loaded query={query} loading={<SkeletonRows rows={1} />}>
        {(factors) => <Factors factors={factors} onOpen={setDialog} />}
      </Loaded>
      {dialog === 'passkey' && <AddPasskeyDialog onClose={close} />}
      {dialog === 'set-up' && <SetUpDialog onClose={close} />}
      {dialog === 'codes' && <CodesDialog onClose={close} />}
      {dialog === 'remove' && (
        <RemoveDialog
          title={t.app.removeQuestion}
          last={query.data?.passkeys.length === 0}
          remove={(body) => call(removeAuthenticator, { body })}
          onClose={close}
        />
      )}
    </Card>
  );
}

interface FactorsProps {
  readonly factors: SecondFactors;
  readonly onOpen: (dialog: DialogName) => void;
}

function Factors({ factors: { authenticator, passkeys, recovery_codes: codes }, onOpen }: FactorsProps) {
  const problem = usePasskeyProblem();
  const some = authenticator !== null || passkeys.length > 0;
  return (
    <div className="grid gap-4">
      {passkeys.length > 0 && (
        <PasskeyList passkeys={passkeys} last={authenticator === null && passkeys.length === 1} />
      )}
      {authenticator !== null && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="font-medium">{t.app.title}</span>
          <Badge tone="good">{t.app.on}</Badge>
          <span className="text-soft">
            <Filled text={t.app.added} parts={{ time: <Time at={authenticator.created_at} /> }} />
          </span>
          <Button look="ghost" size="small" onClick={() => onOpen('remove')}>
            {t.app.remove}
          </Button>
        </p>
      )}
      {some && <p className="text-sm text-soft">{t.codes.left(codes)}</p>}
      {some && codes < FEW_CODES && <Notice tone="wait">{t.codes.few}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button disabledReason={problem} onClick={() => onOpen('passkey')}>
          {t.addPasskey}
        </Button>
        {authenticator === null && <Button onClick={() => onOpen('set-up')}>{t.setUpApp}</Button>}
        {some && <Button onClick={() => onOpen('codes')}>{t.newCodes}</Button>}
      </div>
      {problem !== null && <p className="text-[0.8125rem] text-soft">{problem}</p>}
    </div>
  );
}
