import { IconInfoCircle, IconPlayerPlay, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { IconButton } from '../../../ui/controls/IconButton';
import { isWhole, playSection } from '../model/play-section';
import { texts } from '../texts';
import { drawWithAlpha } from './alpha-video';
import styles from './experience.module.css';
import type { ItemProps } from './item-props';
import { useVideoFile } from './use-video-file';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * Plays without sound while its marker is in sight, and pauses when it is lost; of the video the part that was chosen. Browsers allow sound only after a tap. If the video has an
 * alpha part, a canvas shows it.
 */
export function VideoItem({ item, url, isSeen, onOpen }: ItemProps & { readonly url: string }) {
  const t = useTexts(texts);
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isMuted, setMuted] = useState(true);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(url === '');
  const { address, keep } = useVideoFile(url);
  const { title, hasAlpha, contentId, videoStart: start, videoEnd: end } = item;
  const isLooped = isWhole({ start, end });
  useEffect(() => {
    if (isSeen && address !== null) video.current?.play().catch(() => undefined);
    else video.current?.pause();
  }, [isSeen, isBroken, address]);
  useEffect(
    () => (isLooped || !video.current ? undefined : playSection(video.current, { start, end })),
    [isLooped, start, end, isBroken],
  );
  useEffect(() => {
    if (!hasAlpha || !video.current || !canvas.current) return undefined;
    const drawing = drawWithAlpha(video.current, canvas.current);
    if (!drawing) setBroken(true);
    return drawing ?? undefined;
  }, [hasAlpha, isBroken]);
  if (isBroken)
    return (
      <p role="alert" className={styles.broken}>
        {t('mediaFailed')}
      </p>
    );
  return (
    <div className={styles.gallery}>
      <video
        ref={video}
        src={address ?? undefined}
        className={hasAlpha ? styles.source : styles.picture}
        aria-label={t('video', { title })}
        muted={isMuted}
        loop={isLooped}
        playsInline
        preload="auto"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onCanPlayThrough={keep}
        onError={() => setBroken(true)}
      />
      {hasAlpha && <canvas ref={canvas} className={styles.picture} aria-hidden="true" />}
      <div className={styles.steps}>
        {!isPlaying && (
          <IconButton
            label={t('play')}
            icon={<IconPlayerPlay {...icon} />}
            hasTip={false}
            onClick={() => void video.current?.play().catch(() => undefined)}
          />
        )}
        <IconButton
          label={t(isMuted ? 'soundOn' : 'soundOff')}
          icon={isMuted ? <IconVolumeOff {...icon} /> : <IconVolume {...icon} />}
          hasTip={false}
          onClick={() => setMuted(!isMuted)}
        />
        {contentId !== null && (
          <IconButton
            label={t('open', { title })}
            icon={<IconInfoCircle {...icon} />}
            hasTip={false}
            aria-haspopup="dialog"
            onClick={() => onOpen(contentId)}
          />
        )}
      </div>
    </div>
  );
}
