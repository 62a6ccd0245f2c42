import type { StreamEventData, StreamEventType } from '@gateway/contract';
import { streamEventTypes } from '@gateway/contract/values';
import type { LiveState, LiveStatus } from './live-state.js';

/** An event of the stream. */
export type LiveEvent = {
  [Type in StreamEventType]: { readonly type: Type; readonly data: StreamEventData<Type> };
}[StreamEventType];

/** A message between the tabs of this browser. */
type TabMessage =
  | { readonly kind: 'gap'; readonly id: string | undefined }
  | { readonly kind: 'event'; readonly event: LiveEvent; readonly id: string | undefined }
  | { readonly kind: 'heartbeat'; readonly id: string | undefined }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'session' }
  | { readonly kind: 'hello' };

/** Name of the lock and of the broadcast channel. */
const NAME = 'gateway-live';
const RECONNECT_DELAYS_MS = [500, 1000, 2000, 4000, 8000] as const;
/** Shorter interruptions are not shown: the browser reconnects by itself and misses no event. */
const LOST_AFTER_MS = 1500;
/** The server sends a heartbeat every 15 s. After two missed ones the connection counts as dead, even if the socket is open. */
const MAX_SILENCE_MS = 35_000;
/** Extra time for tabs that do not read the stream: the reading tab notices the silence first and tells them. */
const FOLLOWER_EXTRA_MS = 5000;

/**
 * The event stream of this browser. The tab that holds the lock reads the stream and broadcasts every event to the other tabs,
 * so that many open tabs use one connection. When that tab closes, another one takes over. Without the Web Locks API (plain
 * http from another machine) each tab reads its own stream.
 */
export class LiveStream {
  private channel = new BroadcastChannel(NAME);
  private readonly watchers = new Set<() => void>();
  private source: EventSource | undefined;
  private lastEventId: string | undefined;
  private failures = 0;
  private hasOpened = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private loss: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private lastReceivedAt = Date.now();
  /** Aborted when the stream is stopped. */
  private ended = AbortSignal.abort();
  /** A new object after each change. */
  state: LiveState = { status: 'connecting', since: Date.now() };

  constructor(
    private readonly onEvent: (event: LiveEvent) => void,
    /** The server ended or refused the stream: the session may have ended, or its role may have changed. */
    private readonly onSession: () => void,
    /** The stream opened, at first or again, or events were lost: data fetched before may be old. */
    private readonly onLive: (wasLost: boolean) => void,
  ) {}

