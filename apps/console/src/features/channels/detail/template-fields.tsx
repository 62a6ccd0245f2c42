import type { WindowTemplate } from '@gateway/contract';
import { Field, Input } from '../../../components/ui/form/field.js';
import { t } from './texts.js';

interface Props {
  readonly template: WindowTemplate;
  readonly issueOf: (name: string) => string | undefined;
  readonly onChange: (template: WindowTemplate) => void;
}

/** The approved template that announces a prompt. */
export function TemplateFields({ template, issueOf, onChange }: Props) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_5rem]">
      <Field
        label={t.window.template}
        help={t.window.templateHelp}
        error={issueOf('name') ?? issueOf('window_template')}
      >
        <Input
          value={template.name}
          placeholder="question_waiting"
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => onChange({ ...template, name: target.value })}
        />
      </Field>
      <Field label={t.window.language} error={issueOf('language')}>
        <Input
          value={template.language}
          placeholder="en"
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => onChange({ ...template, language: target.value })}
        />
      </Field>
    </div>
  );
}
