import { streamEventTypes, type StreamEventData, type StreamEventType } from '@gateway/contract';

/** What the event stream told of. */
export type LiveEvent = {
  [Type in StreamEventType]: { readonly type: Type; readonly data: StreamEventData<Type> };
}[StreamEventType];

/** `lost`: the server does not answer; what is shown may be old. */
export type LiveStatus = 'connecting' | 'live' | 'lost';

export interface LiveState {
  readonly status: LiveStatus;
  /** Unix milliseconds; of `lost`: when the server was last heard. */
  readonly since: number;
}

type Note =
  | { readonly kind: 'gap'; readonly id: string | undefined }
  | { readonly kind: 'event'; readonly event: LiveEvent; readonly id: string | undefined }
  | { readonly kind: 'heartbeat'; readonly id: string | undefined }
  | { readonly kind: 'stand'; readonly stand: LiveState }
  | { readonly kind: 'hello' };

const NAME = 'gateway-live';
const RETRY_MS = [500, 1000, 2000, 4000, 8000] as const;
/** A break that is over by then is nobody's concern: the browser reconnects by itself and misses nothing. */
const SHOWN_AS_LOST_MS = 1500;
/** The server sends a heartbeat every 15 s. A connection that two of them did not reach is dead, though no socket says so. */
const SILENCE_MS = 35_000;
/** A tab that hears nothing from the one that reads waits longer: that one notices the same first, and says so. */
const PATIENCE_MS = 5000;

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
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private heardAt = Date.now();
  /** Aborts when reading ends. */
  private ended = AbortSignal.abort();
  /** Another object after each change. */
  stand: LiveState = { status: 'connecting', since: Date.now() };

  constructor(
    private readonly onEvent: (event: LiveEvent) => void,
    /** The server refused the stream: the session may have ended. */
    private readonly onRefused: () => void,
    /** The stream is open, at first or after a gap, or events are lost: what was fetched before may be old. */
    private readonly onLive: (wasLost: boolean) => void,
  ) {}

  /** Begins to read, or to listen to the tab that does; returns what ends it. */
  start(): () => void {
    this.channel = new BroadcastChannel(NAME);
    const ended = new AbortController();
    const { signal } = ended;
    this.ended = signal;
    this.channel.addEventListener('message', ({ data }: MessageEvent<Note>) => this.take(data));
    // Neither word of the browser is proof: only another connection shows whether the gateway answers.
    const reopen = () => this.source && this.open();
    addEventListener('online', reopen, { signal });
    addEventListener('offline', reopen, { signal });
    // Timers stand still while the machine sleeps.
    const look = () => !document.hidden && Date.now() - this.heardAt >= SILENCE_MS && this.silent();
    document.addEventListener('visibilitychange', look, { signal });
    this.heard();
    if ('locks' in navigator) {
      this.queue({ signal });
      this.pass({ kind: 'hello' });
    } else {
      this.open();
    }
    return () => {
      ended.abort();
      this.source?.close();
      this.source = undefined;
      this.channel.close();
      clearTimeout(this.retry);
      clearTimeout(this.loss);
      clearTimeout(this.watchdog);
    };
  }

  /** Calls when the status changes; returns what ends that. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Reads once the lock is granted, until it is taken away. */
  private queue(options: LockOptions): void {
    const { ended } = this;
    const held = navigator.locks.request(NAME, options, () => {
      // Granted while it ended: the event that would give the lock back has gone by.
      if (ended.aborted) return undefined;
      this.open();
      return new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve()));
    });
    held.catch(() => {
      if (ended.aborted) return;
      this.source?.close();
      this.source = undefined;
      clearTimeout(this.retry);
      clearTimeout(this.loss);
      this.loss = undefined;
      this.queue({ signal: ended });
    });
  }

  private take(note: Note): void {
    if (note.kind === 'hello') {
      if (this.source) this.pass({ kind: 'stand', stand: this.stand });
      return;
    }
    if (note.kind === 'gap') this.miss(note.id);
    this.heard();
    if ('id' in note) this.lastEventId = note.id;
    if (note.kind === 'event') this.onEvent(note.event);
    this.show(note.kind === 'stand' ? note.stand : { status: 'live', since: this.heardAt });
  }

  private pass(note: Note): void {
    this.channel.postMessage(note);
  }

  private open(): void {
    if (this.ended.aborted) return;
    this.source?.close();
    clearTimeout(this.retry);
    const after = this.lastEventId === undefined ? '' : `?last_event_id=${this.lastEventId}`;
    const source = new EventSource(`/v1/events${after}`);
    this.source = source;
    source.addEventListener('open', () => {
      this.failures = 0;
      this.heard();
      // Nothing to resume from, so what happened before the stream was open is not told.
      const isGap = this.lastEventId === undefined && this.stand.status === 'live';
      this.tell('live');
      if (isGap) this.onLive(false);
    });
    source.addEventListener('stream.gap', ({ lastEventId }: MessageEvent<string>) => {
      this.heard();
      this.miss(lastEventId);
      this.pass({ kind: 'gap', id: lastEventId });
    });
    source.addEventListener('error', () => {
      const since = Date.now();
      this.loss ??= setTimeout(() => this.tell('lost', since), SHOWN_AS_LOST_MS);
      if (source.readyState !== EventSource.CLOSED) return;
      this.onRefused();
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.open(), RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)]);
      this.failures += 1;
    });
    const came = ({ lastEventId }: MessageEvent<string>) => {
      this.heard();
      this.lastEventId = lastEventId || this.lastEventId;
    };
    source.addEventListener('heartbeat', (message: MessageEvent<string>) => {
      came(message);
      this.pass({ kind: 'heartbeat', id: this.lastEventId });
    });
    for (const type of streamEventTypes) {
      source.addEventListener(type, (message: MessageEvent<string>) => {
        came(message);
        const { data } = message;
        const event = { type, data: JSON.parse(data) } as LiveEvent;
        this.onEvent(event);
        this.pass({ kind: 'event', event, id: this.lastEventId });
      });
    }
  }

  /** Events before this one are no longer kept, and were not seen. */
  private miss(id: string | undefined): void {
    this.lastEventId = id;
    this.onLive(true);
  }

  private heard(): void {
    this.heardAt = Date.now();
    clearTimeout(this.watchdog);
    const patience = this.source ? 0 : PATIENCE_MS * (1 + Math.random());
    this.watchdog = setTimeout(() => this.silent(), SILENCE_MS + patience);
  }

  /** Nothing has come for longer than the server is ever silent: what is shown may be old, whatever the socket says. Tries again. */
  private silent(): void {
    const since = this.heardAt;
    this.heard();
    this.heardAt = since;
    if (this.source) {
      this.tell('lost', since);
      this.open();
    } else {
      // The tab that reads is frozen, or its timers are.
      this.show({ status: 'lost', since });
      this.queue({ steal: true });
    }
  }

  private tell(status: LiveStatus, since = Date.now()): void {
    clearTimeout(this.loss);
    this.loss = undefined;
    this.show({ status, since });
    this.pass({ kind: 'stand', stand: this.stand });
  }

  private show(stand: LiveState): void {
    if (this.stand.status === stand.status) return;
    const wasLost = this.stand.status === 'lost';
    this.stand = stand;
    if (stand.status === 'live') this.onLive(wasLost);
    for (const watcher of this.watchers) watcher();
  }
}
