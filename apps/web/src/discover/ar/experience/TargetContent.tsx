import type { SceneItem } from '@earth/contracts';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { QuietButton } from '../../../ui/controls/Button';
import type { ListedView } from '../../vision';
import type { MarkerOf } from '../model/load-experience';
import { scaling } from '../model/matrix';
import { roomOf } from '../model/placement';
import { sceneQuery } from '../model/scene-queries';
import type { Stage } from '../model/stage';
import type { TargetState } from '../model/targets';
import { texts } from '../texts';
import styles from './experience.module.css';
import { Placed } from './Placed';
import { StandingItem } from './StandingItem';

interface TargetContentProps {
  readonly stage: Stage;
  /** The recognized picture. */
  readonly view: ListedView;
  readonly marker: MarkerOf;
  readonly state: TargetState;
  readonly onOpen: (contentId: number) => void;
  readonly onClose: () => void;
}

/** The marker itself is as wide as the unit of its coordinates. */
const MARKER = scaling(1, 1, 1);
const NOTHING: readonly SceneItem[] = [];

/** What stands on one marker. */
export function TargetContent({ stage, view, marker, state, onOpen, onClose }: TargetContentProps) {
  const t = useTexts(texts);
  const { data: scene, isError } = useQuery(sceneQuery(useContentLanguage(), marker.sceneId));
  const all = scene?.scene.items ?? NOTHING;
  const items = useMemo(
    () => all.filter(({ triggerId }) => triggerId === null || triggerId === marker.triggerId),
    [all, marker.triggerId],
  );
  useEffect(() => stage.setRoom(view.id, roomOf(items, view)), [stage, view, items]);
  const title = scene?.content.title ?? t('loadingScene');
  return (
    <section aria-label={title} data-target={view.id} data-state={state}>
      {state === 'found' && (
        <Placed stage={stage} target={view.id} matrix={MARKER}>
          <div className={styles.marker} data-marker="" style={{ aspectRatio: `${view.width} / ${view.height}` }} />
        </Placed>
      )}
      {isError && (
        <Placed stage={stage} target={view.id} matrix={MARKER}>
          <p role="alert" className={styles.broken}>
            {t('sceneFailed')}
          </p>
        </Placed>
      )}
      {items.map((item) => (
        <StandingItem
          key={item.id}
          stage={stage}
          target={view.id}
          item={item}
          isSeen={state !== 'floating'}
          onOpen={onOpen}
        />
      ))}
      {state === 'floating' && (
        <QuietButton
          className={styles.close}
          icon={<IconX size={20} stroke={1.75} aria-hidden="true" />}
          onClick={onClose}
        >
          {t('close', { title })}
        </QuietButton>
      )}
    </section>
  );
}
