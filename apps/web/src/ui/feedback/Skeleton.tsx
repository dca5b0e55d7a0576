import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { RowBox } from '../rows/ListRow';
import styles from './Skeleton.module.css';
import { texts } from '../texts';
import { useLate } from '../../shared/use-late';

export interface SkeletonBlockProps {
  readonly width: number | string;
  readonly height: number;
  readonly isRound?: boolean;
}

export const SkeletonBlock = ({ width, height, isRound }: SkeletonBlockProps) => (
  <span className={isRound ? `${styles.block} ${styles.round}` : styles.block} style={{ width, height }} />
);

/** Loading placeholder: reserves its space at once, and becomes visible after 150 ms. */
export function Loading({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  const t = useTexts(texts);
  const isLate = useLate();
  return (
    <div role="status" className={className} data-loading>
      <span className="visually-hidden">{t('loading')}</span>
      <div aria-hidden="true" className={isLate ? undefined : styles.hidden}>
        {children}
      </div>
    </div>
  );
}

/** Placeholder of a list whose rows have a picture and two lines. */
export function SkeletonRows({ count, picture = 40 }: { readonly count: number; readonly picture?: number }) {
  return (
    <Loading>
      {Array.from({ length: count }, (_, index) => (
        <RowBox key={index}>
          <SkeletonBlock width={picture} height={picture} isRound />
          <span className={styles.words}>
            <SkeletonBlock width={`${52 - (index % 3) * 8}%`} height={14} />
            <SkeletonBlock width={`${34 - (index % 2) * 9}%`} height={11} />
          </span>
        </RowBox>
      ))}
    </Loading>
  );
}
