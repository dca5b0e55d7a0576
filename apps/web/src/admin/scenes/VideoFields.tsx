import { VIDEO_SECONDS_MAX } from '@earth/contracts';
import { useTexts } from '../../shared/i18n';
import { Switch } from '../../ui/controls/Switch';
import type { DraftItem } from './model/draft-item';
import { NumberField } from './NumberField';
import styles from './scenes.module.css';
import { texts } from './texts';

/** The shortest part that plays, in seconds. */
const SHORTEST = 0.1;

interface VideoFieldsProps {
  readonly item: DraftItem;
  readonly onChange: (fields: Partial<DraftItem>) => void;
}

/** Which part of a video plays, and whether it has an alpha part. */
export function VideoFields({ item: { hasAlpha, videoStart, videoEnd }, onChange }: VideoFieldsProps) {
  const t = useTexts(texts);
  return (
    <>
      <div className={styles.fields}>
        <NumberField
          label={t('videoStart')}
          value={videoStart}
          min={0}
          max={videoEnd === null ? VIDEO_SECONDS_MAX : videoEnd - SHORTEST}
          step={SHORTEST}
          onChange={(value) => value !== null && onChange({ videoStart: value })}
        />
        <NumberField
          label={t('videoEnd')}
          value={videoEnd}
          min={videoStart + SHORTEST}
          max={VIDEO_SECONDS_MAX}
          step={SHORTEST}
          isOptional
          onChange={(value) => onChange({ videoEnd: value })}
        />
      </div>
      <p className={styles.line}>{t('videoLine')}</p>
      <Switch label={t('hasAlpha')} isOn={hasAlpha} onChange={(isOn) => onChange({ hasAlpha: isOn })} />
    </>
  );
}
