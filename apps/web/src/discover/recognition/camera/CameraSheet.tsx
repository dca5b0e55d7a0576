import type { ReactNode } from 'react';
import type { Tuning } from '../../../shared/camera/camera-tuning';
import { formatNumber } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Switch } from '../../../ui/controls/Switch';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { TOLERANCE_MAX } from '../model/camera-settings';
import { modeText, nextMode } from '../model/modes';
import { qualityText } from '../../../shared/camera/resolution';
import { texts } from '../texts';
import styles from './camera-sheet.module.css';
import { DeviceRow } from './DeviceRow';
import type { RecognitionCameraState } from './use-recognition-camera';

interface CameraSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly state: RecognitionCameraState;
  readonly onNote: () => void;
  /** Null: the build shows no debug view. */
  readonly onSample: (() => void) | null;
}

interface RowProps {
  readonly label: string;
  readonly line?: string | undefined;
  readonly children: ReactNode;
}

const Row = ({ label, line, children }: RowProps) => (
  <div className={styles.row}>
    <div className={styles.words}>
      <p>{label}</p>
      {line && <p className={styles.line}>{line}</p>}
    </div>
    {children}
  </div>
);

interface SliderProps extends Omit<Tuning, 'name'> {
  readonly label: string;
  readonly onValue: (value: number) => void;
}

function Slider({ label, value, onValue, ...range }: SliderProps) {
  const language = useLanguage();
  return (
    <label className={styles.slider}>
      <span>
        {label}
        <span className={styles.value}>{formatNumber(value, language)}</span>
      </span>
      <input
        type="range"
        {...range}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.valueAsNumber)}
      />
    </label>
  );
}

/** What the camera lets the user adjust: each slider in its own range. The exposure stands on the screen. */
function Sliders({ settings }: Pick<RecognitionCameraState, 'settings'>) {
  const t = useTexts(texts);
  const { tolerance, tunings } = settings;
  return (
    <>
      <Slider
        label={t('tolerance')}
        min={0}
        max={TOLERANCE_MAX}
        step={1}
        value={tolerance}
        onValue={settings.setTolerance}
      />
      {tunings
        .filter(({ name }) => name !== 'exposureCompensation')
        .map(({ name, ...range }) => (
          <Slider key={name} label={t(name)} {...range} onValue={(value) => settings.tune(name, value)} />
        ))}
    </>
  );
}

/** The settings of the recognition camera, and what it does beside taking photographs (D2.64). */
export function CameraSheet({ isOpen, onClose, state, onNote, onSample }: CameraSheetProps) {
  const t = useTexts(texts);
  const { settings, mode, setMode, cameras, isShared } = state;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('settings')} kind="sheet">
      <div className={styles.rows}>
        <Sliders settings={settings} />
        <Row label={t('resolution')} line={t(qualityText(settings.resolution))}>
          <span className={styles.pair}>
            <QuietButton onClick={() => state.stepResolution(-1)}>{t('lower')}</QuietButton>
            <QuietButton onClick={() => state.stepResolution(1)}>{t('higher')}</QuietButton>
          </span>
        </Row>
        <Row label={t('searchBy')} line={t(modeText(mode))}>
          <QuietButton onClick={() => setMode(nextMode(mode))}>{t('nextMode')}</QuietButton>
        </Row>
        {cameras.flip && (
          <Row label={t('camera')}>
            <QuietButton onClick={cameras.flip}>{t('flip')}</QuietButton>
          </Row>
        )}
        <Row label={t('note')} line={state.recognition.note}>
          <QuietButton onClick={onNote}>{t('write')}</QuietButton>
        </Row>
        <Row label={t('lastImage')}>
          <QuietButton onClick={state.save}>{t('save')}</QuietButton>
        </Row>
        <DeviceRow device={state.device} onDownload={state.download} />
        {isShared !== null && <Switch label={t('learn')} isOn={isShared} onChange={state.setShared} />}
        {onSample && <QuietButton onClick={onSample}>{t('sample')}</QuietButton>}
      </div>
      <DialogAnswers>
        <FilledButton onClick={onClose}>{t('close')}</FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
