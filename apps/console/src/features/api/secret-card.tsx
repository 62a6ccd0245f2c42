import { getSigningSecret } from '@gateway/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Copyable } from '../../components/ui/copy.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { useMay, useSession } from '../../lib/session.js';

/** Shows the signing secret to owners. It is kept in memory only, until the page is left. */
export function SecretCard({ onUse }: { readonly onUse: (secret: string) => void }) {
  const { operator } = useSession();
  const may = useMay('admin');
  const [asking, setAsking] = useState(false);
  const reveal = useMutation({
    mutationFn: () => call(getSigningSecret, {}),
    onSuccess: () => setAsking(false),
    gcTime: 0,
  });
  return (
    <Card
      title="Signing secret"
      help="Anyone with this secret can forge callbacks to your agents. Share it with receivers only."
    >
      {reveal.data ? (
        <div className="grid gap-3 text-sm">
          <Copyable text={reveal.data.secret} label="Copy the secret" />
          {reveal.data.webhook_secret !== reveal.data.secret && (
            <>
              <p className="text-soft">The same secret for Standard Webhooks libraries:</p>
              <Copyable text={reveal.data.webhook_secret} label="Copy the secret for Standard Webhooks" />
            </>
          )}
          {reveal.data.previous > 0 && (
            <p className="text-soft">
              {reveal.data.previous === 1 ? 'One previous secret is' : `${reveal.data.previous} previous secrets are`}{' '}
              also used to sign (CALLBACK_SIGNING_SECRET_PREVIOUS).
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => onUse(reveal.data.secret)}>
              Use in the check above
            </Button>
            <Button size="small" onClick={() => reveal.reset()}>
              Hide
            </Button>
          </div>
        </div>
      ) : (
        <Button
          disabledReason={may ? null : `Your role ${operator.role} cannot view the secret. Ask an owner.`}
          onClick={() => setAsking(true)}
        >
          Show the signing secret
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => {
          setAsking(false);
          reveal.reset();
        }}
        title="Show the signing secret?"
      >
        <div className="grid gap-4 text-sm">
          <p>
            The audit log will record that you, {operator.name}, viewed it. Make sure that no one else can see your
            screen.
          </p>
          {reveal.isError && <Failure bare error={reveal.error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="primary" busy={reveal.isPending} onClick={() => reveal.mutate()}>
              Show secret
            </Button>
          </div>
        </div>
      </Dialog>
    </Card>
  );
}
