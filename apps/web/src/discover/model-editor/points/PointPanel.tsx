import type { ContentItem } from '@earth/contracts';
import { IconCheck, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { holds } from '../../../shared/search';
import { ButtonLink, LineButton } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { SearchField } from '../../../ui/controls/SearchField';
import { Failed } from '../../../ui/feedback/Notice';
import { SkeletonRows } from '../../../ui/feedback/Skeleton';
import { modelContentsQuery } from '../model/editor-queries';
import { texts } from '../texts';
import styles from './points.module.css';

/** The colours offered; any other can be mixed. */
const COLOURS = ['#ff0000', '#ff8f3f', '#ffd23f', '#29c885', '#5ec8ff', '#b79bff', '#ff7ab8', '#ffffff'] as const;
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface PanelProps {
  readonly modelContentId: number;
  /** Of the chosen point; null: it is not saved yet. */
  readonly number: number | null;
  readonly contentId: number | null;
  readonly color: string;
  /** The number of the point of each content. */
  readonly numbers: ReadonlyMap<number, number>;
  readonly onColor: (color: string) => void;
  readonly onContent: (contentId: number) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** What a point shows, and its colour. A point is saved once it has a content (D5.22). */
export function PointPanel({ number, color, onColor, onDelete, onClose, ...contents }: PanelProps) {
  const t = useTexts(texts);
  const { modelContentId } = contents;
  const title = number === null ? t('newPoint') : t('point', { number });
  return (
    <section aria-label={title} className={styles.panel}>
      <div className={styles.panelHead}>
        <h2 className={styles.panelTitle}>{title}</h2>
        {number !== null && (
          <LineButton isDanger icon={<IconTrash {...icon} />} onClick={onDelete}>
            {t('delete')}
          </LineButton>
        )}
        <IconButton label={t('close')} icon={<IconX {...icon} />} onClick={onClose} />
      </div>
      {number === null && <p className={styles.quiet}>{t('newPointLine')}</p>}
      <div role="group" aria-label={t('colour')} className={styles.colours}>
        {COLOURS.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={one}
            aria-pressed={one === color}
            className={styles.colour}
            style={{ '--dot': one } as CSSProperties}
            onClick={() => onColor(one)}
          />
        ))}
        <OwnColour key={color} color={color} onColor={onColor} />
      </div>
      <Contents {...contents} />
      <ButtonLink
        kind="quiet"
        to="/discover-content-detail"
        search={{ m: modelContentId }}
        icon={<IconPlus {...icon} />}
      >
        {t('addContent')}
      </ButtonLink>
    </section>
  );
}

/** Any colour: it is taken when the browser's picker closes. React's `onChange` fires with each movement in the picker. */
function OwnColour({ color, onColor }: { readonly color: string; readonly onColor: (color: string) => void }) {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { current } = input;
    if (!current) return undefined;
    const take = () => onColor(current.value);
    current.addEventListener('change', take);
    return () => current.removeEventListener('change', take);
  });
  return (
    <label className={styles.own}>
      {t('otherColour')}
      <input ref={input} type="color" defaultValue={color} />
    </label>
  );
}

type ContentsProps = Pick<PanelProps, 'modelContentId' | 'contentId' | 'numbers' | 'onContent'>;

function Contents({ modelContentId, contentId, numbers, onContent }: ContentsProps) {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(modelContentsQuery(useContentLanguage(), modelContentId));
  if (!data && error) return <Failed line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} picture={0} />;
  const shown = data.filter(({ content }) => holds(search, content.title));
  const row = ({ content }: ContentItem) => {
    const number = numbers.get(content.id);
    const isThis = content.id === contentId;
    return (
      <li key={content.id}>
        <button
          type="button"
          className={styles.content}
          aria-pressed={isThis}
          disabled={number !== undefined && !isThis}
          onClick={() => onContent(content.id)}
        >
          <span className={styles.words}>
            <span lang={content.locale}>{content.title}</span>
            {number !== undefined && <span className={styles.quiet}>{t('atPoint', { number })}</span>}
          </span>
          {isThis && <IconCheck {...icon} />}
        </button>
      </li>
    );
  };
  return (
    <>
      <SearchField label={t('searchContents')} value={search} onChange={setSearch} />
      {data.length === 0 && <p className={styles.quiet}>{t('noContentsLine')}</p>}
      <ul aria-label={t('shownContent')} className={styles.contents}>
        {shown.map(row)}
      </ul>
    </>
  );
}
