import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useDebounced } from '../../shared/use-debounced';
import { QuietButton } from '../../ui/controls/Button';
import { SearchField } from '../../ui/controls/SearchField';
import styles from './content-editor.module.css';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const FOUND_MAX = 20;
const SEARCH_MS = 200;

interface ChooseContentProps {
  /** Those that cannot be chosen: the content itself, and what is related already. */
  readonly without: readonly number[];
  /** Only contents of this entry of the menu. */
  readonly category?: number;
  readonly onChoose: (id: number, title: string) => void;
}

/** Finds contents of the company by title. */
export function ChooseContent({ without, category, onChoose }: ChooseContentProps) {
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
      <SearchField label={t('searchContents')} value={words} onChange={setWords} />
      {error && <p role="alert">{error.message}</p>}
      {found?.length === 0 && <p role="status">{t('noneFound')}</p>}
      <ul className={styles.found} aria-busy={!data && !error}>
        {found?.map(({ id, title }) => (
          <li key={id}>
            <QuietButton icon={<IconPlus {...icon} />} onClick={() => onChoose(id, title)}>
              {title}
            </QuietButton>
          </li>
        ))}
      </ul>
    </>
  );
}
