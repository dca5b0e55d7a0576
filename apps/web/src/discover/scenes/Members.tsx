import { ContentView } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { getConfig } from '../../platform';
import { type ListFilters, menuQuery } from '../lists/model/content-queries';
import { Tabs } from '../../ui/controls/Tabs';
import { TermsGate } from '../about';
import { SearchedContents } from '../lists';
import { filtersOf, findEntry, PageHead } from '../menu';
import { CustomerFilter } from './CustomerFilter';
import { SceneList, useEntryTitle } from './Scenes';
import styles from './scenes.module.css';
import { texts } from './texts';
import { useAreaFilters } from './use-area-filters';

/** The category of the area, from the stored menu: D2.7. */
function useMembersCategory(): { readonly filters: ListFilters; readonly view: number } {
  const { membersCategory } = getConfig().brand.discover;
  const { data: menu } = useQuery(menuQuery(useContentLanguage()));
  const entry = findEntry(menu ?? [], ({ id }) => id === membersCategory);
  if (entry) return { filters: filtersOf(entry), view: entry.ctnView };
  return { filters: { c1: [membersCategory] }, view: ContentView.model };
}

function ViewList() {
  const t = useTexts(texts);
  const { filters, view } = useMembersCategory();
  const area = useAreaFilters();
  return <SearchedContents label={t('view')} filters={{ ...area, ...filters }} view={view} />;
}

const TABS = ['involve', 'view'] as const;
type Tab = (typeof TABS)[number];

/** `/pre-tutorial`: a company's contents for its members. */
export function Members() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const shown = TABS.find((one) => one === tab) ?? 'involve';
  const title = useEntryTitle(t('members'));
  useTitle(title);
  useScreenView('Members_Area');
  // Each tab has its own search.
  const show = (next: Tab) =>
    void navigate({ to: '.', search: next === 'view' ? { tab: next } : {}, replace: true, resetScroll: false });
  return (
    <>
      <PageHead title={title}>
        <CustomerFilter />
      </PageHead>
      <div className={styles.tabs}>
        <Tabs label={t('parts')} tabs={TABS.map((id) => ({ id, label: t(id) }))} shown={shown} onShow={show}>
          <div className={styles.list}>
            {shown === 'involve' ? (
              <TermsGate onCancel={() => void navigate({ to: '/main/', replace: true })}>
                <SceneList label={t('involve')} />
              </TermsGate>
            ) : (
              <ViewList />
            )}
          </div>
        </Tabs>
      </div>
    </>
  );
}
