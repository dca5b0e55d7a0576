import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { SettingsPage } from '../../ui/page/SettingsPage';
import { LeadDetail } from './LeadDetail';
import { LeadList } from './LeadList';
import type { LeadSearch } from './queries';
import { texts } from './texts';

/** The leads sent with the contact form. For admins. */
export function LeadsPage() {
  const t = useTexts(texts);
  const { lead } = useSearch({ strict: false });
  // The search is kept when the user comes back from a lead.
  const [search, setSearch] = useState<LeadSearch>({ query: '', state: 'all' });
  useTitle(t('title'));
  return (
    <SettingsPage>
      {lead === undefined ? <LeadList search={search} onSearch={setSearch} /> : <LeadDetail leadId={lead} />}
    </SettingsPage>
  );
}
