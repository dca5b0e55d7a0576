import { type CallRecording, isGenuine } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { LineButton } from '../../../ui/controls/Button';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { useBroken } from '../../../ui/pictures/use-broken';
import { PiecePlayer } from './piece-player';
import { pieceQuery } from './queries';
import styles from './recordings.module.css';
import { texts } from './texts';
import type { Playable } from './use-playing';

interface FilmProps {
  readonly recording: CallRecording;
  /** 1 for the first of the call. */
  readonly number: number;
  readonly playable: Playable;
  /** The browser refuses the pieces. */
  readonly onRefused: () => void;
}

/** Why it does not go on. */
type Trouble = 'failed' | 'notGenuine' | null;

const bytesOf = (piece: Blob | null) => piece && piece.arrayBuffer();

/** Attaches what is played to the video, and pieces as they are needed. */
function useFilm({ recording, playable }: Pick<FilmProps, 'playable' | 'recording'>) {
  const queries = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble>(null);
  const player = useRef<PiecePlayer>(null);

  const attach = useCallback(
    (video: HTMLVideoElement) => {
      async function load(index: number) {
        const piece = index === 0 && playable.kind === 'pieces' ? playable.first : await loadPiece(index);
        setTrouble(null);
        return bytesOf(piece);
      }
      async function loadPiece(index: number) {
        const piece = await queries.query(pieceQuery(recording, recording.pieces[index]?.number ?? 0));
        if (piece === null || isGenuine(piece)) return piece;
        setTrouble('notGenuine');
        throw new Error('A piece is not genuine');
      }
      const showFile = (file: Blob) => {
        const url = URL.createObjectURL(file);
        video.src = url;
        return () => URL.revokeObjectURL(url);
      };
      const showPieces = (type: string) => {
        const ends = recording.pieces.map(({ milliseconds }) => milliseconds / 1000);
        const onFailed = () => setTrouble((before) => before ?? 'failed');
        const made = new PiecePlayer(video, { ends, load }, { type, onFailed });
        player.current = made;
        return () => made.close();
      };
      const close = playable.kind === 'file' ? showFile(playable.file) : showPieces(playable.type);
      // The button that was pressed is gone.
      video.focus();
      // Asked for by the user; where the browser refuses, its controls remain.
      video.play().catch(() => undefined);
      return close;
    },
    [playable, queries, recording],
  );
  return { attach, trouble, retry: () => player.current?.retry() };
}

export function Film(props: FilmProps) {
  const { number, onRefused, playable } = props;
  const t = useTexts(texts);
  const { attach, trouble, retry } = useFilm(props);
  const [isBroken, onBroken] = useBroken(playable);
  if (trouble === 'notGenuine') return <NotGenuine />;
  if (isBroken) return <p role="status">{t('broken')}</p>;
  return (
    <>
      <video
        ref={attach}
        className={styles.film}
        controls
        playsInline
        aria-label={t('recording', { number })}
        onError={playable.kind === 'pieces' ? onRefused : onBroken}
      />
      <div role="status">
        {trouble === 'failed' && (
          <p className={styles.trouble}>
            <span className={styles.failed}>{t('pieceFailed')}</span>
            <LineButton onClick={retry}>{t('retry')}</LineButton>
          </p>
        )}
      </div>
    </>
  );
}
