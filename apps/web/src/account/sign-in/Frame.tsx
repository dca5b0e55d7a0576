import type { ReactNode } from 'react';
import { LanguageButton } from '../../ui/controls/LanguageButton';
import { getConfig } from '../../platform';
import { useKeypadRoom } from './use-keypad-room';
import styles from './SignIn.module.css';

interface FrameProps {
  /** On a phone the picture is hidden when there is input. */
  readonly isCoverAside?: boolean;
  /** Default: that of the brand of the server. */
  readonly cover?: string;
  readonly children: ReactNode;
}

/** Layout of the pages for signed-out users: the brand's picture, and the step beside it. */
export function Frame({ isCoverAside = false, cover = getConfig().brand.coverUrl, children }: FrameProps) {
  useKeypadRoom();
  return (
    <div className={styles.page}>
      <img src={cover} alt="" className={isCoverAside ? styles.sideCover : styles.cover} />
      <main className={styles.side}>
        {children}
        <LanguageButton className={styles.language} />
      </main>
    </div>
  );
}
