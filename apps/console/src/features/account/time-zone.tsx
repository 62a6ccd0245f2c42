import { Card } from '../../components/ui/card.js';
import { Field, Select } from '../../components/ui/form/field.js';
import { useLocalChoice } from '../../lib/storage/local-choice.js';
import { browserTimeZone, timeZoneChoice } from '../../lib/language/locale.js';
import { exactTime, useNow } from '../../lib/time/time.js';
import { t } from './texts.js';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** The time zone of all dates in this browser. */
export function TimeZone() {
  const chosen = useLocalChoice(timeZoneChoice);
  const now = new Date(useNow()).toISOString();
  return (
    <Card title={t.timeZone.title} help={t.thisBrowserOnly}>
      <Field label={t.timeZone.label} help={t.timeZone.now(exactTime(now))} className="max-w-md">
        <Select value={chosen} onChange={({ target }) => timeZoneChoice.set(target.value)}>
          <option value="">{t.timeZone.ofBrowser(browserTimeZone)}</option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
    </Card>
  );
}
