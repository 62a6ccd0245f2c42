import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLocalChoice } from '../../lib/storage/local-choice.js';
import { pushOperator } from '../../lib/push/push-choice.js';
import { useSession } from '../../lib/session/session.js';

/** Renews the registration of this browser if the operator turned notifications on in it, and opens prompts from notifications. */
export function useNotifications(): void {
  const { operator } = useSession();
  const router = useRouter();
  const client = useQueryClient();
  const isOn = useLocalChoice(pushOperator) === operator.id;
  useEffect(() => {
    if (!isOn) return;
    let end = () => {};
    let isEnded = false;
    void import('../../lib/push/push.js').then(async ({ onOpen, renew }) => {
      if (isEnded) return;
      end = onOpen((path) => void router.navigate({ href: router.options.basepath + path }));
      // A failure shows on the page of the account: the list of devices lacks this browser.
      await renew()
        .then(() => client.invalidateQueries({ queryKey: ['notifications'] }))
        .catch(() => {});
    });
    return () => {
      isEnded = true;
      end();
    };
  }, [isOn, router, client]);
}
