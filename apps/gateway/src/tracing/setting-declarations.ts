import { setting } from '../settings/setting.js';
import { flag } from '../settings/setting-parsers.js';
import { samplerNames } from './settings.js';

const address = (text: string) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined);
const oneOf =
  <Name extends string>(names: readonly Name[]) =>
  (text: string) =>
    names.find((name) => name === text);

/** The standard settings of OpenTelemetry that the gateway reads itself. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    effect:
      'Where [traces](observability.md#traces) are sent by OTLP over HTTP, to `/v1/traces` below this address. `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_EXPORTER_OTLP_TIMEOUT`, `OTEL_EXPORTER_OTLP_COMPRESSION` and `OTEL_RESOURCE_ATTRIBUTES` apply, too.',
    fallback: 'no traces are recorded',
    allowed: 'an http:// or https:// address',
    parse: address,
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting({
    effect: 'The whole address for traces, instead of `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    fallback: 'none',
    allowed: 'an http:// or https:// address',
    parse: address,
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting({
    effect: 'The protocol for traces. JSON is sent with both values: receivers of OTLP over HTTP accept it.',
    fallback: 'http/json',
    allowed: 'http/json or http/protobuf, at the port for HTTP (often 4318): gRPC is not supported',
    parse: oneOf(['http/json', 'http/protobuf']),
  }),
  OTEL_SDK_DISABLED: setting({
    effect: 'When `true`, no traces are recorded.',
    fallback: 'false',
    allowed: 'true or false',
    parse: flag,
  }),
  OTEL_TRACES_EXPORTER: setting({
    effect: 'When `none`, no traces are recorded.',
    fallback: 'otlp',
    allowed: 'otlp or none',
    parse: oneOf(['otlp', 'none']),
  }),
  OTEL_SERVICE_NAME: setting({
    effect: 'The name of this service in traces.',
    fallback: '`service.name` of `OTEL_RESOURCE_ATTRIBUTES`, or `gateway`',
    allowed: 'a text',
    parse: (text: string) => text,
  }),
  OTEL_TRACES_SAMPLER: setting({
    effect: 'Which traces are recorded.',
    fallback: 'parentbased_always_on',
    allowed: `one of ${samplerNames.join(', ')}`,
    parse: oneOf(samplerNames),
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    effect: 'The part of the traces that a ratio sampler records.',
    fallback: '1',
    allowed: 'a number from 0 to 1',
    parse: (text: string) => (/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text) ? Number(text) : undefined),
  }),
};
