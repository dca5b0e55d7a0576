import type { LinkQuality } from '@earth/calls';
import { linkWords } from '../model/words';
import { useTexts } from '../../../shared/i18n';
import { texts } from '../texts';
import styles from './parts.module.css';

const bars: Readonly<Record<LinkQuality, number>> = { reconnecting: 0, connecting: 1, weak: 1, good: 4 };

/** The quality of the link, always visible: four bars and a word. */
export function ConnectionWord({ link }: { readonly link: LinkQuality }) {
  const say = useTexts(texts);
  return (
    <span className={styles.connection} data-link={link}>
      <svg width="18" height="14" viewBox="0 0 18 14" fill="currentColor" aria-hidden="true">
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={bar * 4.6}
            y={10 - bar * 3.2}
            width="3.4"
            height={4 + bar * 3.2}
            rx="1"
            opacity={bar < bars[link] ? 1 : 0.3}
          />
        ))}
      </svg>
      {say(linkWords[link])}
    </span>
  );
}
