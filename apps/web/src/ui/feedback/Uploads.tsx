import { IconX } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import type { Upload } from '../../shared/use-uploads';
import { IconButton } from '../controls/IconButton';
import { texts } from '../texts';
import { Progress } from './Progress';
import styles from './Uploads.module.css';

function Row({ upload: { name, share, problem, cancel } }: { readonly upload: Upload }) {
  const t = useTexts(texts);
  return (
    <li className={styles.upload}>
      {problem === null ? (
        <span className={styles.words}>
          <span role="status">{t('adding', { name })}</span>
          <Progress label={t('adding', { name })} value={share} />
        </span>
      ) : (
        <span role="alert" className={styles.words}>
          {t('notAdded', { name, why: problem || t('noAnswer') })}
        </span>
      )}
      <IconButton
        label={problem === null ? t('cancelAdding', { name }) : t('close')}
        icon={<IconX size={20} stroke={1.75} aria-hidden="true" />}
        onClick={cancel}
      />
    </li>
  );
}

interface UploadsProps {
  readonly label: string;
  readonly uploads: readonly Upload[];
  readonly className?: string | undefined;
}

/** Files that are being sent, each with its progress or the reason why it was refused, and a button that gives it up. */
export const Uploads = ({ label, uploads, className = '' }: UploadsProps) =>
  uploads.length > 0 && (
    <ul className={`${styles.uploads} ${className}`} aria-label={label}>
      {uploads.map((upload) => (
        <Row key={upload.id} upload={upload} />
      ))}
    </ul>
  );
