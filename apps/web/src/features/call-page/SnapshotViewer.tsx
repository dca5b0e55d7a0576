import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import type { CallPic } from '@earth/contracts';
import { Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { formatFileDate, formatTime } from '../../app/format';
import { useLanguage, useTexts } from '../../app/i18n';
import { texts as appTexts } from '../../app/texts';
import { saveFile } from '../../data/save-file';
import { TextButton } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { BlobImage } from './BlobImage';
import { texts } from './texts';
import { usePicture } from './use-picture';
import styles from './viewer.module.css';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

function Picture({ pic, number }: { readonly pic: CallPic; readonly number: number }) {
  const t = useTexts(texts);
  const picture = usePicture(pic);
  switch (picture.state) {
    case 'ready':
      return <BlobImage blob={picture.blob} alt={t('snapshot', { number })} className={styles.picture} />;
    case 'failed':
      return <TextButton onClick={picture.retry}>{t('pictureFailed', { number })}</TextButton>;
    case 'unreadable':
      return <p>{t('notForYou')}</p>;
    case 'loading':
      return <p>{t('pictureLoading')}</p>;
  }
}

/** With what was drawn on it. */
function Download({ pic, number }: { readonly pic: CallPic; readonly number: number }) {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  const picture = usePicture(pic);
  if (picture.state !== 'ready') return null;
  const name = tApp('snapshotFile', { date: formatFileDate(new Date(pic.date)), number });
  return (
    <IconButton
      label={t('downloadSnapshot')}
      icon={<IconDownload {...icon} />}
      onClick={() => saveFile(picture.blob, name)}
    />
  );
}

/** The arrow keys, wherever the focus is: the dialog's own frame takes none. */
function useArrows(go: (by: number) => void) {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

interface SnapshotViewerProps {
  readonly pics: readonly CallPic[];
  /** Null: closed. */
  readonly shownId: string | null;
  readonly nameOf: (pic: CallPic) => string;
  readonly onShow: (picId: string | null) => void;
}

function Viewer({ pics, shownId, nameOf, onShow }: SnapshotViewerProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const index = pics.findIndex(({ uniqueId }) => uniqueId === shownId);
  const go = (by: number) => {
    const next = pics[index + by];
    if (next) onShow(next.uniqueId);
  };
  useArrows(go);
  const shown = pics[index];
  if (!shown) return null;
  const number = index + 1;
  const time = formatTime(new Date(shown.date), language);
  return (
    <>
      <header className={styles.head}>
        <p aria-live="polite">{t('snapshotLine', { number, count: pics.length, name: nameOf(shown), time })}</p>
        <div className={styles.acts}>
          <Download key={shownId} pic={shown} number={number} />
          <IconButton label={t('close')} icon={<IconX {...icon} />} onClick={() => onShow(null)} />
        </div>
      </header>
      <div className={styles.stage}>
        <Picture key={shownId} pic={shown} number={number} />
      </div>
      <footer className={styles.foot}>
        <IconButton
          label={t('previous')}
          icon={<IconChevronLeft {...icon} />}
          tipPosition="top"
          aria-disabled={index === 0}
          onClick={() => go(-1)}
        />
        <IconButton
          label={t('next')}
          icon={<IconChevronRight {...icon} />}
          tipPosition="top"
          aria-disabled={number === pics.length}
          onClick={() => go(1)}
        />
      </footer>
    </>
  );
}

/** One snapshot over everything; the arrow keys go to the others, Esc comes back. */
export function SnapshotViewer(props: SnapshotViewerProps) {
  const t = useTexts(texts);
  const { pics, shownId, onShow } = props;
  return (
    <Modal.Root
      // One that is deleted meanwhile is shown no more.
      opened={pics.some(({ uniqueId }) => uniqueId === shownId)}
      onClose={() => onShow(null)}
      fullScreen
      transitionProps={{ duration: 0 }}
      // As in every dialog: our policy refuses the style that locking the page writes.
      lockScroll={false}
      classNames={{ content: styles.content, body: styles.body }}
    >
      <Modal.Content aria-label={t('snapshots')} data-theme="dark">
        <Modal.Body>
          <Viewer {...props} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
