import type { EditableMarker } from '@earth/contracts';
import { IconFocusCentered, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { scaling } from '../../../discover/ar/model/matrix';
import { type Room, roomOf } from '../../../discover/ar/model/placement';
import { Models, Placed } from '../../../discover/ar/model/standing';
import { useTexts } from '../../../shared/i18n';
import { IconButton } from '../../../ui/controls/IconButton';
import type { Place } from '../model/grips';
import { OrbitStage } from '../model/orbit-stage';
import type { DraftItem } from '../model/draft-item';
import { texts } from '../texts';
import { Handles } from './Handles';
import { PreviewItem } from './PreviewItem';
import styles from './preview.module.css';
import { useOrbit } from './use-orbit';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const ZOOM = 1.25;
/** The marker itself is as wide as the unit of its coordinates. */
const MARKER = scaling(1, 1, 1);

/** The room of the marker with all that stands on it. */
const roomWith = (items: readonly DraftItem[]): Room =>
  roomOf(
    [
      { kind: 'picture', position: [0, 0, 0], width: 1 },
      ...items.map(({ kind, x, y, z, width }) => ({ kind, width, position: [x, y, z] as [number, number, number] })),
    ],
    { width: 1, height: 1 },
  );

export interface PreviewProps {
  readonly marker: EditableMarker | null;
  readonly items: readonly DraftItem[];
  readonly chosenKey: string | null;
  readonly nameOf: (item: DraftItem) => string;
  readonly onChoose: (key: string) => void;
  readonly onMove: (key: string, place: Partial<Place>) => void;
  /** A drag is over. */
  readonly onEnd: () => void;
}

/** The marker as it lies, and what stands on it as the camera shows it: turned by the user, who moves the items. */
export function Preview({ marker, items, chosenKey, nameOf, onChoose, onMove, onEnd }: PreviewProps) {
  const t = useTexts(texts);
  const help = useId();
  const preview = useRef<HTMLDivElement>(null);
  const [stage] = useState(() => new OrbitStage());
  const orbit = useOrbit(stage, preview);
  const resize = useEffectEvent(({ clientWidth, clientHeight }: Element) =>
    stage.resize({ width: clientWidth, height: clientHeight }, roomWith(items)),
  );
  useEffect(() => {
    const element = preview.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => resize(element));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const chosen = items.find(({ key }) => key === chosenKey);
  const grip = { stage, preview: () => preview.current, onEnd };
  return (
    <div role="group" aria-label={t('preview')}>
      <div ref={preview} className={styles.preview}>
        <button
          type="button"
          className={styles.ground}
          aria-label={t('turnView')}
          aria-describedby={`${help}-view`}
          {...orbit}
        />
        {marker && (
          <Placed stage={stage} target="" matrix={MARKER}>
            <img src={marker.imageUrl} alt="" className={styles.marker} draggable={false} />
          </Placed>
        )}
        <Models stage={stage} />
        {items.map((item) => (
          <PreviewItem
            key={item.key}
            {...grip}
            item={item}
            name={nameOf(item)}
            help={help}
            isChosen={item.key === chosenKey}
            onChoose={() => onChoose(item.key)}
            onMove={(place) => onMove(item.key, place)}
          />
        ))}
        {chosen && <Handles {...grip} item={chosen} onMove={(place) => onMove(chosen.key, place)} />}
        <div className={styles.view}>
          <IconButton label={t('nearer')} icon={<IconZoomIn {...icon} />} onClick={() => stage.zoom(ZOOM)} />
          <IconButton label={t('farther')} icon={<IconZoomOut {...icon} />} onClick={() => stage.zoom(1 / ZOOM)} />
          <IconButton
            label={t('showAll')}
            icon={<IconFocusCentered {...icon} />}
            onClick={() => stage.reset(roomWith(items))}
          />
        </div>
      </div>
      <p id={help} className={styles.help}>
        {t('previewHelp')}
      </p>
      <p id={`${help}-view`} className={styles.help}>
        {t('viewHelp')}
      </p>
    </div>
  );
}
