import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useDebounced } from '../../shared/use-debounced';
import { SearchField } from '../../ui/controls/SearchField';
import { RowButton } from '../../ui/rows/RowLink';
import { LinkedRuledRow, RowLine, RowPicture, RuledList } from '../../ui/rows/RuledRow';
import styles from './content-editor.module.css';
import { texts } from './texts';

const FOUND_MAX = 20;
const SEARCH_MS = 200;

interface ChooseContentProps {
  /** Those that cannot be chosen: the content itself, and what is related already. */
  readonly without: readonly number[];
  /** Only contents of this entry of the menu. */
  readonly category?: number;
  /** It takes the place of what had the focus. */
  readonly autoFocus?: boolean;
  readonly onChoose: (id: number, title: string) => void;
}

/** Finds contents of the company by title. */
export function ChooseContent({ without, category, autoFocus, onChoose }: ChooseContentProps) {
  const t = useTexts(texts);
  const l = useContentLanguage();
  const [words, setWords] = useState('');
  const query = useDebounced(words.trim() || undefined, SEARCH_MS);
  const { data, error } = useQuery({
    queryKey: ['related-search', l, query, category],
    queryFn: () => api.listContentTable({ l, query, category, pageSize: FOUND_MAX, sort: 'title', order: 'asc' }),
    placeholderData: keepPreviousData,
  });
  const found = data?.items.filter(({ id }) => !without.includes(id));
  return (
    <>
      <SearchField label={t('searchContents')} value={words} autoFocus={autoFocus} onChange={setWords} />
      {error && <p role="alert">{error.message}</p>}
      {found?.length === 0 && <p role="status">{t('noneFound')}</p>}
      <div className={styles.found}>
        <RuledList aria-busy={!data && !error}>
          {found?.map(({ id, title, imageUrl, category: entry }) => (
            <LinkedRuledRow
              key={id}
              lead={
                <RowPicture>{imageUrl && <img src={imageUrl} alt="" loading="lazy" decoding="async" />}</RowPicture>
              }
              title={
                <RowButton dir="auto" onClick={() => onChoose(id, title)}>
                  {title}
                </RowButton>
              }
            >
              {category === undefined && entry && <RowLine dir="auto">{entry}</RowLine>}
            </LinkedRuledRow>
          ))}
        </RuledList>
      </div>
    </>
  );
}
