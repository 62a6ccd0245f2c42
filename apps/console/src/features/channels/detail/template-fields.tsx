import type { UseFormRegister } from 'react-hook-form';
import { Field, Input } from '../../../components/ui/form/field.js';
import type { Edit } from './patch.js';
import { t } from './texts.js';

interface Props {
  readonly register: UseFormRegister<Edit>;
  readonly errorAt: (field: string) => string | undefined;
}

/** The approved template that announces a prompt. */
export function TemplateFields({ register, errorAt }: Props) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_5rem]">
      <Field
        label={t.window.template}
        help={t.window.templateHelp}
        error={errorAt('window_template.name') ?? errorAt('window_template')}
      >
        <Input
          placeholder="question_waiting"
          spellCheck={false}
          className="font-mono"
          {...register('window_template.name')}
        />
      </Field>
      <Field label={t.window.language} error={errorAt('window_template.language')}>
        <Input placeholder="en" spellCheck={false} className="font-mono" {...register('window_template.language')} />
      </Field>
    </div>
  );
}
