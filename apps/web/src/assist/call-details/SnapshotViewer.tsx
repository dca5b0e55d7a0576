import type { CallPic } from '@earth/contracts';
import { IconDownload } from '@tabler/icons-react';
import { formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { snapshotName } from '../../shared/snapshot-name';
import { UnprotectedPicture } from '../../ui/feedback/Unprotected';
import { saveFile } from '../../shared/device/save-file';
import { TextButton } from '../../ui/controls/Button';
import { FullScreen, FullScreenHead } from '../../ui/pictures/FullScreen';
import { IconButton } from '../../ui/controls/IconButton';
import { BlobImage } from '../../ui/pictures/BlobImage';
import { PictureStage } from '../../ui/pictures/PictureStage';
import { texts as uiTexts } from '../../ui/texts';
import { useBroken } from '../../ui/pictures/use-broken';
import { texts } from './texts';
import { usePicture, usePictureScheme } from './use-picture';
import styles from './viewer.module.css';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

interface ShownProps {
  readonly blob: Blob;
  readonly number: number;
}

function Shown({ blob, number }: ShownProps) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const [isBroken, onBroken] = useBroken(blob);
  if (isBroken) return <p role="status">{tUi('pictureBroken')}</p>;
  return <BlobImage blob={blob} alt={t('snapshot', { number })} className={styles.picture} onBroken={onBroken} />;
}

function Picture({ pic, number }: { readonly pic: CallPic; readonly number: number }) {
  const t = useTexts(texts);
  const picture = usePicture(pic);
  switch (picture.state) {
    case 'ready':
      return <Shown blob={picture.blob} number={number} />;
    case 'failed':
      return <TextButton onClick={picture.retry}>{t('pictureFailed', { number })}</TextButton>;
    case 'unreadable':
      return <p>{t('notForYou')}</p>;
    case 'notGenuine':
      return (
        <p>
          <NotGenuine isOnDark />
        </p>
      );
    case 'loading':
      return <p>{t('pictureLoading')}</p>;
  }
}

/** The picture with its drawings. */
function Download({ pic, number }: { readonly pic: CallPic; readonly number: number }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const picture = usePicture(pic);
  if (picture.state !== 'ready') return null;
  const name = snapshotName(new Date(pic.date), number, language);
  return (
    <IconButton
      label={t('downloadSnapshot')}
      icon={<IconDownload {...icon} />}
      onClick={() => saveFile(picture.blob, name)}
    />
  );
}

const ViewedUnprotected = ({ pic }: { readonly pic: CallPic }) => <UnprotectedPicture scheme={usePictureScheme(pic)} />;

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
  const shown = pics[index];
  if (!shown) return null;
  const number = index + 1;
  const time = formatTime(new Date(shown.date), language);
  return (
    <>
      <FullScreenHead
        line={t('snapshotLine', { number, count: pics.length, name: nameOf(shown), time })}
        onClose={() => onShow(null)}
      >
        <Download key={shownId} pic={shown} number={number} />
      </FullScreenHead>
      <PictureStage number={number} count={pics.length} onGo={go}>
        {() => (
          <div className={styles.whole}>
            <ViewedUnprotected key={`${shownId} scheme`} pic={shown} />
            <Picture key={shownId} pic={shown} number={number} />
          </div>
        )}
      </PictureStage>
    </>
  );
}

/** Full-screen viewer of a snapshot. A swipe or the arrow keys lead to the others, Esc closes it. */
export function SnapshotViewer(props: SnapshotViewerProps) {
  const t = useTexts(texts);
  const { pics, shownId, onShow } = props;
  return (
    <FullScreen
      // Closes if the snapshot is deleted meanwhile.
      isOpen={pics.some(({ uniqueId }) => uniqueId === shownId)}
      onClose={() => onShow(null)}
      label={t('snapshots')}
    >
      <Viewer {...props} />
    </FullScreen>
  );
}
