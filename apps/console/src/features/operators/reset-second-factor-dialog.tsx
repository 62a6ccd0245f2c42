import type { OperatorRecord } from '@gateway/contract';
import { resetSecondFactor } from '@gateway/contract/values';
import { Confirm } from '../../components/ui/dialog.js';
import { Filled } from '../../components/ui/form/filled.js';
import { call } from '../../lib/api.js';
import { useSave } from '../../lib/forms/use-save.js';
import { t } from './texts.js';

interface Props {
  readonly operator: OperatorRecord;
  readonly onClose: () => void;
}

/** Removes the second factors of an operator who has lost them. */
export function ResetSecondFactorDialog({ operator, onClose }: Props) {
  const reset = useSave(() => call(resetSecondFactor, { params: { id: operator.id } }), {
    resources: ['operators'],
    onSaved: onClose,
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={t.resetSecondFactor.question(operator.name)}
      action={t.resetSecondFactor.submit}
      busy={reset.isPending}
      error={reset.error}
      onConfirm={() => reset.mutate()}
    >
      <p>
        <Filled
          text={t.resetSecondFactor.effect}
          parts={{ name: <strong>{operator.name}</strong>, email: operator.email }}
        />
      </p>
      <p className="text-soft">{t.resetSecondFactor.caution}</p>
    </Confirm>
  );
}
