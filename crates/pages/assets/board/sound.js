// Short sounds for moves, made in the browser; none unless they are switched on.

import { setting } from "./settings.js";

const TONES = { move: [[330, 0.05]], capture: [[220, 0.05], [165, 0.09]], crown: [[440, 0.06], [660, 0.12]], end: [[392, 0.12], [294, 0.25]] };
let context = null;

export function playSound(name) {
  if (!setting("sound")) {
    return;
  }
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [frequency, seconds] of TONES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
