import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { SettingsPage } from '../../ui/page/SettingsPage';
import { PeopleList } from './PeopleList';
import { PersonDetail } from './PersonDetail';
import type { PeopleSearch } from './queries';
import { texts } from './texts';

/** The people of the company, and one of them if the address names one; for admins. */
export function PeoplePage() {
  const t = useTexts(texts);
  const { person } = useSearch({ strict: false });
  const [search, setSearch] = useState<PeopleSearch>({ query: '', sort: 'name', page: 1 });
  useTitle(t('title'));
  return (
    <SettingsPage>
      {person === undefined ? (
        <PeopleList search={search} onSearch={setSearch} />
      ) : (
        <PersonDetail key={person} personId={person} />
      )}
    </SettingsPage>
  );
}
