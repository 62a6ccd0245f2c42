import { getSigningSecret } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Copyable } from '../../components/ui/copy.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useMay, useSession } from '../../lib/session/session.js';
import { t as texts } from './texts.js';

const t = texts.secret;

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
    <Card title={t.title} help={t.help}>
      {reveal.data ? (
        <div className="grid gap-3 text-sm">
          <Copyable text={reveal.data.secret} label={t.copy} />
          {reveal.data.webhook_secret !== reveal.data.secret && (
            <>
              <p className="text-soft">{t.webhooks}</p>
              <Copyable text={reveal.data.webhook_secret} label={t.copyWebhooks} />
            </>
          )}
          {reveal.data.previous > 0 && <p className="text-soft">{t.previous(reveal.data.previous)}</p>}
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => onUse(reveal.data.secret)}>
              {t.use}
            </Button>
            <Button size="small" onClick={() => reveal.reset()}>
              {t.hide}
            </Button>
          </div>
        </div>
      ) : (
        <Button disabledReason={may ? null : t.role(operator.role)} onClick={() => setAsking(true)}>
          {t.show}
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => {
          setAsking(false);
          reveal.reset();
        }}
        title={t.confirm}
      >
        <div className="grid gap-4 text-sm">
          <p>{t.confirmText(operator.name)}</p>
          {reveal.isError && <Failure bare error={reveal.error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>{t.cancel}</Button>
            <Button look="primary" busy={reveal.isPending} onClick={() => reveal.mutate()}>
              {t.confirmShow}
            </Button>
          </div>
        </div>
      </Dialog>
    </Card>
  );
}
