/** Short sounds, made on the spot; silent until the player turns them on. */

import { choice } from "./store.js";

/** @type {AudioContext | undefined} */
let audio;

const SOUNDS = { place: [220, 0.05], turn: [520, 0.09], capture: [330, 0.12], end: [660, 0.3] };

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (choice("sound") !== "on") return;
  audio ??= new AudioContext();
  const [frequency, seconds] = SOUNDS[name];
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  const now = audio.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(frequency, now);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.7, now + seconds);
  volume.gain.setValueAtTime(0.18, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + seconds);
}
