import { linkProvider } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Dialog } from '../../components/ui/dialog.js';
import { call } from '../../lib/api.js';
import { ProofStep, type OwnProof } from './second-factor/proof-step.js';
import { t } from './texts.js';

/** Links an account of the OpenID provider. `name`: of the provider. */
export function ProviderCard({ name }: { readonly name: string }) {
  const [asking, setAsking] = useState(false);
  const link = useMutation({
    mutationFn: (body: OwnProof) => call(linkProvider, { body }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <Card title={t.provider.title(name)} help={t.provider.help(name)}>
      <div>
        <Button onClick={() => setAsking(true)}>{t.provider.link}</Button>
      </div>
      {asking && (
        <Dialog open onClose={() => setAsking(false)} title={t.provider.title(name)}>
          <ProofStep
            action={t.provider.link}
            busy={link.isPending}
            error={link.error}
            onClose={() => setAsking(false)}
            onConfirm={(proof) => link.mutate(proof)}
          />
        </Dialog>
      )}
    </Card>
  );
}
