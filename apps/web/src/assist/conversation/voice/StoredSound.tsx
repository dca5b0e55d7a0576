import { voiceNoteLevels, voiceNoteSeconds } from '@earth/messaging';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatClock } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { useScoped } from '../../../platform/session/scope-context';
import { useMessageFile } from '../model/files';
import { IconButton } from '../../../ui/controls/IconButton';
import { ShareFile } from '../FileActs';
import type { ShownMessage } from '../source';
import { texts as messageTexts } from '../texts';
import { useDownload } from '../use-download';
import { createSound, type Playing } from './sound';
import { texts } from './texts';
import { useFileWords } from './use-file-words';
import styles from './voice.module.css';

/** The error that prevents playing; null: none. */
function useProblem(state: Playing['state'] | undefined): ReactNode {
  const t = useTexts(texts);
  const tMessage = useTexts(messageTexts);
  switch (state) {
    case 'failed':
      return tMessage('fileFailed');
    case 'unreadable':
      return tMessage('fileUnreadable');
    case 'notGenuine':
      return <NotGenuine />;
    case 'unplayable':
      return t('unplayable');
    default:
      return null;
  }
}

/** Seconds that an arrow key seeks. */
const SKIP = 2;
const skips: Readonly<Record<string, number>> = { ArrowLeft: -SKIP, ArrowDown: -SKIP, ArrowRight: SKIP, ArrowUp: SKIP };

interface PositionProps {
  readonly label: string;
  readonly words: string;
  /** Seconds. */
  readonly position: number;
  readonly length: number | null;
  readonly isDisabled: boolean;
  /** The levels over time; null: unknown. */
  readonly levels: readonly number[] | null;
}

/** The playback position, on bars of the levels if they are known, otherwise on a line. */
function Position({ label, words, position, length, isDisabled, levels }: PositionProps) {
  const sound = useScoped(createSound);
  const share = length === null ? 0 : position / length;
  function onKeyDown(event: KeyboardEvent) {
    const skip = skips[event.key];
    if (skip === undefined || length === null) return;
    event.preventDefault();
    sound.seek(Math.min(length, Math.max(0, position + skip)));
  }
  const slider = (
    <input
      type="range"
      className={levels ? styles.over : styles.position}
      aria-label={label}
      aria-valuetext={words}
      min={0}
      max={length ?? 0}
      step={0.1}
      value={position}
      disabled={isDisabled || length === null}
      onKeyDown={onKeyDown}
      onChange={({ currentTarget }) => sound.seek(currentTarget.valueAsNumber)}
    />
  );
  if (!levels) return slider;
  return (
    <div className={styles.bars}>
      {Array.from(levels, (level, index) => (
        <span
          key={index}
          className={styles.bar}
          data-heard={index < share * levels.length || undefined}
          style={{ height: `${Math.round(100 * level)}%` }}
        />
      ))}
      {slider}
    </div>
  );
}

interface StoredSoundProps {
  readonly message: ShownMessage;
  readonly name: string;
}

/** A voice note or another stored sound, downloaded and decrypted when played. */
export function StoredSound({ message, name }: StoredSoundProps) {
  const t = useTexts(texts);
  const words = useFileWords()(name);
  const { uniqueId: id } = message;
  const sound = useScoped(createSound);
  const { open } = useMessageFile(message);
  const playing = useStore(sound.state, (all) => (all.playing?.id === id ? all.playing : null));
  const download = useDownload(message, name);
  const isPlaying = playing?.state === 'playing';
  const canSeek = isPlaying || playing?.state === 'paused';
  const known = voiceNoteSeconds(name);
  const length = playing?.duration ?? known;
  const position = Math.min(playing?.position ?? 0, length ?? Number.POSITIVE_INFINITY);
  const at = formatClock(Math.floor(position));
  const ofLength = length === null ? at : t('positionOf', { position: at, length: formatClock(length) });
  const problem = useProblem(playing?.state) ?? download.problem;
  const icon = { size: 20, 'aria-hidden': true } as const;
  return (
    <div role="group" aria-label={words}>
      {known === null && <p className={styles.name}>{name}</p>}
      <div className={styles.player}>
        <IconButton
          isFilled
          hasTip={false}
          className={styles.play}
          label={t(isPlaying ? 'pause' : 'play', { name: words })}
          icon={isPlaying ? <IconPlayerPauseFilled {...icon} /> : <IconPlayerPlayFilled {...icon} />}
          aria-disabled={playing?.state === 'loading'}
          onClick={() => void sound.toggle(id, open)}
        />
        <Position
          label={t('position', { name: words })}
          words={ofLength}
          position={position}
          length={length}
          isDisabled={!canSeek}
          levels={typeof message.text === 'string' ? voiceNoteLevels(message.text) : null}
        />
        <span className={styles.time} aria-hidden="true">
          {length === null ? at : `${canSeek ? `${at} / ` : ''}${formatClock(length)}`}
        </span>
        <div className={styles.acts}>
          <ShareFile message={message} name={name} />
          {download.button}
        </div>
      </div>
      {download.progress}
      <p role="status" className={styles.trouble}>
        {problem}
      </p>
    </div>
  );
}
