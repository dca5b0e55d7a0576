import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import styles from './FilePicture.module.css';
import { FullScreen, FullScreenHead } from './FullScreen';
import { IconButton } from '../controls/IconButton';
import frames from './PictureFrame.module.css';
import { texts } from '../texts';

interface FilePictureProps {
  readonly name: string;
  /** Undefined: it is being fetched. */
  readonly image: ReactNode;
  /** What the full screen view shows, if it differs. */
  readonly whole?: ReactNode;
  readonly onDownload: () => void;
  /** Further actions. */
  readonly acts?: ReactNode;
  /** Sets its size. */
  readonly className: string | undefined;
}

/** A picture with reserved space while it loads; a click opens it full screen. */
export function FilePicture({ name, image, whole = image, onDownload, acts, className }: FilePictureProps) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const classes = `${frames.frame} ${className}`;
  if (!image) return <div className={classes} />;
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className={classes} aria-label={t('enlarge', { name })} onClick={() => setOpen(true)}>
        {image}
      </button>
      <FullScreen isOpen={isOpen} onClose={close} label={name}>
        <FullScreenHead line={name} onClose={close}>
          {acts}
          <IconButton
            label={t('downloadFile', { name })}
            icon={<IconDownload size={24} stroke={1.75} aria-hidden="true" />}
            onClick={onDownload}
          />
        </FullScreenHead>
        <div className={styles.whole}>{whole}</div>
      </FullScreen>
    </>
  );
}
