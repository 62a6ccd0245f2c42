import type { Scope } from '@gateway/contract';
import { scopeMatrix } from './rights.js';
import { t } from './texts.js';

interface Props {
  readonly chosen: readonly Scope[];
  readonly onChange: (scopes: Scope[]) => void;
  readonly error?: string | undefined;
}

const rows = scopeMatrix();

/** A checkbox for every scope. */
export function ScopeMatrix({ chosen, onChange, error }: Props) {
  const box = (scope: Scope | null) =>
    scope === null ? (
      <span className="text-soft">–</span>
    ) : (
      <input
        type="checkbox"
        aria-label={scope}
        checked={chosen.includes(scope)}
        onChange={({ target }) =>
          onChange(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
        }
        className="mx-auto block size-4.5 accent-accent-fill"
      />
    );
  return (
    <div className="grid gap-1.5">
      <table className="w-full rounded-control text-sm">
        <caption className="mb-1.5 text-left text-sm font-medium">{t.scopes.title}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-soft">
            <th scope="col" className="py-1.5 text-left font-medium">
              {t.scopes.resource}
            </th>
            <th scope="col" className="w-20 py-1.5 font-medium">
              {t.scopes.read}
            </th>
            <th scope="col" className="w-20 py-1.5 font-medium">
              {t.scopes.write}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, read, write }) => (
            <tr key={name} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                {name}
              </th>
              <td className="py-1.5 text-center align-middle">{box(read)}</td>
              <td className="py-1.5 text-center align-middle">{box(write)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {error !== undefined && (
        <p role="alert" className="text-[0.8125rem] text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
