import type { WindowTemplate } from '@gateway/contract';
import { Field, Input } from '../../../components/ui/field.js';

interface Props {
  readonly template: WindowTemplate;
  readonly issueOf: (name: string) => string | undefined;
  readonly onChange: (template: WindowTemplate) => void;
}

/** The approved template that announces a question. */
export function TemplateFields({ template, issueOf, onChange }: Props) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_9rem]">
      <Field
        label="Template"
        help="The name of an approved template with the text in the guide."
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
      <Field label="Language" error={issueOf('language')}>
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
