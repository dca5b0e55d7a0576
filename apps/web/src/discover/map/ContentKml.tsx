import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClosedByBack } from '../../shared/back-order';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { getConfig } from '../../platform';
import { menuQuery } from '../lists/model/content-queries';
import { ButtonLink } from '../../ui/controls/Button';
import { Empty, type EmptyProps, Failed } from '../../ui/feedback/Notice';
import { useIsDesktop, useIsTurned } from '../../shared/use-media';
import { type Entry, findEntry, isAt, MAP } from '../menu';
import type { Layer } from '@earth/kml';
import { Locate } from './Locate';
import { listed, type ListedShape, matching } from './model/listed';
import type { Place } from './model/geometry';
import { kindOf } from './model/shape-details';
import { MapHead } from './MapHead';
import { MapView } from './MapView';
import type { Mark } from './mark';
import styles from './maps.module.css';
import { ShapeList } from './ShapeList';
import { ShapeSheet } from './ShapeSheet';
import { Sheet } from './Sheet';
import { texts } from './texts';
import { layerProblem, useLayer } from './use-layer';
import { useLoading } from './use-loading';
import { usePosition } from './use-position';

/** Where the map begins (D2.57). */
const ZOOM = 14;

/**
 * The open shape, which is part of the address. Closing goes back if it was opened here. A shape from a link has no page before it,
 * so there it is closed by a step back like an overlay.
 */
function useChosen() {
  const { shape = null } = useSearch({ from: '/discover/content-kml' });
  const navigate = useNavigate({ from: MAP });
  const router = useRouter();
  const [isOpenedHere, setOpenedHere] = useState(false);
  function choose(shapeId: number | null) {
    if (shapeId !== null) {
      if (shape === null) setOpenedHere(true);
      return void navigate({ search: (search) => ({ ...search, shape: shapeId }), replace: shape !== null });
    }
    if (shape === null) return;
    if (isOpenedHere) router.history.back();
    else void navigate({ search: (search) => ({ ...search, shape: undefined }), replace: true });
  }
  useClosedByBack('sheet', shape !== null && !isOpenedHere, () => choose(null));
  return [shape, choose] as const;
}

interface LayerMapProps {
  readonly entry: Entry;
  readonly maps: readonly Entry[];
}

/** The map's target: the opened shape or the requested position, whichever came last. */
function useGoal(chosen: Place | null, found: Place | null): Place | null {
  const [last, setLast] = useState({ chosen, found, goal: chosen ?? found });
  if (last.chosen === chosen && last.found === found) return last.goal;
  const goal = last.found === found ? chosen : found;
  setLast({ chosen, found, goal });
  return goal;
}

/** State of the map screen of a menu item: its layer, the search, and the open shape. */
function useMapScreen(entry: Entry) {
  const kind = kindOf(getConfig().brand.discover.maps.layers, entry.id);
  const query = useLayer(entry.attchmUrl);
  const location = usePosition();
  const { position } = location;
  const here = position.type === 'known' ? position.place : null;
  // The list and the map do not follow the user's movements.
  const found = position.type === 'known' ? position.found : null;
  const [chosenId, choose] = useChosen();
  const [search, setSearch] = useState('');
  const layer = query.data;
  const all = useMemo(() => (layer ? listed(layer, kind, found) : null), [layer, kind, found]);
  const shown = useMemo(() => (all ? matching(all, search) : []), [all, search]);
  const chosen = all?.find(({ shape }) => shape.id === chosenId) ?? null;
  const goal = useGoal(chosen?.centre ?? null, found);
  return { kind, query, location, here, goal, choose, chosen, search, setSearch, all, shown, layer };
}

/** The markers: the open shape, and the user's position. */
function useMarks(chosen: ListedShape | null, here: ListedShape['centre'] | null): readonly Mark[] {
  const t = useTexts(texts);
  const title = chosen?.title ?? t('aPlace');
  const centre = chosen?.centre;
  return useMemo(
    () => [
      ...(here ? [{ place: here, title: t('youAreHere'), kind: 'here' } as const] : []),
      ...(centre ? [{ place: centre, title, kind: 'pin' } as const] : []),
    ],
    [here, centre, title, t],
  );
}

interface MapContentsProps {
  readonly entry: Entry;
  readonly screen: ReturnType<typeof useMapScreen>;
}

