import { streamEventTypes, type StreamEventData, type StreamEventType } from '@gateway/contract';

/** What the event stream told of. */
export type LiveEvent = {
  [Type in StreamEventType]: { readonly type: Type; readonly data: StreamEventData<Type> };
}[StreamEventType];

/** `lost`: the server does not answer; what is shown may be old. */
export type LiveStatus = 'connecting' | 'live' | 'lost';

export interface LiveStand {
  readonly status: LiveStatus;
  /** Unix milliseconds. */
  readonly since: number;
}

type Note =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'status'; readonly status: LiveStatus }
  | { readonly kind: 'hello' };

const NAME = 'gateway-live';
const RETRY_MS = [500, 1000, 2000, 4000, 8000] as const;
/** A break that is over by then is nobody's concern: the browser reconnects by itself and misses nothing. */
const SHOWN_AS_LOST_MS = 1500;

/**
 * The one event stream of this browser. The tab that holds the lock reads it and passes everything on to the others, so
 * that twenty open tabs cost the server one connection; when that tab closes, another takes over. Where locks do not
 * exist (plain http from another machine) each tab reads its own.
 */
export class LiveStream {
  private channel = new BroadcastChannel(NAME);
  private readonly watchers = new Set<() => void>();
  private source: EventSource | undefined;
  private lastEventId: string | undefined;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private loss: ReturnType<typeof setTimeout> | undefined;
  /** Another object after each change. */
  stand: LiveStand = { status: 'connecting', since: Date.now() };

  constructor(
    private readonly onEvent: (event: LiveEvent) => void,
    /** The server refused the stream: the session may have ended. */
    private readonly onRefused: () => void,
    /** The stream is back after a gap. */
    private readonly onRecovered: () => void,
  ) {}

  /** Begins to read, or to listen to the tab that does; returns what ends it. */
  start(): () => void {
    this.channel = new BroadcastChannel(NAME);
    this.channel.addEventListener('message', ({ data }: MessageEvent<Note>) => this.take(data));
    const ended = new AbortController();
    if ('locks' in navigator) {
      const held = navigator.locks.request(NAME, { signal: ended.signal }, () => {
        // Granted while it ended: the event that would give the lock back has gone by.
        if (ended.signal.aborted) return undefined;
        this.open(ended.signal);
        return new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()));
      });
      // Rejects when it ends before the lock was granted.
      held.catch(() => undefined);
      this.channel.postMessage({ kind: 'hello' } satisfies Note);
    } else {
      this.open(ended.signal);
    }
    return () => {
      ended.abort();
      this.source?.close();
      this.source = undefined;
      this.channel.close();
      clearTimeout(this.retry);
      clearTimeout(this.loss);
    };
  }

  /** Calls when the status changes; returns what ends that. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  private take(note: Note): void {
    if (note.kind === 'event') this.onEvent(note.event);
    else if (note.kind === 'status') this.show(note.status);
    else if (this.source) this.channel.postMessage({ kind: 'status', status: this.stand.status } satisfies Note);
  }

  private open(ended: AbortSignal): void {
    if (ended.aborted) return;
    const after = this.lastEventId === undefined ? '' : `?last_event_id=${this.lastEventId}`;
    const source = new EventSource(`/v1/events${after}`);
    this.source = source;
    source.addEventListener('open', () => {
      this.failures = 0;
      this.tell('live');
    });
    source.addEventListener('error', () => {
      this.loss ??= setTimeout(() => this.tell('lost'), SHOWN_AS_LOST_MS);
      if (source.readyState !== EventSource.CLOSED) return;
      this.onRefused();
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.open(ended), RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)]);
      this.failures += 1;
    });
    for (const type of streamEventTypes) {
      source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        this.lastEventId = lastEventId || this.lastEventId;
        const event = { type, data: JSON.parse(data) } as LiveEvent;
        this.onEvent(event);
        this.channel.postMessage({ kind: 'event', event } satisfies Note);
      });
    }
  }

  private tell(status: LiveStatus): void {
    clearTimeout(this.loss);
    this.loss = undefined;
    this.channel.postMessage({ kind: 'status', status } satisfies Note);
    this.show(status);
  }

  private show(status: LiveStatus): void {
    if (this.stand.status === status) return;
    const recovered = this.stand.status === 'lost' && status === 'live';
    this.stand = { status, since: Date.now() };
    if (recovered) this.onRecovered();
    for (const watcher of this.watchers) watcher();
  }
}
