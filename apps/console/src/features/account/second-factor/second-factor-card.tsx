import { getSecondFactors } from '@gateway/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.js';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { Loaded, Notice, SkeletonRows } from '../../../components/ui/states.js';
import { Time } from '../../../components/ui/time.js';
import { call } from '../../../lib/api.js';
import { CodesDialog } from './codes-dialog.js';
import { RemoveDialog } from './remove-dialog.js';
import { SetUpDialog } from './set-up-dialog.js';

const secondFactorsQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactors, {}, { signal }),
});

/** With so few codes left a person should create new ones. */
const FEW_CODES = 3;

/** The operator's authenticator app and recovery codes. */
export function SecondFactorCard() {
  const [dialog, setDialog] = useState<'set-up' | 'codes' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <Card
      title="Second factor"
      help="With it, your password alone is not enough to sign in. Adding or removing it signs you out of every other browser."
    >
      <Loaded query={useQuery(secondFactorsQuery)} loading={<SkeletonRows rows={1} />}>
        {({ authenticator, recovery_codes: codes }) =>
          authenticator === null ? (
            <Button onClick={() => setDialog('set-up')}>Set up an authenticator app</Button>
          ) : (
            <div className="grid gap-4">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                <span className="font-medium">Authenticator app</span>
                <Badge tone="good">On</Badge>
                <span className="text-soft">
                  added <Time at={authenticator.created_at} />, {codes} recovery {codes === 1 ? 'code' : 'codes'} left
                </span>
              </p>
              {codes < FEW_CODES && (
                <Notice tone="wait">Few recovery codes are left. Create new ones before you need them.</Notice>
              )}
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => setDialog('codes')}>New recovery codes</Button>
                <Button onClick={() => setDialog('remove')}>Remove</Button>
              </div>
            </div>
          )
        }
      </Loaded>
      {dialog === 'set-up' && <SetUpDialog onClose={close} />}
      {dialog === 'codes' && <CodesDialog onClose={close} />}
      {dialog === 'remove' && <RemoveDialog onClose={close} />}
    </Card>
  );
}