/** The list of shapes, or why there is none. Hidden while a shape is open. */
function MapContents({ entry, screen }: MapContentsProps) {
  const t = useTexts(texts);
  const { kind, query, choose, chosen, setSearch, all, shown, layer } = screen;
  return (
    <div className={`${styles.scroll} ${chosen ? styles.behind : ''}`}>
      <h1 className={styles.title}>{entry.title}</h1>
      {query.error && !layer && !query.isFetching && (
        <Failed title={t('failed')} line={t(layerProblem(query.error))} onRetry={() => void query.refetch()} />
      )}
      {entry.attchmUrl === null && <NoMap title={t('noLayer')} line={t('noLayerLine')} />}
      {all && (
        <ShapeList
          all={all}
          shown={shown}
          kind={kind}
          skipped={layer?.skipped ?? 0}
          onChoose={choose}
          onClear={() => setSearch('')}
        />
      )}
    </div>
  );
}

function LayerMap({ entry, maps }: LayerMapProps) {
  const t = useTexts(texts);
  // List and map side by side: a phone on its side has no room for one above the other.
  const [isDesktop, isTurned] = [useIsDesktop(), useIsTurned()];
  const isBeside = isDesktop || isTurned;
  const [drawn, setDrawn] = useState<Layer | null | undefined>(null);
  const [isLarge, setLarge] = useState(false);
  const [covered, setCovered] = useState(0);
  const screen = useMapScreen(entry);
  const { kind, query, location, here, goal, choose, chosen, search, setSearch, layer } = screen;
  const isSettled = (query.isError && !query.isFetching) || layer !== undefined || entry.attchmUrl === null;
  const isLoading = useLoading(isSettled && drawn === layer);
  const marks = useMarks(chosen, here);
  useTitle(chosen?.title ?? entry.title);
  return (
    <div className={styles.screen}>
      <MapHead search={search} onSearch={setSearch} maps={maps} shownId={entry.id} />
      <div className={styles.map} inert={isLarge && !isBeside}>
        <MapView
          label={t('mapOf', { title: entry.title })}
          center={getConfig().brand.discover.maps.center}
          zoom={ZOOM}
          layer={layer}
          chosenId={chosen?.shape.id ?? null}
          onTap={choose}
          marks={marks}
          covered={isBeside || isLarge ? 0 : covered}
          goal={goal}
          onDrawn={setDrawn}
        >
          <Locate {...location} />
        </MapView>
        {isLoading && (
          <p role="status" className={styles.loading}>
            {t('loading')}
          </p>
        )}
      </div>
      <Sheet isLarge={isLarge} onLarge={setLarge} onHeight={setCovered} hasToggle={!chosen}>
        <MapContents entry={entry} screen={screen} />
        {chosen && (
          <div className={styles.scroll}>
            <ShapeSheet
              key={chosen.shape.id}
              listed={chosen}
              url={entry.attchmUrl}
              kind={kind}
              page={entry.title}
              onClose={() => choose(null)}
            />
          </div>
        )}
      </Sheet>
    </div>
  );
}

const NoMap = (props: Pick<EmptyProps, 'title' | 'line' | 'children'>) => (
  <Empty icon={<IconMapPinOff size={40} stroke={1.75} aria-hidden="true" />} {...props} />
);

/** The menu entries with a map. */
const mapsIn = (menu: readonly Entry[]): readonly Entry[] =>
  menu.flatMap((entry) => [...(isAt(entry, MAP) ? [entry] : []), ...mapsIn(entry.items)]);

/** The map of a menu item (D2.57); without one in the address, the first that has a map. */
export function ContentKml() {
  const t = useTexts(texts);
  const { cid } = useSearch({ from: '/discover/content-kml' });
  const { data, error, isPending, refetch } = useQuery(menuQuery(useContentLanguage()));
  useScreenView('Content_KML', cid);
  useTitle(t('map'));
  if (isPending) return null;
  if (!data) return <Failed title={t('failed')} line={error?.message} onRetry={() => void refetch()} />;
  const maps = mapsIn(data);
  const entry = cid === 0 ? maps[0] : findEntry(maps, ({ id }) => id === cid);
  if (entry) return <LayerMap key={entry.id} entry={entry} maps={maps} />;
  return (
    <NoMap title={t('noMap')} line={t('noMapLine')}>
      <ButtonLink to={startPage()} kind="filled">
        {t('toExplore')}
      </ButtonLink>
    </NoMap>
  );
}
