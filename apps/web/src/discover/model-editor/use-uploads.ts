import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../platform';
import { toBase64 } from '../recognition/model/photograph';
import { editedViewsQuery } from './model/editor-queries';

export interface Upload {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  /** Why it failed; null: it has not. Empty: no answer. */
  readonly problem: string | null;
  readonly cancel: () => void;
}

/** Pictures on their way to a model, one after another in the order in which they were chosen. */
export function useUploads(modelUniqueId: string) {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef<{ id: number; done: Promise<void> }>({ id: 0, done: Promise.resolve() });
  const remove = (id: number) => setUploads((all) => all.filter((one) => one.id !== id));
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  async function send(id: number, file: Blob, signal: AbortSignal) {
    if (signal.aborted) return;
    const onProgress = (share: number) => change(id, { share });
    try {
      const imageBase64 = await toBase64(file);
      await api.addModelView({ modelUniqueId, imageBase64 }, { signal, onProgress });
      remove(id);
      await client.invalidateQueries({ queryKey: editedViewsQuery(modelUniqueId).queryKey });
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
