import { lazy, Suspense, type ComponentType } from 'react';

/** A dialog whose files are loaded when it is first opened: those with forms need the schemas of the contract. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function LazyDialog(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
