/**
 * Shares reads between concurrent callers. Each gets the result of a read that began after its call: while one read is in progress,
 * all further callers wait for the same next one.
 */
export function jointReads<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | null = null;
  let next: Promise<Result> | null = null;

  function start(): Promise<Result> {
    const result = read();
    const ended = result.catch(() => {});
    running = ended;
    void ended.then(() => {
      if (running === ended) running = null;
    });
    return result;
  }

  return () => {
    if (!running) return start();
    next ??= running.then(() => {
      next = null;
      return start();
    });
    return next;
  };
}
