import { IconRotate2, IconRotateClockwise2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../controls/Button';
import { IconButton } from '../controls/IconButton';
import { Segmented } from '../controls/Segmented';
import { ZoomSlider } from '../controls/ZoomSlider';
import { Dialog, DialogAnswers } from '../overlay/Dialog';
import { type Area, cropPicture, SIDE_MAX, turnedSize } from './crop';
import styles from './crop.module.css';
import { texts } from './texts';

const shapes = { whole: null, wide: 16 / 9, photo: 4 / 3, square: 1 } as const;
type Shape = keyof typeof shapes;
const ZOOM_MAX = 4;

interface CropDialogProps {
  /** Its address. */
  readonly picture: string;
  /** JPEG only for a JPEG: others may be transparent. */
  readonly type: 'image/jpeg' | 'image/png';
  /** Only a round part can be kept, as a square of at most so many pixels. */
  readonly roundSide?: number;
  readonly onCropped: (picture: Blob) => void;
  readonly onFailed: () => void;
  readonly onClose: () => void;
}

async function load(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  // The pages of the mobile shell are of another origin, and may draw only what was requested by CORS.
  picture.crossOrigin = 'anonymous';
  picture.src = address;
  await picture.decode();
  return picture;
}

/** Crops and turns a picture, by hand, wheel and keyboard. */
export function CropDialog({ picture, type, roundSide, onCropped, onFailed, onClose }: CropDialogProps) {
  const t = useTexts(texts);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [quarters, setQuarters] = useState(0);
  const [shape, setShape] = useState<Shape>(roundSide ? 'square' : 'whole');
  const [size, setSize] = useState({ width: 4, height: 3 });
  const [area, setArea] = useState<Area | null>(null);
  // Until the dialog closes: a second click would take the picture twice.
  const [isRunning, setRunning] = useState(false);
  // What is cropped after «Cancel» is not wanted any more.
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const turned = turnedSize(size.width, size.height, quarters);
  const turn = (by: number) => setQuarters((now) => (now + by + 4) % 4);
  const use = async () => {
    if (!area || isRunning) return;
    setRunning(true);
    try {
      const options = { type, sideMax: roundSide ?? SIDE_MAX };
      const cropped = await cropPicture(await load(picture), area, quarters, options);
      if (!isClosed.current) onCropped(cropped);
    } catch {
      if (!isClosed.current) onFailed();
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
          cropShape={roundSide ? 'round' : 'rect'}
          showGrid={!roundSide}
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
        {!roundSide && (
          <Segmented
            label={t('shape')}
            value={shape}
            options={(Object.keys(shapes) as Shape[]).map((value) => ({ value, label: t(value) }))}
            onChange={setShape}
          />
        )}
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
