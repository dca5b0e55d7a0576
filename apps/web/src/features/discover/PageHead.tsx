import { type ContentItem, skinColours } from '@earth/contracts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { useTexts } from '../../app/i18n';
import { IconButton } from '../../ui/IconButton';
import { HOME } from './menu';
import styles from './PageHead.module.css';
import { texts } from './texts';

interface PageHeadProps {
  readonly title: string;
  readonly line?: string | undefined;
  /** The colours of whose contents they are. */
  readonly skin?: ContentItem['skin'] | undefined;
  readonly children?: ReactNode;
}

/** The head of a page that was come to from another one. */
export function PageHead({ title, line, skin, children }: PageHeadProps) {
  const t = useTexts(texts);
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: HOME }));
  const colours = skinColours(skin);
  const style = colours ? ({ '--head': colours.ground, '--head-ink': colours.ink } as CSSProperties) : undefined;
  return (
    <header className={styles.head} style={style}>
      <IconButton
        isField
        label={t('back')}
        icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />}
        onClick={back}
      />
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {line && <p className={styles.line}>{line}</p>}
      </div>
      {children}
    </header>
  );
}
