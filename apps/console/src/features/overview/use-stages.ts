import { useEffect, useState } from 'react';

let wasShown = false;

/**
 * How many parts of the page to show. The first time it is one more in each task, so that none blocks the browser for long.
 * @param isReady whether the data is there
 */
export function useStages(isReady: boolean, count: number): number {
  const [stage, setStage] = useState(wasShown && isReady ? count : 0);
  useEffect(() => {
    if (!isReady) return undefined;
    wasShown = true;
    if (stage === count) return undefined;
    const timer = setTimeout(() => setStage(stage + 1));
    return () => clearTimeout(timer);
  }, [isReady, stage, count]);
  return stage;
}
