import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type FormEvent } from 'react';
import { get, useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { issuesOf } from '../../api.js';
import { sentence } from '../form-errors.js';

interface Save<Output> {
  readonly isPending: boolean;
  readonly mutate: (values: Output, options: { readonly onError: (error: unknown) => void }) => void;
}

interface Options<Input extends FieldValues, Output extends FieldValues> {
  /** The contract's rules of the fields that can show an error. The gateway checks the others. */
  readonly schema: z.ZodType<Output, Input>;
  readonly start: DefaultValues<NoInfer<Input>>;
  readonly save: Save<NoInfer<Output>>;
  /** The fields that can show an error. Default: all. */
  readonly shown?: readonly (keyof NoInfer<Input> & string)[];
  /** The form stays on the page: it takes another `start` over. */
  readonly follows?: boolean;
}

interface SchemaForm<Input extends FieldValues, Output extends FieldValues> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** The error of a field as a sentence. */
  readonly errorAt: (field: string) => string | undefined;
  /** The error that belongs to no field; null: none. */
  readonly failure: unknown;
  readonly submit: (event: FormEvent) => void;
}

/*
 * Beside the schemas, so that the build puts it into their file. In the one of `lib` it would make both files import each other, and the
 * schemas would be made before the texts of their messages.
 */

/** A form whose values are checked by a schema. Errors of the gateway are shown at their fields, and the first one gets the focus. */
export function useSchemaForm<Input extends FieldValues, Output extends FieldValues>({
  schema,
  start,
  save,
  shown,
  follows = false,
}: Options<Input, Output>): SchemaForm<Input, Output> {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: start,
    ...(follows && { values: start as Input }),
  });
  const { errors } = form.formState;
  return {
    form,
    failure,
    errorAt: (field) => {
      const message: unknown = get(errors, `${field}.message`);
      return typeof message === 'string' ? sentence(message) : undefined;
    },
    submit: (event) => {
      event.preventDefault();
      if (save.isPending) return;
      setFailure(null);
      void form.handleSubmit((values) => save.mutate(values, { onError: (error) => setFailure(showIssues(error)) }))(
        event,
      );
    },
  };

  /** Returns the error when it belongs to no field, to be shown beside the button. */
  function showIssues(error: unknown): unknown {
    const fields: readonly string[] = shown ?? Object.keys(form.getValues());
    const issues = issuesOf(error).filter(({ path }) => fields.includes(String(path[0])));
    for (const [index, { path, message }] of issues.entries())
      form.setError(path.join('.') as Path<Input>, { message: sentence(message) }, { shouldFocus: index === 0 });
    return issues.length > 0 ? null : error;
  }
}
