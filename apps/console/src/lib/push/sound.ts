let context: AudioContext | undefined;

/** Plays two short tones. Browsers play none before the page was clicked once. */
export async function playSound(): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + index * 0.16;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.15, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  }
}

/** As `playSound`, in one of the open tabs only. */
export async function playSoundOnce(): Promise<void> {
  if (!('locks' in navigator)) return await playSound();
  await navigator.locks.request('gateway-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await playSound();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  });
}
