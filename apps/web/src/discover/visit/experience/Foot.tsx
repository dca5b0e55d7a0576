import { type Icon, IconList, IconPlayerPause, IconPlayerPlay, IconShare2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../shared/i18n';
import { texts } from '../texts';
import styles from './visit.module.css';

interface PlateProps {
  readonly icon: Icon;
  readonly word: string;
  /** The accessible name, if the word alone does not say enough. */
  readonly name?: string;
  readonly onClick: () => void;
}

/** A button with its word, over the camera's picture. */
const Plate = ({ icon: Mark, word, name, onClick }: PlateProps) => (
  <button type="button" className={styles.plate} aria-label={name} onClick={onClick}>
    <Mark size={20} stroke={1.75} aria-hidden="true" />
    {word}
  </button>
);

interface FootProps {
  readonly isFrozen: boolean;
  readonly onFreeze: (isFrozen: boolean) => void;
  readonly onList: () => void;
  readonly onShare: () => void;
  /** What stands above the buttons. */
  readonly children: ReactNode;
}

/** The lower part of the camera's picture: the list of points, freezing, sharing. */
export function Foot({ isFrozen, onFreeze, onList, onShare, children }: FootProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.foot}>
      {children}
      <div className={styles.plates}>
        <Plate icon={IconList} word={t('allPoints')} onClick={onList} />
        {isFrozen ? (
          <Plate icon={IconPlayerPlay} word={t('goOn')} onClick={() => onFreeze(false)} />
        ) : (
          <Plate icon={IconPlayerPause} word={t('freeze')} name={t('freezeLong')} onClick={() => onFreeze(true)} />
        )}
        <Plate icon={IconShare2} word={t('share')} onClick={onShare} />
      </div>
    </div>
  );
}
