import { IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { Question } from '../../ui/overlay/Question';
import { IconButton } from '../../ui/controls/IconButton';
import type { usePosition } from './use-position';
import styles from './maps.module.css';
import { texts } from './texts';

/** Requests the user's position: first with an explanation, then by the browser's prompt. */
export function Locate({ position, find, wouldPrompt }: ReturnType<typeof usePosition>) {
  const t = useTexts(texts);
  const [isAsking, setAsking] = useState(false);
  const start = async () => ((await wouldPrompt()) && position.type !== 'known' ? setAsking(true) : find());
  const say = position.type === 'refused' || position.type === 'notFound' ? t(position.type) : null;
  return (
    <>
      <IconButton
        label={t('locate')}
        tipPosition="left"
        icon={<IconCurrentLocation size={24} stroke={1.75} aria-hidden="true" />}
        isOn={position.type === 'known'}
        aria-busy={position.type === 'asking'}
        onClick={() => void start()}
      />
      {say && (
        <p role="alert" className={styles.said}>
          {say}
        </p>
      )}
      <Question
        isOpen={isAsking}
        title={t('locateTitle')}
        yes={t('locate')}
        no={t('notNow')}
        onYes={() => {
          setAsking(false);
          find();
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t('locateLine')}</p>
      </Question>
    </>
  );
}
