import type { NotificationSettings } from '@gateway/contract';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Input } from '../../../components/ui/form/field.js';
import { Switch } from '../../../components/ui/form/switch.js';
import { timeZone } from '../../../lib/language/locale.js';
import { useChange } from './queries.js';
import { t } from './texts.js';

const usual = { from: '22:00', to: '07:00' };

/** A daily time without notifications, in the time zone of the dates in this browser. */
export function QuietHours({ settings }: { readonly settings: NotificationSettings }) {
  const change = useChange();
  const saved = settings.quiet_hours;
  const [times, setTimes] = useState(saved ?? usual);
  const zone = saved?.time_zone ?? timeZone();
  const isChanged = saved !== null && (times.from !== saved.from || times.to !== saved.to);
  const isEmpty = times.from === times.to || times.from === '' || times.to === '';
  const save = () => change.mutate({ quiet_hours: { from: times.from, to: times.to, time_zone: timeZone() } });
  return (
    <div className="grid gap-3">
      <Switch
        label={t.quietHours.title}
        help={t.quietHours.help}
        checked={saved !== null}
        onChange={(checked) => (checked ? save() : change.mutate({ quiet_hours: null }))}
      />
      {saved !== null && (
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (isChanged && !isEmpty) save();
          }}
        >
          <Field label={t.quietHours.from}>
            <Input
              type="time"
              required
              value={times.from}
              onChange={({ target }) => setTimes({ ...times, from: target.value })}
            />
          </Field>
          <Field label={t.quietHours.to}>
            <Input
              type="time"
              required
              value={times.to}
              onChange={({ target }) => setTimes({ ...times, to: target.value })}
            />
          </Field>
          <Button
            type="submit"
            busy={change.isPending}
            disabledReason={isEmpty ? t.quietHours.equal : isChanged ? null : t.quietHours.noChanges}
          >
            {t.quietHours.save}
          </Button>
          <p className="w-full text-[0.8125rem] text-soft">{t.quietHours.zone(zone.replaceAll('_', ' '))}</p>
        </form>
      )}
    </div>
  );
}
