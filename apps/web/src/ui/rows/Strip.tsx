import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { IconButton } from '../controls/IconButton';
import styles from './Strip.module.css';
import { texts } from '../texts';

/** The number of visible slides: D9.15. */
const IN_SIGHT = 3;
const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

interface StripProps {
  readonly title: string;
  /** Nothing in it is focusable: the strip itself is scrolled with the keyboard. */
  readonly isPlain?: boolean;
  readonly slides: readonly { readonly key: string; readonly slide: ReactNode }[];
}

/** A carousel of pictures, moved by swiping or with buttons. */
export function Strip({ title, slides, isPlain = false }: StripProps) {
  const t = useTexts(texts);
  const id = useId();
  const strip = useRef<HTMLUListElement>(null);
  const [edge, setEdge] = useState<'start' | 'end' | null>('start');
  const scroll = (by: number) => strip.current?.scrollBy({ left: by * strip.current.clientWidth });
  function noteEdge() {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = strip.current ?? {};
    if (scrollLeft <= 1) setEdge('start');
    else setEdge(scrollLeft + clientWidth >= scrollWidth - 1 ? 'end' : null);
  }
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {slides.length > IN_SIGHT && (
          <>
            <IconButton
              label={t('previous')}
              icon={<IconChevronLeft {...icon} />}
              aria-disabled={edge === 'start'}
              onClick={() => scroll(-1)}
            />
            <IconButton
              label={t('next')}
              icon={<IconChevronRight {...icon} />}
              aria-disabled={edge === 'end'}
              onClick={() => scroll(1)}
            />
          </>
        )}
      </div>
      <ul ref={strip} className={styles.strip} onScroll={noteEdge} {...(isPlain && { tabIndex: 0 })}>
        {slides.map(({ key, slide }) => (
          <li key={key} className={styles.slide}>
            {slide}
          </li>
        ))}
      </ul>
    </section>
  );
}
