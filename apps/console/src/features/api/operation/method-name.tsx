import { classes } from '../../../components/ui/classes.js';

const tones: Readonly<Record<string, string>> = {
  GET: 'text-info',
  POST: 'text-good',
  PATCH: 'text-wait',
  PUT: 'text-wait',
  DELETE: 'text-bad',
};

/** The method of an operation. The colour repeats the word. */
export function MethodName({ method }: { readonly method: string }) {
  return <span className={classes('font-semibold', tones[method] ?? 'text-soft')}>{method}</span>;
}
