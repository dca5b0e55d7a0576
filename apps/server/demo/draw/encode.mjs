/** Encodes films with `ffmpeg`. */
import { spawn } from 'node:child_process';

/** @param {string[]} options @param {Iterable<Uint8Array> | AsyncIterable<Uint8Array>} input */
export async function ffmpeg(options, input) {
  const running = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...options], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ends = new Promise((resolve) => running.on('close', resolve));
  for await (const bytes of input)
    if (!running.stdin.write(bytes)) await new Promise((resolve) => running.stdin.once('drain', resolve));
  running.stdin.end();
  if ((await ends) !== 0) throw new Error(`ffmpeg ${options.join(' ')} failed`);
}

/**
 * @typedef {object} Film
 * @property {number} width
 * @property {number} height
 * @property {number} rate Frames a second.
 * @property {AsyncIterable<Uint8Array>} frames RGB.
 * @property {string} [sound] A file; the film has none without it.
 */

/** H.264 in an mp4 that starts before it is loaded. @param {string} file @param {Film} film */
export function encode(file, { width, height, rate, frames, sound }) {
  const pictures = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(rate), '-i', '-'];
  const sounds = sound === undefined ? [] : ['-i', sound, '-c:a', 'aac', '-b:a', '56k', '-shortest'];
  const coded = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '29', '-pix_fmt', 'yuv420p'];
  return ffmpeg([...pictures, ...sounds, ...coded, '-movflags', '+faststart', '-map_metadata', '-1', file], frames);
}
