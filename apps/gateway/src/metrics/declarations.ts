/** A metric of the gateway. The table in docs/observability.md is made from these declarations. */
export interface Declaration {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The sentence of its `# HELP` line. */
  readonly help: string;
  /** Its labels, with all values; null: one value for each of something that is few, as the name of the label says. */
  readonly labels?: Readonly<Record<string, readonly string[] | null>>;
  /** Upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
}

/** Platforms and routes are few: the ones that are installed, and patterns of paths. No label has an id, a chat or an address. */
export const declarations = {
  gateway_build_info: {
    type: 'gauge',
    help: 'The version that runs; the value is always 1.',
    labels: { version: null },
  },
  gateway_database_up: { type: 'gauge', help: '1: the database can be read and written; 0: it cannot.' },
  gateway_data_directory_free_bytes: {
    type: 'gauge',
    help: 'Space that the gateway can still use on the disk of DATA_DIR.',
  },
  gateway_data_directory_size_bytes: { type: 'gauge', help: 'Size of the disk of DATA_DIR.' },
  gateway_http_requests_total: {
    type: 'counter',
    help: 'Finished requests; 499: the client disconnected.',
    labels: { method: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'other'], route: null, status: null },
  },
  gateway_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Duration of requests, without event streams.',
    labels: { method: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'other'], route: null },
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  },
  gateway_rate_limited_total: {
    type: 'counter',
    help: 'Requests that were refused because of a limit.',
    labels: { subject: ['key', 'address', 'invalid_keys', 'channel', 'open_prompts', 'attention'] },
  },
  gateway_event_streams: { type: 'gauge', help: 'Readers of the event stream on this instance.' },
  gateway_prompts: {
    type: 'gauge',
    help: 'Prompts by state, for all instances.',
    labels: { state: ['pending', 'answered', 'expired'] },
  },
  gateway_channels: {
    type: 'gauge',
    help: 'Active channels by platform and health, for all instances.',
    labels: { platform: null, health: ['unknown', 'ok', 'failing'] },
  },
  gateway_deliveries_pending: { type: 'gauge', help: 'Pending callbacks, for all instances.' },
  gateway_deliveries_dead: { type: 'gauge', help: 'Dead callbacks, which can be retried, for all instances.' },
  gateway_delivery_oldest_pending_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest pending callback; 0: there is none.',
  },
  gateway_delivery_attempts_total: {
    type: 'counter',
    help: 'Delivery attempts by outcome.',
    labels: { outcome: ['delivered', 'failed', 'dead'] },
  },
  gateway_delivery_responses_total: {
    type: 'counter',
    help: 'Delivery attempts by the class of the response; timeout: no response in time; connection: no response for another reason.',
    labels: { class: ['2xx', '3xx', '4xx', '5xx', 'other', 'timeout', 'connection'] },
  },
  gateway_delivery_latency_seconds: {
    type: 'histogram',
    help: 'Time from an event, such as an answer, until its receiver accepted the callback, with all retries.',
    labels: { event: null },
    buckets: [0.05, 0.2, 1, 5, 30, 120, 600, 3600, 21_600],
  },
  gateway_platform_call_duration_seconds: {
    type: 'histogram',
    help: 'Duration of calls to chat platforms.',
    labels: { platform: null, outcome: null },
    buckets: [0.1, 0.5, 2, 10],
  },
  gateway_platform_last_event_age_seconds: {
    type: 'gauge',
    help: 'Time since this instance last received something from the platform by a webhook or a stream; absent: nothing yet.',
    labels: { platform: null },
  },
  gateway_stream_last_contact_age_seconds: {
    type: 'gauge',
    help: 'Time since the last successful poll or heartbeat of the longest silent account whose stream this instance holds.',
    labels: { platform: null },
  },
} as const satisfies Record<string, Declaration>;

export type MetricName = keyof typeof declarations;
