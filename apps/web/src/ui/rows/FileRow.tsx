import { IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import styles from './FileRow.module.css';
import { Progress } from '../feedback/Progress';
import { texts } from '../texts';

interface FileRowProps {
  readonly name: string;
  readonly isPicture: boolean;
  /** Its size, or its problem. */
  readonly line: ReactNode;
  readonly isBad?: boolean;
  /** The actions. */
  readonly children?: ReactNode;
}

/** A file in a conversation. */
export function FileRow({ name, isPicture, line, isBad, children }: FileRowProps) {
  const looks = { className: styles.icon, size: 24, stroke: 1.75, 'aria-hidden': true } as const;
  const DocumentIcon = name.toLowerCase().endsWith('.pdf') ? IconFileTypePdf : IconFile;
  return (
    <div className={styles.row}>
      {isPicture ? <IconPhoto {...looks} /> : <DocumentIcon {...looks} />}
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.line} data-bad={isBad || undefined}>
          {line}
        </p>
      </div>
      {children}
    </div>
  );
}

interface FileGoneProps {
  readonly name: string;
  /** The share transferred, from 0 to 1; null: unknown. */
  readonly gone: number | null;
  /** A download; otherwise an upload. */
  readonly isComing?: boolean;
}

export function FileGone({ name, gone, isComing = false }: FileGoneProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.gone}>
      <Progress label={t(isComing ? 'fileCome' : 'fileGone', { name })} value={gone} />
    </div>
  );
}
