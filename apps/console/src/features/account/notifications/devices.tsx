import type { NotificationDevice } from '@gateway/contract';
import { removeNotificationDevice, testNotificationDevice } from '@gateway/contract/values';
import { Laptop, Smartphone } from 'lucide-react';
import { Badge } from '../../../components/ui/badge.js';
import { Button } from '../../../components/ui/button.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Time } from '../../../components/ui/time.js';
import { call, reasonOf } from '../../../lib/api.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { browserName, isHandheld } from '../../../lib/session/user-agent.js';
import { t } from './texts.js';
import { toast } from '../../../lib/page/toast.js';

/** The browsers that get notifications. */
export function Devices({ devices }: { readonly devices: readonly NotificationDevice[] }) {
  const settled = {
    resources: ['notifications'],
    refreshAlways: true,
    onFailed: (error: Error) => toast.error(reasonOf(error)),
  };
  const test = useSave((id: string) => call(testNotificationDevice, { params: { id } }), {
    ...settled,
    onSaved: () => toast.success(t.devices.testSent),
  });
  const remove = useSave((id: string) => call(removeNotificationDevice, { params: { id } }), settled);
  if (devices.length === 0) return null;
  return (
    <ul aria-label={t.devices.label} className="grid gap-3">
      {devices.map((device) => {
        const name = browserName(device.user_agent);
        const Icon = isHandheld(device.user_agent) ? Smartphone : Laptop;
        return (
          <li key={device.id} className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
            <Icon className="size-5 shrink-0 text-soft" strokeWidth={1.75} aria-hidden />
            <div className="min-w-40 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
                {name}
                {device.current && <Badge tone="good">{t.devices.thisBrowser}</Badge>}
              </p>
              <p className="text-[0.8125rem] text-soft">
                <Filled
                  text={device.last_success_at === null ? t.devices.notNotified : t.devices.notified}
                  parts={{ added: <Time at={device.created_at} />, notified: <Time at={device.last_success_at} /> }}
                />
              </p>
              {device.last_error !== null && (
                <p className="text-[0.8125rem] wrap-anywhere text-bad">{device.last_error}</p>
              )}
            </div>
            <div className="flex gap-2">
              <Button
                size="small"
                busy={test.isPending && test.variables === device.id}
                aria-label={t.devices.testTo(name)}
                onClick={() => test.mutate(device.id)}
              >
                {t.devices.test}
              </Button>
              {!device.current && (
                <Button
                  size="small"
                  busy={remove.isPending && remove.variables === device.id}
                  aria-label={t.devices.removeNamed(name)}
                  onClick={() => remove.mutate(device.id)}
                >
                  {t.devices.remove}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
