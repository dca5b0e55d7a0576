import type { Catalogue } from '@earth/contracts';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { getConfig } from '../../../platform';
import { useTexts } from '../../../shared/i18n';
import { CameraHead } from '../../../ui/camera/CameraHead';
import { CameraView } from '../../../ui/camera/CameraView';
import { IconButton } from '../../../ui/controls/IconButton';
import { lazyPart, openPart } from '../../../ui/feedback/lazy-part';
import { Modal } from '../../../ui/overlay/Modal';
import type { CatalogueEntry } from '../model/catalogue';
import { texts } from '../texts';
import { AlertDialog } from './AlertDialog';
import { CameraFoot, Searching } from './CameraFoot';
import { FocusHint } from './FocusHint';
import styles from './recognition-camera.module.css';
import { type RecognitionCameraState, useRecognitionCamera } from './use-recognition-camera';

/** Loaded beside the camera, which does not wait for them. */
const CameraSheet = lazyPart(() => import('./CameraSheet'), 'CameraSheet', { Missing: () => null });
const NotePrompt = lazyPart(() => import('./NotePrompt'), 'NotePrompt', { Missing: () => null });
/** Most builds show none. */
const DebugView = lazyPart(() => import('./DebugView'), 'DebugView');

export interface RecognitionCameraProps {
  readonly entry: CatalogueEntry;
  readonly title: string;
  /** Null: the server does not answer; undefined: it has not yet. */
  readonly info: Catalogue | null | undefined;
  readonly onResults: () => void;
  /** A step back. */
  readonly onBack: () => void;
  readonly onCancel: () => void;
  readonly onFailure: () => void;
  /** Shows sample results. */
  readonly onSample: () => void;
}

interface ViewfinderProps extends Pick<RecognitionCameraProps, 'title' | 'onCancel' | 'onFailure'> {
  readonly state: RecognitionCameraState;
  readonly onSettings: () => void;
}

/** The camera's picture, with the square that is photographed. */
function Viewfinder({ state, title, onSettings, onCancel, onFailure }: ViewfinderProps) {
  const t = useTexts(texts);
  const { video, mask, track, sharpness, mode, device } = state;
  const { live, isMirrored } = state.cameras;
  const { tolerance } = state.settings;
  const { isSearching } = state.recognition;
  return (
    <div className={styles.view}>
      <CameraView
        live={live}
        video={video}
        isFrozen={isSearching}
        isMirrored={isMirrored}
        refusedLine={t('permission')}
        onLeave={onFailure}
      >
        <div className={styles.frame}>
          <div ref={mask} className={styles.mask} aria-hidden="true">
            <i /> <i /> <i /> <i />
          </div>
          {!isSearching && <FocusHint sharpness={sharpness} tolerance={tolerance} />}
          {getConfig().recognition.debug && (
            <DebugView track={track} sharpness={sharpness} tolerance={tolerance} mode={mode} device={device.type} />
          )}
        </div>
      </CameraView>
      <CameraHead title={title} isTitleHidden leaveLabel={t('leave')} onLeave={onCancel} live={live}>
        <IconButton
          isField
          label={t('settings')}
          icon={<IconAdjustmentsHorizontal size={24} stroke={1.75} aria-hidden="true" />}
          className={styles.plate}
          onClick={onSettings}
        />
      </CameraHead>
    </div>
  );
}

/** The buttons that are replaced when a search begins and ends take the focus with them: it goes to the control that is there then. */
function useFocusOnControl(control: RefObject<HTMLButtonElement | null>, isSearching: boolean, hasAlert: boolean) {
  const wasSearching = useRef(false);
  useEffect(() => {
    // An alert has the focus.
    if (hasAlert) return;
    if (isSearching || wasSearching.current) control.current?.focus({ preventScroll: true });
    wasSearching.current = isSearching;
  }, [control, isSearching, hasAlert]);
}

type Over = 'sheet' | 'note' | null;

/** The recognition camera in full screen (D2.19, D2.64). */
export function RecognitionCamera({ entry, title, info, onResults, ...leave }: RecognitionCameraProps) {
  const [over, setOver] = useState<Over>(null);
  const state = useRecognitionCamera({ catalogue: entry, info, onResults, onFailure: leave.onFailure });
  const { isSearching, cancel, note, setNote, alert, setAlert } = state.recognition;
  const control = useRef<HTMLButtonElement>(null);
  useFocusOnControl(control, isSearching, alert !== null);
  const showSheet = () => void openPart(CameraSheet, () => setOver('sheet'));
  return (
    <Modal
      isOpen
      onClose={leave.onBack}
      kind="popup"
      shape="screen"
      data-theme="dark"
      aria-label={title}
      className={styles.screen}
    >
      <Viewfinder
        state={state}
        title={title}
        onSettings={showSheet}
        onCancel={leave.onCancel}
        onFailure={leave.onFailure}
      />
      {isSearching ? (
        <Searching onCancel={cancel} control={control} />
      ) : (
        <CameraFoot state={state} onQuality={showSheet} control={control} />
      )}
      <CameraSheet
        isOpen={over === 'sheet'}
        onClose={() => setOver(null)}
        state={state}
        onNote={() => void openPart(NotePrompt, () => setOver('note'))}
        onSample={getConfig().recognition.debug ? leave.onSample : null}
      />
      <NotePrompt isOpen={over === 'note'} note={note} onNote={setNote} onClose={() => setOver(null)} />
      <AlertDialog alert={alert} onClose={() => setAlert(null)} />
    </Modal>
  );
}