  /** Reads the stream, or follows the tab that does. Returns the function that stops it. */
  start(): () => void {
    this.channel = new BroadcastChannel(NAME);
    const ended = new AbortController();
    const { signal } = ended;
    this.ended = signal;
    this.channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => this.receive(data));
    // The browser's online state is not reliable. Only a new connection shows whether the gateway responds.
    const reopen = () => this.source && this.open();
    addEventListener('online', reopen, { signal });
    addEventListener('offline', reopen, { signal });
    // Timers do not run while the machine sleeps.
    const checkSilence = () =>
      !document.hidden && Date.now() - this.lastReceivedAt >= MAX_SILENCE_MS && this.onSilence();
    document.addEventListener('visibilitychange', checkSilence, { signal });
    this.resetWatchdog();
    if ('locks' in navigator) {
      this.waitForLock({ signal });
      this.broadcast({ kind: 'hello' });
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

  /** Subscribes to status changes. Returns the function that unsubscribes. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Reads the stream while this tab holds the lock. */
  private waitForLock(options: LockOptions): void {
    const { ended } = this;
    const held = navigator.locks.request(NAME, options, () => {
      // Stopped before the lock was granted: the abort event, which releases the lock, has already fired.
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
      // Another tab reads now. A watchdog that is due, as after a sleep of the machine, would take the lock back.
      this.startWatchdog();
      this.waitForLock({ signal: ended });
    });
  }

  private receive(message: TabMessage): void {
    if (message.kind === 'hello') {
      if (this.source) this.broadcast({ kind: 'state', state: this.state });
      return;
    }
    if (message.kind === 'gap') this.onGap(message.id);
    this.resetWatchdog();
    if (message.kind === 'session') return this.onSession();
    if ('id' in message) this.lastEventId = message.id;
    if (message.kind === 'event') this.onEvent(message.event);
    this.setState(message.kind === 'state' ? message.state : { status: 'live', since: this.lastReceivedAt });
  }

  private broadcast(message: TabMessage): void {
    this.channel.postMessage(message);
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
      this.resetWatchdog();
      // The server ends the stream when the session ends or its role changes. Without keys, a new one opens also then.
      if (this.hasOpened) this.checkSession();
      this.hasOpened = true;
      // Without an id to resume from, events before the stream opened are missing.
      const isGap = this.lastEventId === undefined && this.state.status === 'live';
      this.publishStatus('live');
      if (isGap) this.onLive(false);
    });
    source.addEventListener('stream.gap', ({ lastEventId }: MessageEvent<string>) => {
      this.resetWatchdog();
      this.onGap(lastEventId);
      this.broadcast({ kind: 'gap', id: lastEventId });
    });
    source.addEventListener('error', () => {
      const since = Date.now();
      this.loss ??= setTimeout(() => this.publishStatus('lost', since), LOST_AFTER_MS);
      if (source.readyState !== EventSource.CLOSED) return;
      this.checkSession();
      clearTimeout(this.retry);
      this.retry = setTimeout(
        () => this.open(),
        RECONNECT_DELAYS_MS[Math.min(this.failures, RECONNECT_DELAYS_MS.length - 1)],
      );
      this.failures += 1;
    });
    const received = ({ lastEventId }: MessageEvent<string>) => {
      this.resetWatchdog();
      this.lastEventId = lastEventId || this.lastEventId;
    };
    source.addEventListener('heartbeat', (message: MessageEvent<string>) => {
      received(message);
      this.broadcast({ kind: 'heartbeat', id: this.lastEventId });
    });
    for (const type of streamEventTypes) {
      source.addEventListener(type, (message: MessageEvent<string>) => {
        received(message);
        const { data } = message;
        const event = { type, data: JSON.parse(data) } as LiveEvent;
        this.onEvent(event);
        this.broadcast({ kind: 'event', event, id: this.lastEventId });
      });
    }
  }

  private checkSession(): void {
    this.onSession();
    this.broadcast({ kind: 'session' });
  }

  /** Events before this id were missed, and the server no longer has them. */
  private onGap(id: string | undefined): void {
    this.lastEventId = id;
    this.onLive(true);
  }

  private resetWatchdog(): void {
    this.lastReceivedAt = Date.now();
    this.startWatchdog();
  }

  private startWatchdog(): void {
    clearTimeout(this.watchdog);
    const extra = this.source ? 0 : FOLLOWER_EXTRA_MS * (1 + Math.random());
    this.watchdog = setTimeout(() => this.onSilence(), MAX_SILENCE_MS + extra);
  }

  /** Nothing was received for longer than the heartbeat allows: reports `lost` and reconnects. */
  private onSilence(): void {
    const since = this.lastReceivedAt;
    this.startWatchdog();
    if (this.source) {
      this.publishStatus('lost', since);
      this.open();
    } else {
      // The reading tab or its timers are frozen: take the lock over.
      this.setState({ status: 'lost', since });
      this.waitForLock({ steal: true });
    }
  }

  private publishStatus(status: LiveStatus, since = Date.now()): void {
    clearTimeout(this.loss);
    this.loss = undefined;
    this.setState({ status, since });
    this.broadcast({ kind: 'state', state: this.state });
  }

  private setState(state: LiveState): void {
    if (this.state.status === state.status) return;
    const wasLost = this.state.status === 'lost';
    this.state = state;
    if (state.status === 'live') this.onLive(wasLost);
    for (const watcher of this.watchers) watcher();
  }
}
