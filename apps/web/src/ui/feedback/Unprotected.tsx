import type { Scheme } from '@earth/contracts';
import { IconLockOpen, IconSignatureOff } from '@tabler/icons-react';
import { getConfig } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { texts } from '../../shared/texts';
import styles from './Unprotected.module.css';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * Warns of content that is protected less than this app's messages should be: it could be read on its way, or its author is not
 * proven, since anyone with write access to the database can claim a scheme without signatures.
 */
export function Unprotected({ scheme }: { readonly scheme: Scheme }) {
  const t = useTexts(texts);
  if (scheme >= getConfig().cryptoSchema) return null;
  if (scheme === 0)
    return (
      <p className={styles.open}>
        <IconLockOpen {...icon} />
        {t('notEncrypted')}
      </p>
    );
  return (
    <p className={styles.open} title={t('notSignedLine')}>
      <IconSignatureOff {...icon} />
      {t('notSigned')}
      <span className="visually-hidden">{t('notSignedLine')}</span>
    </p>
  );
}

interface UnprotectedPictureProps {
  readonly scheme: Scheme;
  /** Left edge of the picture in px; absent: the corner of its frame. */
  readonly left?: number;
  readonly top?: number;
}

/** The same over a picture, in its corner; clicks pass through to the picture. */
export function UnprotectedPicture({ scheme, left = 0, top = 0 }: UnprotectedPictureProps) {
  if (scheme >= getConfig().cryptoSchema) return null;
  return (
    <div className={styles.onPicture} style={{ left, top }}>
      <Unprotected scheme={scheme} />
    </div>
  );
}
