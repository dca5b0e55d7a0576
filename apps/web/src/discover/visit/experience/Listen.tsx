import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatClock } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { texts } from '../texts';
import styles from './visit.module.css';

const icon = { size: 24, 'aria-hidden': true } as const;

interface ListenProps {
  /** A file of this server. */
  readonly url: string;
  readonly title: string;
}

/** Plays the sound of a point; shows how long it lasts, and then what is left. */
export function Listen({ url, title }: ListenProps) {
  const t = useTexts(texts);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [left, setLeft] = useState<number | null>(null);
  const measure = ({ currentTarget: { duration, currentTime } }: { readonly currentTarget: HTMLAudioElement }) =>
    setLeft(Number.isFinite(duration) ? Math.ceil(duration - currentTime) : null);
  // Rejects if it is paused before it begins, or cannot be loaded: then it does not play.
  const toggle = () => void (isPlaying ? audio.current?.pause() : audio.current?.play().catch(() => undefined));
  return (
    <button
      type="button"
      className={styles.listen}
      aria-label={t(isPlaying ? 'pause' : 'listenTo', { title })}
      onClick={toggle}
    >
      <span className={styles.play}>
        {isPlaying ? <IconPlayerPauseFilled {...icon} /> : <IconPlayerPlayFilled {...icon} />}
      </span>
      <span className={styles.grow}>{t('listen')}</span>
      {left !== null && <span className={styles.left}>{formatClock(left)}</span>}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onLoadedMetadata={measure}
        onTimeUpdate={measure}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
    </button>
  );
}
