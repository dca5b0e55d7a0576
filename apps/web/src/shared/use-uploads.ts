import { useRef, useState } from 'react';

export interface Upload {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  /** Why it failed; null: it has not. Empty: no answer. */
  readonly problem: string | null;
  readonly cancel: () => void;
}

interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/**
 * Files on their way to the server, one after another in the order in which they were chosen.
 * @param sendFile throws an error with the reason if the file is refused
 */
export function useUploads(sendFile: (file: File, sending: Sending) => Promise<unknown>) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef<{ id: number; done: Promise<void> }>({ id: 0, done: Promise.resolve() });
  const remove = (id: number) => setUploads((all) => all.filter((one) => one.id !== id));
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  async function send(id: number, file: File, signal: AbortSignal) {
    if (signal.aborted) return;
    try {
      await sendFile(file, { signal, onProgress: (share) => change(id, { share }) });
      remove(id);
    } catch (error) {
      if (!signal.aborted) change(id, { problem: error instanceof Error ? error.message : '' });
    }
  }

  function add(file: File) {
    const aborter = new AbortController();
    const id = last.current.id + 1;
    const cancel = () => {
      aborter.abort();
      remove(id);
    };
    setUploads((all) => [...all, { id, name: file.name, share: 0, problem: null, cancel }]);
    const before = last.current.done;
    last.current = { id, done: before.then(() => send(id, file, aborter.signal)) };
  }
  return { uploads, add };
}
