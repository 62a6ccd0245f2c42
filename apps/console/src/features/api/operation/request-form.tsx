import { use } from 'react';
import { Field, Input, Select, Textarea } from '../../../components/ui/field.js';
import { formatNumber } from '../../../lib/locale.js';
import { examplesOf } from '../document/example.js';
import type { Entry } from '../document/entries.js';
import { shapeOf } from '../document/schema.js';
import type { Parameter } from '../document/types.js';
import { Disclosure } from './disclosure.js';
import { isRepeated, keyOf, parameterExample, parsed, type Draft } from './request.js';
import { DocumentContext } from './schema-view.js';
import { t as texts } from './texts.js';

const t = texts.request;

interface Props {
  readonly entry: Entry;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** The fields of a request: required parameters, optional ones, and the body as JSON. */
export function RequestForm({ entry: { operation }, draft, onChange }: Props) {
  const { parameters = [], requestBody } = operation;
  const fields = (isRequired: boolean) => {
    const shown = parameters.filter(({ required = false }) => required === isRequired);
    return shown.length === 0 ? null : (
      <div className="grid gap-3 sm:grid-cols-2">
        {shown.map((parameter) => (
          <ParameterField
            key={keyOf(parameter)}
            parameter={parameter}
            value={draft.values[keyOf(parameter)] ?? ''}
            onChange={(value) => onChange({ ...draft, values: { ...draft.values, [keyOf(parameter)]: value } })}
          />
        ))}
      </div>
    );
  };
  const optional = parameters.filter(({ required = false }) => !required).length;
  return (
    <>
      {fields(true)}
      {optional > 0 && (
        <Disclosure label={t.optional(formatNumber(optional))} open={optional <= 4}>
          <div className="mt-2">{fields(false)}</div>
        </Disclosure>
      )}
      {requestBody && (
        <BodyField entry={operation} body={draft.body} onChange={(body) => onChange({ ...draft, body })} />
      )}
    </>
  );
}

interface ParameterProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ParameterField({ parameter, value, onChange }: ParameterProps) {
  const document = use(DocumentContext);
  const { schema, values } = shapeOf(document, parameter.schema ?? {});
  return (
    <Field label={<code>{parameter.name}</code>} {...(isRepeated(parameter) && { help: t.repeated })}>
      {values.length > 0 && !isRepeated(parameter) ? (
        <Select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t.notSet}</option>
          {values.map((one) => (
            <option key={String(one)} value={String(one)}>
              {String(one)}
            </option>
          ))}
        </Select>
      ) : (
        <Input
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder={parameterExample(document, parameter)}
          inputMode={schema.type === 'integer' ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  );
}

interface BodyProps {
  readonly entry: Entry['operation'];
  readonly body: string;
  readonly onChange: (body: string) => void;
}

function BodyField({ entry, body, onChange }: BodyProps) {
  const examples = examplesOf(use(DocumentContext), entry.requestBody?.content, 'request');
  const bodies = examples.map(({ value }) => JSON.stringify(value, null, 2));
  return (
    <>
      {examples.length > 1 && (
        <Field label={t.example}>
          <Select
            lang="en"
            value={bodies.indexOf(body)}
            onChange={(event) => onChange(bodies[Number(event.target.value)] ?? body)}
          >
            {!bodies.includes(body) && <option value={-1}>{t.edited}</option>}
            {examples.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t.body} {...(body.trim() !== '' && parsed(body) === undefined && { error: t.notJson })}>
        <Textarea
          value={body}
          onChange={(event) => onChange(event.target.value)}
          rows={Math.min(16, Math.max(5, body.split('\n').length + 1))}
          spellCheck={false}
          dir="ltr"
          className="font-mono text-[0.8125rem]"
        />
      </Field>
    </>
  );
}
