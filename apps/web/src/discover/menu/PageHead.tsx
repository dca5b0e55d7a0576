import { type ContentItem, skinColours } from '@earth/contracts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCanGoBack, useLocation, useRouter } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { isStartPage, startPage } from '../../shared/start-page';
import { IconButton } from '../../ui/controls/IconButton';
import styles from './PageHead.module.css';
import { texts } from './texts';

interface PageHeadProps {
  readonly title: string;
  readonly line?: string | undefined;
  /** The skin of the contents. */
  readonly skin?: ContentItem['skin'] | undefined;
  /** Line and colours are on their way: their place is kept, so that nothing changes its words or jumps. */
  readonly isComing?: boolean;
  readonly children?: ReactNode;
}

/** The header of a page with its back button; the start page has none. */
export function PageHead({ title, line, skin, isComing, children }: PageHeadProps) {
  const t = useTexts(texts);
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: startPage() }));
  const isStart = useLocation({ select: ({ pathname }) => isStartPage(pathname) });
  const colours = skinColours(skin);
  const style = colours ? ({ '--head': colours.ground, '--head-ink': colours.ink } as CSSProperties) : undefined;
  return (
    <header className={isStart ? `${styles.head} ${styles.start}` : styles.head} style={style} data-coming={isComing}>
      {!isStart && (
        <IconButton
          isField
          label={t('back')}
          icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />}
          onClick={back}
        />
      )}
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {/* A space that keeps the place of the line. */}
        {(isComing || line) && <p className={styles.line}>{isComing ? '\u00a0' : line}</p>}
      </div>
      {children}
    </header>
  );
}
