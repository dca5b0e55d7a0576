import { IconRotate2, IconRotateClockwise2 } from '@tabler/icons-react';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { Segmented } from '../../ui/controls/Segmented';
import { ZoomSlider } from '../../ui/controls/ZoomSlider';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './content-editor.module.css';
import { type Area, cropPicture, turnedSize } from './model/crop';
import { texts } from './texts';

const shapes = { whole: null, wide: 16 / 9, photo: 4 / 3, square: 1 } as const;
type Shape = keyof typeof shapes;
const ZOOM_MAX = 4;

export interface CropDialogProps {
  /** Its address. */
  readonly picture: string;
  /** JPEG only for a JPEG: others may be transparent. */
  readonly type: 'image/jpeg' | 'image/png';
  readonly onCropped: (picture: Blob) => void;
  readonly onFailed: () => void;
  readonly onClose: () => void;
}

async function load(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return picture;
}

/** Crops and turns a picture, by hand, wheel and keyboard. */
export function CropDialog({ picture, type, onCropped, onFailed, onClose }: CropDialogProps) {
  const t = useTexts(texts);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [quarters, setQuarters] = useState(0);
  const [shape, setShape] = useState<Shape>('whole');
  const [size, setSize] = useState({ width: 4, height: 3 });
  const [area, setArea] = useState<Area | null>(null);
  // Until the dialog closes: a second click would take the picture twice.
  const [isRunning, setRunning] = useState(false);
  const turned = turnedSize(size.width, size.height, quarters);
  const turn = (by: number) => setQuarters((now) => (now + by + 4) % 4);
  const use = async () => {
    if (!area || isRunning) return;
    setRunning(true);
    try {
      onCropped(await cropPicture(await load(picture), area, quarters, type));
    } catch {
      onFailed();
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('crop')} width={640} closeOnClickOutside={false}>
      <div className={styles.cropper}>
        <Cropper
          image={picture}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          rotation={quarters * 90}
          aspect={shapes[shape] ?? turned.width / turned.height}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': t('cropArea') }}
          mediaProps={{ alt: '', onError: onFailed }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onMediaLoaded={({ naturalWidth: width, naturalHeight: height }) => setSize({ width, height })}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <div className={styles.cropTools}>
        <Segmented
          label={t('shape')}
          value={shape}
          options={(Object.keys(shapes) as Shape[]).map((value) => ({ value, label: t(value) }))}
          onChange={setShape}
        />
        <div className={styles.turns}>
          <ZoomSlider label={t('zoom')} zoom={{ min: 1, max: ZOOM_MAX, step: 0.1, value: zoom }} onZoom={setZoom} />
          <IconButton label={t('turnLeft')} icon={<IconRotate2 size={24} stroke={1.75} />} onClick={() => turn(-1)} />
          <IconButton
            label={t('turnRight')}
            icon={<IconRotateClockwise2 size={24} stroke={1.75} />}
            onClick={() => turn(1)}
          />
        </div>
      </div>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton aria-disabled={area === null || isRunning} onClick={() => void use()}>
          {t('use')}
        </FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
