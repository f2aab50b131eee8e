/** Quiet sounds without files: a knock on wood for a move, a bell for what needs an answer, a tick for the last seconds. */

import type { SettingsStore } from "../settings.js";

export type Sound = "own_move" | "move" | "offer" | "end" | "tick";

export class Sounds {
  #audio: AudioContext | null = null;

  constructor(
    readonly settings: SettingsStore,
    signal: AbortSignal,
  ) {
    // Browsers let a page make sounds only after somebody has touched it.
    addEventListener("pointerdown", () => this.#start(), { passive: true, signal });
    addEventListener("keydown", () => this.#start(), { passive: true, signal });
    signal.addEventListener("abort", () => void this.#audio?.close());
  }

  #start(): void {
    if (!this.settings.values.sounds || !("AudioContext" in window)) return;
    this.#audio ??= new AudioContext();
    if (this.#audio.state === "suspended") void this.#audio.resume();
  }

  play(sound: Sound): void {
    const audio = this.#audio;
    if (!this.settings.values.sounds || audio?.state !== "running") return;
    if (sound === "own_move") knock(audio, { volume: 0.25 });
    else if (sound === "move") knock(audio, { volume: 0.5 });
    else if (sound === "tick") knock(audio, { volume: 0.12, frequency: 2400, seconds: 0.03 });
    else if (sound === "offer") bell(audio, [660, 880]);
    else bell(audio, [523, 659, 784]);
  }
}

/** A knock: noise that fades quickly, through a bandpass filter. */
function knock(audio: AudioContext, { volume = 0.5, frequency = 620, seconds = 0.09 }): void {
  const length = Math.round(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = (Math.random() * 2 - 1) * Math.exp((-9 * index) / length);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: 3 });
  source
    .connect(filter)
    .connect(new GainNode(audio, { gain: volume }))
    .connect(audio.destination);
  source.start();
}

function bell(audio: AudioContext, frequencies: readonly number[]): void {
  frequencies.forEach((frequency, index) => {
    const start = audio.currentTime + index * 0.13;
    const tone = new OscillatorNode(audio, { frequency });
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(0.08, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.55);
  });
}
