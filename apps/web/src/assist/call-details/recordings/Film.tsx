import { isGenuine } from '@earth/contracts';
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
  /** 1 for the first of the call. */
  readonly number: number;
  readonly playable: Playable;
  /** The browser refuses the pieces. */
  readonly onRefused: () => void;
}

/** Why it does not go on. */
type Trouble = 'failed' | 'notGenuine' | null;

const bytesOf = (piece: Blob | null) => piece && piece.arrayBuffer();

type Pieces = Extract<Playable, { readonly kind: 'pieces' }>;

function showFile(video: HTMLVideoElement, file: Blob) {
  const url = URL.createObjectURL(file);
  video.src = url;
  return () => URL.revokeObjectURL(url);
}

/** Attaches what is played to the video, and pieces as they are needed. */
function useFilm(playable: Playable) {
  const queries = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble>(null);
  const player = useRef<PiecePlayer>(null);

  const attach = useCallback(
    (video: HTMLVideoElement) => {
      async function load({ recording, first }: Pieces, index: number) {
        const { number = 0 } = recording.pieces[index] ?? {};
        const piece = index === 0 ? first : await queries.query(pieceQuery(recording, number));
        if (piece !== null && !isGenuine(piece)) {
          setTrouble('notGenuine');
          throw new Error('A piece is not genuine');
        }
        setTrouble(null);
        return bytesOf(piece);
      }
      const showPieces = (pieces: Pieces) => {
        const ends = pieces.recording.pieces.map(({ milliseconds }) => milliseconds / 1000);
        const onFailed = () => setTrouble((before) => before ?? 'failed');
        const source = { ends, load: (index: number) => load(pieces, index) };
        const made = new PiecePlayer(video, source, { type: pieces.type, onFailed });
        player.current = made;
        return () => made.close();
      };
      const close = playable.kind === 'file' ? showFile(video, playable.file) : showPieces(playable);
      // The button that was pressed is gone.
      video.focus();
      // Asked for by the user; where the browser refuses, its controls remain.
      video.play().catch(() => undefined);
      return close;
    },
    [playable, queries],
  );
  return { attach, trouble, retry: () => player.current?.retry() };
}

export function Film({ number, onRefused, playable }: FilmProps) {
  const t = useTexts(texts);
  const { attach, trouble, retry } = useFilm(playable);
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
