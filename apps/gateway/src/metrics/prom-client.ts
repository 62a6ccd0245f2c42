import { createRequire } from 'node:module';
import type * as PromClient from 'prom-client';

const load = createRequire(import.meta.url);

// The files of the classes. The package's entry also loads the metrics of the process, which load the API of OpenTelemetry.
export const Counter = load('prom-client/lib/counter.js') as typeof PromClient.Counter;
export const Gauge = load('prom-client/lib/gauge.js') as typeof PromClient.Gauge;
export const Histogram = load('prom-client/lib/histogram.js') as typeof PromClient.Histogram;
export const Registry = load('prom-client/lib/registry.js') as typeof PromClient.Registry;
