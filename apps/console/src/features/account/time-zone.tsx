import { Card } from '../../components/ui/card.js';
import { Field, Select } from '../../components/ui/field.js';
import { useLocalChoice } from '../../lib/local-choice.js';
import { browserTimeZone, timeZoneChoice } from '../../lib/locale.js';
import { exactTime, useNow } from '../../lib/time.js';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** The time zone of all dates in this browser. */
export function TimeZone() {
  const chosen = useLocalChoice(timeZoneChoice);
  const now = new Date(useNow()).toISOString();
  return (
    <Card title="Time zone" help="Applies to this browser only.">
      <Field label="Show dates in" help={`Now: ${exactTime(now)}`} className="max-w-md">
        <Select value={chosen} onChange={({ target }) => timeZoneChoice.set(target.value)}>
          <option value="">{`The browser’s time zone (${browserTimeZone})`}</option>
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
