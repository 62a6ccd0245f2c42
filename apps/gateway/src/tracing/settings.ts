export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof samplerNames)[number];

/** Where and how spans are sent. */
export interface OtlpSettings {
  /** The whole address, such as `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string;
  /** Null: that of `OTEL_RESOURCE_ATTRIBUTES`, or `gateway`. */
  readonly serviceName: string | null;
  readonly sampler: SamplerName;
  /** The part of all traces that a ratio sampler keeps, 0 to 1. */
  readonly ratio: number;
}
