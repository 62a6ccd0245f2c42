/** Turns the modules of a language, by path, into catalogues by folder: `../features/audit/texts.de.ts` is `features/audit`. */
export const byFolder = (modules: Readonly<Record<string, object>>): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(modules).map(([path, texts]) => [
      path.replace(/^\.\.\//, '').replace(/\/texts\.\w+\.ts$/, ''),
      texts,
    ]),
  );
