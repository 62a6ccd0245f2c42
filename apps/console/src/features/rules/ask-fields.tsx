import { useInfiniteQuery } from '@tanstack/react-query';
import { ApproversField } from '../../components/approvers-field.js';
import { ChannelsField } from '../../components/channels-field.js';
import { DurationField } from '../../components/duration-field.js';
import { Check, Field, Select } from '../../components/ui/form/field.js';
import { policiesQuery } from '../../lib/records/policies.js';
import { useMay } from '../../lib/session/session.js';
import type { RuleValues } from './draft.js';
import { t as texts } from './texts.js';

const t = texts.ask;

interface Props {
  readonly then: RuleValues['then'];
  readonly errorAt: (field: string) => string | undefined;
  readonly onChange: (part: Partial<RuleValues['then']>) => void;
}

/** How people are asked about an action that matches. */
export function AskFields({ then, errorAt, onChange }: Props) {
  const { data } = useInfiniteQuery(policiesQuery);
  const mayName = useMay('people:write');
  const policies = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{t.title}</legend>
      {then.verdict === 'allow' && <p className="-mt-3 text-[0.8125rem] text-soft">{t.allowHelp}</p>}
      <div className="grid gap-1.5">
        <ChannelsField
          label={t.channels}
          type="PROMPT"
          channels={then.channels}
          error={errorAt('then.channels')}
          onChange={(channels) => onChange({ channels })}
        />
        <p className="text-[0.8125rem] text-soft">{t.channelsHelp}</p>
      </div>
      <Field label={t.policy} optional help={t.policyHelp} error={errorAt('then.policy')}>
        <Select value={then.policy} onChange={({ target }) => onChange({ policy: target.value })}>
          <option value="">{t.noPolicy}</option>
          {policies.map(({ policy_id, name }) => (
            <option key={policy_id} value={policy_id}>
              {name}
            </option>
          ))}
          {then.policy !== '' && !policies.some(({ policy_id }) => policy_id === then.policy) && (
            <option value={then.policy}>{then.policy}</option>
          )}
        </Select>
      </Field>
      <ApproversField
        label={t.approvers}
        help={mayName ? t.approversHelp : t.approversOwnersOnly}
        approvers={then.approvers}
        disabled={!mayName}
        error={errorAt('then.approvers')}
        onChange={(approvers) => onChange({ approvers })}
      />
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <div className="flex flex-wrap items-end gap-2">
          <DurationField
            optional
            label={t.ttl}
            unitLabel={t.ttlUnit}
            seconds={then.ttl_sec}
            error={errorAt('then.ttl_sec')}
            onChange={(ttl_sec) => onChange({ ttl_sec })}
          />
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <DurationField
            optional
            label={t.consume}
            unitLabel={t.consumeUnit}
            seconds={then.consume_within_sec}
            error={errorAt('then.consume_within_sec')}
            onChange={(consume_within_sec) => onChange({ consume_within_sec })}
          />
        </div>
        <p className="text-[0.8125rem] text-soft sm:col-span-2">{t.timesHelp}</p>
      </div>
      <Check label={t.labels} checked={then.labels} onChange={({ target }) => onChange({ labels: target.checked })} />
    </fieldset>
  );
}
