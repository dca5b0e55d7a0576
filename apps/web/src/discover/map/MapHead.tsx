import { IconArrowLeft, IconBike, IconDog, IconMapPin, IconTrees } from '@tabler/icons-react';
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { PageSearch } from '../../ui/page/PageSearch';
import { startPage } from '../../shared/start-page';
import { getConfig } from '../../platform';
import { IconButton } from '../../ui/controls/IconButton';
import { type Entry, wayTo } from '../menu';
import { kindOf, type LayerKind } from './model/shape-details';
import styles from './maps.module.css';
import { texts } from './texts';

const ICONS: Readonly<Record<LayerKind, typeof IconTrees>> = {
  parks: IconTrees,
  mobility: IconBike,
  dogs: IconDog,
  other: IconMapPin,
};

interface MapHeadProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly maps: readonly Entry[];
  readonly shownId: number;
}

/** Back button, search, and the other maps. */
export function MapHead({ search, onSearch, maps, shownId }: MapHeadProps) {
  const { layers } = getConfig().brand.discover.maps;
  const t = useTexts(texts);
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: startPage() }));
  return (
    <div className={styles.head}>
      <div className={styles.bar}>
        <IconButton
          label={t('back')}
          icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />}
          onClick={back}
        />
        <div className={styles.search}>
          <PageSearch label={t('search')} value={search} onChange={onSearch} />
        </div>
      </div>
      {maps.length > 1 && (
        <nav aria-label={t('layers')} className={styles.layers}>
          {maps.map((entry) => {
            const Icon = ICONS[kindOf(layers, entry.id)];
            return (
              <Link
                key={entry.id}
                {...wayTo(entry)}
                replace
                className={styles.layer}
                {...(entry.id === shownId && { 'aria-current': 'page' })}
                activeOptions={{ includeSearch: true }}
              >
                <Icon size={20} stroke={1.75} aria-hidden="true" />
                {entry.title}
              </Link>
            );
          })}
        </nav>
      )}
    </div>
  );
}
