import { type CallRecording, isGenuine, type NotGenuine } from '@earth/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { canPlayPieces } from './piece-player';
import { pieceQuery, recordingFileQuery } from './queries';

/** What is played: pieces that are loaded when they are needed, or, where the browser cannot do that, the whole file. */
export type Playable =
  | {
      readonly kind: 'pieces';
      /** As it was when it was opened: it may still grow. */
      readonly recording: CallRecording;
      readonly first: Blob;
      readonly type: string;
    }
  | { readonly kind: 'file'; readonly file: Blob };

type Opened<What> = What | NotGenuine | null;

const isOpen = <What extends object>(opened: Opened<What> | undefined): opened is What =>
  opened !== undefined && opened !== null && isGenuine(opened);

/** Opens a recording when it is first wanted: to play it, or whole, to save it. */
export function usePlaying(recording: CallRecording) {
  const queries = useQueryClient();
  const [gone, setGone] = useState<number | null>(null);
  const loadFile = () => queries.query({ ...recordingFileQuery(recording, setGone), staleTime: 'static' });

  async function openFile(): Promise<Opened<Playable>> {
    const file = await loadFile();
    return isOpen(file) ? { kind: 'file', file } : file;
  }

  async function openPieces(): Promise<Opened<Playable>> {
    const first = await queries.query(pieceQuery(recording, 0));
    if (!isOpen(first)) return first;
    const { typeOf } = await import('./media-file');
    const type = await typeOf(first);
    return canPlayPieces(type) ? { kind: 'pieces', recording, first, type } : openFile();
  }

  const playing = useMutation({ mutationFn: (asFile: boolean) => (asFile ? openFile() : openPieces()) });
  const saving = useMutation({ mutationFn: loadFile });
  const isBusy = playing.isPending || saving.isPending;
  return {
    /** From 0 to 1; null: not known. */
    gone,
    isBusy,
    isFailed: !isBusy && (playing.isError || saving.isError),
    opened: saving.data === undefined ? playing.data : saving.data,
    playable: isOpen(playing.data) ? playing.data : null,
    play: () => isBusy || playing.mutate(false),
    /** The browser refuses the pieces after all. */
    playFile: () => playing.mutate(true),
    save: (then: (file: Blob) => void) =>
      isBusy || saving.mutate(undefined, { onSuccess: (file) => isOpen(file) && then(file) }),
  };
}
