import type { PolicyStep } from '@gateway/contract';
import { limits } from '@gateway/contract/values';
import { Plus, X } from 'lucide-react';
import { ApproversField } from '../../components/approvers-field.js';
import { ChannelsField } from '../../components/channels-field.js';
import { DurationField } from '../../components/duration-field.js';
import { Button, IconButton } from '../../components/ui/button.js';
import { Field, Select } from '../../components/ui/form/field.js';
import { t } from './texts.js';

interface Props {
  readonly steps: readonly PolicyStep[];
  readonly onChange: (steps: PolicyStep[]) => void;
}

/** The steps of a policy: a reminder, or further channels. */
export function StepFields({ steps, onChange }: Props) {
  const isFull = steps.length >= limits.policySteps;
  const add = () => onChange([...steps, { after_sec: (steps.at(-1)?.after_sec ?? 0) + 900, remind: true }]);
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-1.5 text-sm font-medium">
        {t.steps.title} <span className="font-normal text-soft">{t.steps.hint}</span>
      </legend>
      {steps.map((step, index) => (
        <StepField
          // The index is the only identity of a step.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          number={index + 1}
          step={step}
          onChange={(next) => onChange(steps.with(index, next))}
          onRemove={() => onChange(steps.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="small"
        className="w-fit"
        disabledReason={isFull ? t.steps.full(limits.policySteps) : null}
        onClick={add}
      >
        <Plus className="size-4" aria-hidden />
        {t.steps.add}
      </Button>
    </fieldset>
  );
}

interface PauseProps {
  readonly seconds: number;
  readonly onChange: (seconds: number) => void;
}

/** For how long the steps wait while somebody has the prompt. */
export function PauseField({ seconds, onChange }: PauseProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex flex-wrap items-end gap-2">
        <DurationField
          optional
          label={t.pause.time}
          unitLabel={t.pause.unit}
          seconds={seconds === 0 ? null : seconds}
          max={limits.pauseStepsSecMax}
          onChange={(given) => onChange(given ?? 0)}
        />
      </div>
      <p className="text-[0.8125rem] text-soft">{t.pause.help}</p>
    </div>
  );
}

interface StepProps {
  readonly number: number;
  readonly step: PolicyStep;
  readonly onChange: (step: PolicyStep) => void;
  readonly onRemove: () => void;
}

function StepField({ number, step, onChange, onRemove }: StepProps) {
  const { after_sec, channels, approvers = [] } = step;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control border border-line px-3 py-3">
      <div className="flex flex-wrap items-end gap-2">
        <DurationField
          label={t.steps.time(number)}
          unitLabel={t.steps.unit(number)}
          seconds={after_sec}
          onChange={(seconds) => onChange({ ...step, after_sec: seconds ?? 0 })}
        />
        <Field label={t.steps.action(number)} className="min-w-40 flex-1">
          <Select
            value={channels ? 'channels' : 'remind'}
            onChange={({ target }) =>
              onChange(target.value === 'remind' ? { after_sec, remind: true } : { after_sec, channels: [] })
            }
          >
            <option value="remind">{t.steps.remind}</option>
            <option value="channels">{t.steps.ask}</option>
          </Select>
        </Field>
        <IconButton label={t.steps.remove(number)} size="normal" onClick={onRemove}>
          <X className="size-4" aria-hidden />
        </IconButton>
      </div>
      {channels && (
        <>
          <ChannelsField
            label={t.steps.channels(number)}
            type="PROMPT"
            channels={channels}
            onChange={(chosen) => onChange({ ...step, channels: [...chosen] })}
          />
          <ApproversField
            label={t.steps.approvers(number)}
            help={t.steps.approversHelp}
            approvers={approvers}
            onChange={(chosen) =>
              onChange({ after_sec, channels, ...(chosen.length > 0 && { approvers: [...chosen] }) })
            }
          />
        </>
      )}
    </div>
  );
}
