import { ContentView } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { menuQuery } from '../lists/model/content-queries';
import { TermsGate } from '../about';
import { ArStart } from '../ar';
import { SearchedContents } from '../lists';
import { findEntry, isAt, PageHead } from '../menu';
import { CustomerFilter } from './CustomerFilter';
import { Markers } from './Markers';
import styles from './scenes.module.css';
import { texts } from './texts';
import { useAreaFilters } from './use-area-filters';

/** The menu's title for an address. */
export function useEntryTitle(otherwise: string): string {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data: menu } = useQuery(menuQuery(useContentLanguage()));
  return findEntry(menu ?? [], (entry) => isAt(entry, path))?.title ?? otherwise;
}

/** The scenes that the viewer may see. */
export const SceneList = ({ label }: { readonly label: string }) => (
  <SearchedContents label={label} filters={useAreaFilters()} from="scenes" view={ContentView.scene} />
);

/** `/arscenes` and `/arscenes-nootp`: the scenes with their markers. */
export function Scenes() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const title = useEntryTitle(t('scenes'));
  useTitle(title);
  useScreenView('Ar_Scene_List');
  return (
    <>
      <PageHead title={title}>
        <CustomerFilter />
      </PageHead>
      <TermsGate onCancel={() => void navigate({ to: '/main/', replace: true })}>
        <div className={styles.start}>
          <ArStart title={title} />
        </div>
        <Markers />
        <SceneList label={title} />
      </TermsGate>
    </>
  );
}
