/** Quiet sounds made of nothing: a piece put on wood, a bell for what needs an answer. */

import { settings } from "../settings.js";

/** @type {AudioContext | null} */
let audio = null;

// browsers let a page sound only after somebody has touched it
addEventListener("pointerdown", () => settings.sounds && ready()?.resume(), { passive: true });

function ready() {
  if (!audio && "AudioContext" in window) audio = new AudioContext();
  return audio;
}

/** @param {"own" | "turn" | "offer" | "end"} kind */
export function sound(kind) {
  if (!settings.sounds || audio?.state !== "running") return;
  if (kind === "own") knock(audio, 0.25);
  else if (kind === "turn") knock(audio, 0.5);
  else if (kind === "offer") bell(audio, [660, 880]);
  else bell(audio, [523, 659, 784]);
}

/** A knock on wood: a short breath of noise through a narrow door. @param {AudioContext} context @param {number} loud */
function knock(context, loud) {
  const length = Math.round(context.sampleRate * 0.09);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = (Math.random() * 2 - 1) * Math.exp((-9 * index) / length);
  const source = Object.assign(context.createBufferSource(), { buffer: noise });
  const door = context.createBiquadFilter();
  door.type = "bandpass";
  door.frequency.value = 620;
  door.Q.value = 3;
  const gain = context.createGain();
  gain.gain.value = loud;
  source.connect(door).connect(gain).connect(context.destination);
  source.start();
}

/** @param {AudioContext} context @param {number[]} pitches */
function bell(context, pitches) {
  pitches.forEach((pitch, index) => {
    const start = context.currentTime + index * 0.13;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(0.08, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.55);
  });
}
