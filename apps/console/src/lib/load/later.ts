import { use } from 'react';

/** A module that the first view does not need. */
export interface Later<Module> {
  /** Loads the module, once. It is tried again after a failure. */
  readonly load: () => Promise<Module>;
  /** The module, for a component inside a `Suspense`. Suspends only while it is not loaded. */
  readonly read: () => Module;
}

export function later<Module>(fetchModule: () => Promise<Module>): Later<Module> {
  let loaded: Module | undefined;
  let pending: Promise<Module> | undefined;
  const load = () =>
    (pending ??= fetchModule().then(
      (fetched) => (loaded = fetched),
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    ));
  // Not React's `use`: it suspends once even when the promise is settled, and React shows the content 300 ms after a fallback.
  return { load, read: () => loaded ?? use(load()) };
}
