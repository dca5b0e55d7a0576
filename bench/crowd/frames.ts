/** A socket that can wait for the next frame of a kind, with its time of arrival. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

const TIMEOUT_MS = 20_000;

export interface FrameSocket {
  /** The arrival of the next frame of the kind, by `performance.now()`. */
  next(kind: string): Promise<number>;
  /** Subscribes to all frames from now on, with their arrival. */
  onFrame(listener: (text: string, at: number) => void): void;
  send(frame: object): void;
  close(): void;
}

interface Waiting {
  readonly kind: string;
  readonly arrived: (at: number) => void;
}

/** @param kindOf the kind of a frame */
export async function openFrames(url: string, kindOf: (text: string) => string): Promise<FrameSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const waiting = new Set<Waiting>();
  let hear: ((text: string, at: number) => void) | undefined;
  socket.on('message', (data: Buffer) => {
    const at = performance.now();
    hear?.(data.toString(), at);
    if (waiting.size === 0) return;
    const kind = kindOf(data.toString());
    for (const one of waiting) {
      if (one.kind !== kind) continue;
      waiting.delete(one);
      one.arrived(at);
      return;
    }
  });
  await once(socket, 'open');
  return {
    next: (kind) =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(() => reject(new Error(`Waited ${TIMEOUT_MS} ms for ${kind}`)), TIMEOUT_MS);
        waiting.add({
          kind,
          arrived(at) {
            clearTimeout(patience);
            resolve(at);
          },
        });
      }),
    onFrame(listener) {
      hear = listener;
    },
    send: (frame) => socket.send(JSON.stringify(frame)),
    close: () => socket.terminate(),
  };
}
