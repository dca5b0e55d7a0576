import { IconAspectRatio, IconPhoto, IconSunHigh, IconSunLow } from '@tabler/icons-react';
import { type Ref, useRef } from 'react';
import type { RecognitionMode } from '@earth/contracts';
import type { Tuning } from '../../../shared/camera/camera-tuning';
import { useTexts } from '../../../shared/i18n';
import { QuietButton } from '../../../ui/controls/Button';
import { FileInput } from '../../../ui/controls/FileInput';
import { Segmented } from '../../../ui/controls/Segmented';
import { Progress } from '../../../ui/feedback/Progress';
import { MODES } from '../model/modes';
import { PICKED_TYPES } from '../model/photograph';
import { qualityText } from '../../../shared/camera/resolution';
import { texts } from '../texts';
import styles from './recognition-camera.module.css';
import type { RecognitionCameraState } from './use-recognition-camera';

interface ExposureProps {
  readonly exposure: Tuning;
  readonly onExposure: (value: number) => void;
}

/** The exposure, between a small and a large sun. */
function Exposure({ exposure: { name, min, max, step, value }, onExposure }: ExposureProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.exposure}>
      <IconSunLow size={22} stroke={1.75} aria-hidden="true" />
      <input
        type="range"
        aria-label={t(name)}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={({ currentTarget }) => onExposure(currentTarget.valueAsNumber)}
      />
      <IconSunHigh size={22} stroke={1.75} aria-hidden="true" />
    </div>
  );
}

interface CameraFootProps {
  readonly state: RecognitionCameraState;
  readonly onQuality: () => void;
  /** Its main control. */
  readonly control: Ref<HTMLButtonElement>;
}

/** The lower part of the camera: exposure, mode, gallery, shutter, quality. */
export function CameraFoot({ state, onQuality, control }: CameraFootProps) {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const { settings, photograph, track, isSharp, mode, setMode, isShared } = state;
  const exposure = settings.tunings.find(({ name }) => name === 'exposureCompensation');
  function openGallery() {
    state.beginPicking();
    input.current?.click();
  }
  return (
    <div className={styles.foot}>
      {exposure && (
        <Exposure exposure={exposure} onExposure={(value) => settings.tune('exposureCompensation', value)} />
      )}
      <Segmented
        label={t('searchBy')}
        value={`${mode}`}
        options={MODES.map((one) => ({ value: `${one.mode}` as const, label: t(one.text) }))}
        onChange={(value) => setMode(Number(value) as RecognitionMode)}
      />
      {isShared && <p className={styles.kept}>{t('kept')}</p>}
      <div className={styles.buttons}>
        <button ref={track ? undefined : control} type="button" className={styles.side} onClick={openGallery}>
          <span className={styles.thumb}>
            {photograph ? (
              <img src={photograph.url} alt="" />
            ) : (
              <IconPhoto size={24} stroke={1.75} aria-hidden="true" />
            )}
          </span>
          {t('gallery')}
        </button>
        <FileInput ref={input} type={PICKED_TYPES} onFile={state.pick} />
        <button
          ref={track ? control : undefined}
          type="button"
          className={styles.shutter}
          aria-label={t(isSharp ? 'takeSharp' : 'take')}
          data-sharp={isSharp || undefined}
          disabled={!track}
          onClick={state.take}
        />
        <button type="button" className={styles.side} onClick={onQuality}>
          <span className={styles.thumb}>
            <IconAspectRatio size={24} stroke={1.75} aria-hidden="true" />
          </span>
          {t(qualityText(settings.resolution))}
        </button>
      </div>
    </div>
  );
}

interface SearchingProps extends Pick<CameraFootProps, 'control'> {
  readonly onCancel: () => void;
}

/** What the foot shows while a photograph is compared. */
export function Searching({ onCancel, control }: SearchingProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.foot}>
      <div className={styles.searching} role="status">
        <p>{t('searching')}</p>
        <Progress label={t('searching')} value={null} />
      </div>
      <QuietButton ref={control} isField onClick={onCancel}>
        {t('cancel')}
      </QuietButton>
    </div>
  );
}
