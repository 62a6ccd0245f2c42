/** The name of a person, a group or a policy, and its id. */
export function EntryName({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <div className="min-w-0">
      <p dir="auto" className="text-sm font-medium wrap-anywhere">
        {name}
      </p>
      <code className="text-[0.8125rem] break-all text-soft">{id}</code>
    </div>
  );
}
