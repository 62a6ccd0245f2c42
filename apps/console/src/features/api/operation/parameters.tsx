import { Card } from '../../../components/ui/card.js';
import type { Parameter } from '../document/types.js';
import { FieldRow } from './schema-view.js';
import { t as texts } from './texts.js';

const t = texts.parameters;
const places = ['path', 'query', 'header', 'cookie'] as const;

/** The parameters of an operation by place. */
export function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }) {
  const used = places.filter((place) => parameters.some((parameter) => parameter.in === place));
  return (
    <Card title={used.length === 1 && used[0] === 'header' ? t.header : t.title}>
      <div className="grid min-w-0 gap-4">
        {used.map((place) => (
          <div key={place} className="min-w-0">
            {used.length > 1 && <h3 className="text-[0.8125rem] font-medium text-soft">{t[place]}</h3>}
            <ul className="-my-2.5 min-w-0">
              {parameters
                .filter((parameter) => parameter.in === place)
                .map(({ name, required = false, schema = {}, description }) => (
                  <FieldRow
                    key={name}
                    name={name}
                    isRequired={required}
                    schema={schema}
                    description={description ?? schema.description}
                  />
                ))}
            </ul>
          </div>
        ))}
      </div>
    </Card>
  );
}
