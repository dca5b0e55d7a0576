import type { ContentTableRow } from '@earth/contracts';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { IconButton } from '../../ui/controls/IconButton';
import { Segmented } from '../../ui/controls/Segmented';
import { Modal } from '../../ui/overlay/Modal';
import styles from './contents.module.css';
import { texts } from './texts';

interface PreviewProps {
  readonly row: ContentTableRow | null;
  readonly onClose: () => void;
}

/** The page of a content as visitors see it, on a phone and on a desktop: the real page, in a frame of that width. Shows drafts too. */
export function PreviewDialog({ row, onClose }: PreviewProps) {
  const t = useTexts(texts);
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  const title = t('previewOf', { title: row?.title ?? '' });
  return (
    <Modal
      isOpen={row !== null}
      onClose={onClose}
      kind="popup"
      shape="screen"
      aria-label={title}
      className={styles.preview}
    >
      <header className={styles.previewHead}>
        <Segmented
          label={t('preview')}
          value={device}
          options={(['phone', 'desktop'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setDevice}
        />
        <IconButton label={t('close')} icon={<IconX size={24} stroke={1.75} aria-hidden="true" />} onClick={onClose} />
      </header>
      {row && (
        <div className={styles.previewPage}>
          {/* A page of this app, which needs its scripts and its session: a sandbox with both is none. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe
            key={row.id}
            title={title}
            src={`/content-detail/${row.id}`}
            className={styles.frame}
            data-device={device}
          />
        </div>
      )}
    </Modal>
  );
}
