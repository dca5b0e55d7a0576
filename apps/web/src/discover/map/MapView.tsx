import { IconMapOff, IconMinus, IconPlus } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { getConfig } from '../../platform';
import { IconButton } from '../../ui/controls/IconButton';
import { PartFailed } from '../../ui/feedback/PartFailed';
import { loadAgain } from '../../ui/feedback/lazy-part';
import { showToast } from '../../shared/toast';
import { useReducedMotion } from '../../shared/use-media';
import { useIsDark } from '../../ui/theme';
import type { Layer } from '@earth/kml';
import { boundsOf, type Place } from './model/geometry';
import type { MapEngine } from './map-engine';
import styles from './map-view.module.css';
import { type Mark, markElement } from './mark';
import { texts } from './texts';
import { once } from '../../platform/memoize';

interface MapViewProps {
  readonly label: string;
  readonly center: Place;
  readonly zoom: number;
  readonly layer?: Layer | undefined;
  readonly chosenId?: number | null;
  readonly onTap?: (shapeId: number | null) => void;
  /** Any place was tapped. */
  readonly onPlace?: (place: Place) => void;
  readonly marks?: readonly Mark[];
  /** The markers are stops: joined by a line in their order, and all in view. */
  readonly isWay?: boolean;
  /** The height in px at its lower end that is covered by a sheet. */
  readonly covered?: number;
  /** Where to move the view. */
  readonly goal?: Place | null;
  /** Called when this layer is drawn, or when it is clear that it never will be. */
  readonly onDrawn?: (layer: Layer | undefined) => void;
  /** Further controls. */
  readonly children?: ReactNode;
}

/** Checked once, because a browser only has few WebGL contexts. */
const hasWebGl = once(() => document.createElement('canvas').getContext('webgl2') !== null);

/** The value of a design token in the current scheme. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const NO_MARKS: readonly Mark[] = [];
const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Why no map is drawn: no WebGL, or the library failed to load. */
type Hindrance = 'noWebGl' | 'notLoaded';

/** Creates the map once the library is loaded. Null: not yet. */
function useEngine(props: MapViewProps, place: React.RefObject<HTMLDivElement | null>) {
  const t = useTexts(texts);
  const [engine, setEngine] = useState<MapEngine | Hindrance | null>(null);
  const [times, askAgain] = useReducer((asked: number) => asked + 1, 0);
  // The colours are read again when the scheme changes.
  const isDark = useIsDark();
  const isStill = useReducedMotion();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const { label, center, zoom } = latest.current;
    let opened: MapEngine | null = null;
    let isLeft = false;
    async function open() {
      if (!hasWebGl()) throw new Error('No WebGL 2');
      const loaded = await loadAgain(() => import('./map-engine')).catch(() => null);
      const container = place.current;
      if (isLeft || !container) return;
      if (!loaded) {
        setEngine('notLoaded');
        return;
      }
      opened = loaded.createMapEngine({
        container,
        label,
        center,
        zoom,
        styleUrl: getConfig().mapStyleUrl,
        groundUrl: getConfig().brand.discover.maps.ground,
        isDark,
        colors: {
          ground: token('--sunken'),
          shape: token('--brand'),
          chosen: token('--accent'),
          name: token('--ink'),
        },
        isStill,
        onTap: (shapeId) => latest.current.onTap?.(shapeId),
        onPlace: (tapped) => latest.current.onPlace?.(tapped),
        onDrawn: () => latest.current.onDrawn?.(latest.current.layer),
        onNoStyle: () => showToast(t('noStyle')),
      });
      setEngine(opened);
    }
    open().catch(() => setEngine('noWebGl'));
    return () => {
      isLeft = true;
      opened?.remove();
      // An error is only replaced by the map.
      setEngine((last) => (typeof last === 'string' ? last : null));
    };
    // The label keeps the language in which the map was opened.
  }, [isDark, isStill, t, place, times]);
  return typeof engine === 'string'
    ? { engine: null, hindrance: engine, askAgain }
    : { engine, hindrance: null, askAgain };
}

function useMarks(engine: MapEngine | null, marks: readonly Mark[], isWay: boolean) {
  useEffect(() => {
    if (!engine) return;
    engine.setMarks(
      marks.map((mark) => ({
        place: mark.place,
        element: markElement(mark),
        anchor: mark.kind === 'pin' ? 'bottom' : 'center',
      })),
    );
  }, [engine, marks]);
  // Without the user's position: it moves, and the map stays.
  const stops = JSON.stringify(marks.filter(({ kind }) => kind !== 'here').map(({ place }) => place));
  useEffect(() => {
    const places = JSON.parse(stops) as Place[];
    const bounds = boundsOf(places.map(([long, lat]) => ({ type: 'Point', coordinates: [long, lat] })));
    if (engine && isWay && bounds) engine.setWay(places, bounds);
  }, [engine, stops, isWay]);
}

/** A map, or the reason why there is none: its contents are also listed beside it. */
export function MapView(props: MapViewProps) {
  const {
    layer,
    chosenId = null,
    marks = NO_MARKS,
    isWay = false,
    covered = 0,
    goal = null,
    onDrawn,
    children,
  } = props;
  const t = useTexts(texts);
  const place = useRef<HTMLDivElement>(null);
  const { engine, hindrance, askAgain } = useEngine(props, place);
  const bounds = useMemo(() => boundsOf(layer?.features.map(({ geometry }) => geometry) ?? []), [layer]);
  useEffect(() => {
    if (engine && layer) engine.setLayer(layer, bounds);
  }, [engine, layer, bounds]);
  useEffect(() => {
    if (engine) engine.choose(chosenId);
  }, [engine, chosenId]);
  useMarks(engine, marks, isWay);
  const isMissing = hindrance !== null;
  useEffect(() => {
    if (isMissing) onDrawn?.(layer);
  }, [isMissing, layer, onDrawn]);
  useEffect(() => {
    if (engine) engine.cover(covered);
  }, [engine, covered]);
  useEffect(() => {
    if (engine && goal) engine.lookAt(goal);
  }, [engine, goal]);
  return (
    <div className={styles.view} style={{ '--covered': `${covered}px` } as CSSProperties}>
      <div ref={place} className={styles.map} hidden={hindrance === 'noWebGl'} />
      {hindrance === 'noWebGl' && (
        <p role="status" className={styles.missing}>
          <IconMapOff size={40} stroke={1.75} aria-hidden="true" />
          {t('noWebGl')}
        </p>
      )}
      {hindrance === 'notLoaded' && (
        <div className={`${styles.missing} ${styles.over}`}>
          <PartFailed onRetry={askAgain} />
        </div>
      )}
      <div className={styles.acts} style={{ bottom: covered + 16 }}>
        {engine && (
          <>
            <IconButton
              label={t('zoomIn')}
              tipPosition="left"
              icon={<IconPlus {...icon} />}
              className={styles.act}
              onClick={() => engine.zoomBy(1)}
            />
            <IconButton
              label={t('zoomOut')}
              tipPosition="left"
              icon={<IconMinus {...icon} />}
              className={styles.act}
              onClick={() => engine.zoomBy(-1)}
            />
          </>
        )}
        {children}
      </div>
    </div>
  );
}
