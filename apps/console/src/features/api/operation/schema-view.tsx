import { use, createContext, useState, type ReactNode } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Filled } from '../../../components/ui/filled.js';
import { formatNumber } from '../../../lib/locale.js';
import { shapeOf, type Shape, type Variant } from '../document/schema.js';
import type { OpenApi, Schema } from '../document/types.js';
import { Disclosure } from './disclosure.js';
import { English } from './english.js';
import { limitsOf } from './limits.js';
import { t as texts } from './texts.js';

const t = texts.schema;

/** The document that references are looked up in. */
export const DocumentContext = createContext<OpenApi>({});

/** Whether the gateway sends the fields: a reader expects them all, and wants to know which can be absent. */
export const ReplyContext = createContext(false);

/** The most values that are shown at first. */
const VALUES = 12;

/** The fields or forms of a body. */
export function SchemaView({ schema }: { readonly schema: Schema }) {
  const shape = shapeOf(use(DocumentContext), schema);
  const { type, fields, variants } = shape;
  return (
    <div className="grid min-w-0 gap-2">
      {(type !== 'object' || fields.length === 0) && (
        <p className="text-sm">
          <code className="wrap-anywhere text-soft">{type}</code>
        </p>
      )}
      {shape.schema.description !== undefined && <English text={shape.schema.description} />}
      {fields.length === 0 && variants.length === 0 && <Facts shape={shape} />}
      <Inside shape={shape} />
    </div>
  );
}

/** The fields and the forms of a shape. */
function Inside({ shape: { fields, variants } }: { readonly shape: Shape }) {
  return (
    <>
      {fields.length > 0 && (
        <ul className="min-w-0">
          {fields.map(({ name, isRequired, schema }) => (
            <FieldRow key={name} name={name} isRequired={isRequired} schema={schema} />
          ))}
        </ul>
      )}
      {variants.length > 0 && <Variants variants={variants} />}
    </>
  );
}

function Variants({ variants }: { readonly variants: readonly Variant[] }) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-[0.8125rem] text-soft">{t.variants}</p>
      <ul className="grid min-w-0 gap-2">
        {variants.map(({ name, schema }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the forms of a schema do not move
          <li key={index} className="min-w-0 rounded-control border border-line px-3 py-2">
            <Disclosure label={<code>{name}</code>} open={variants.length <= 2}>
              <SchemaView schema={schema} />
            </Disclosure>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  /** Instead of the description of the schema. */
  readonly description?: string | undefined;
}

/** A field or a parameter: its name, type, description and limits, and what is inside it. */
export function FieldRow({ name, isRequired, schema, description }: FieldProps) {
  const shape = shapeOf(use(DocumentContext), schema);
  const isReply = use(ReplyContext);
  const text = description ?? shape.schema.description;
  const hasMore = shape.fields.length > 0 || shape.variants.length > 0;
  return (
    <li className="grid min-w-0 gap-1 border-b border-line py-2.5 last:border-0">
      <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm">
        <code className="font-semibold wrap-anywhere">{name}</code>
        <code className="text-[0.8125rem] wrap-anywhere text-soft">{shape.type}</code>
        {isReply
          ? !isRequired && <span className="text-xs text-soft">{t.optional}</span>
          : isRequired && <span className="text-xs font-medium text-wait">{t.required}</span>}
        {shape.schema.deprecated === true && <span className="text-xs font-medium text-bad">{texts.deprecated}</span>}
      </p>
      {text !== undefined && <English text={text} />}
      <Facts shape={shape} />
      {hasMore && (
        <Disclosure label={t.fieldsOf(name)}>
          <div className="mt-1 min-w-0 border-l-2 border-line pl-3 sm:pl-4">
            <Inside shape={shape} />
          </div>
        </Disclosure>
      )}
    </li>
  );
}

/** The allowed values, limits, default and example. */
function Facts({ shape: { schema, values, type } }: { readonly shape: Shape }) {
  const { pattern, examples, default: preset } = schema;
  const [example] = examples ?? [];
  const facts: ReactNode[] = [...limitsOf(schema)];
  if (pattern !== undefined) facts.push(<Filled text={t.pattern} parts={{ value: <Value value={pattern} /> }} />);
  if (preset !== undefined) facts.push(<Filled text={t.preset} parts={{ value: <Value value={preset} /> }} />);
  if (example !== undefined) facts.push(<Filled text={t.example} parts={{ value: <Value value={example} /> }} />);
  // The type of a single value is that value.
  const isListed = values.length > 1 || (values.length === 1 && type.includes('['));
  return (
    <>
      {isListed && <Values values={values} />}
      {facts.length > 0 && (
        <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 text-[0.8125rem] text-soft">
          {facts.map((fact, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the facts of a field do not move
            <li key={index} className="min-w-0 wrap-anywhere">
              {fact}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Values({ values }: { readonly values: readonly unknown[] }) {
  const [all, setAll] = useState(values.length <= VALUES);
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-[0.8125rem] text-soft">
      {t.values}
      {(all ? values : values.slice(0, VALUES)).map((value) => (
        <Value key={String(value)} value={value} />
      ))}
      {!all && (
        <Button look="ghost" size="small" onClick={() => setAll(true)}>
          {t.moreValues(formatNumber(values.length))}
        </Button>
      )}
    </p>
  );
}

/** A value as code. A text has no quotes. */
function Value({ value }: { readonly value: unknown }) {
  return (
    <code className="rounded bg-sunken px-1 py-px wrap-anywhere text-ink">
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </code>
  );
}
