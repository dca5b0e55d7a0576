import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { watchFrames } from '../../vision';
import type { Experience } from '../model/load-experience';
import { Stage } from '../model/stage';
import styles from './experience.module.css';
import { Models } from './Models';
import { TargetContent } from './TargetContent';

interface TargetLayerProps {
  readonly experience: Experience;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly track: MediaStreamTrack;
  readonly onOpen: (contentId: number) => void;
  readonly onAnyFound: (isAnyFound: boolean) => void;
  readonly onCrash: () => void;
}

/** Frames go to the engine as long as the layer is shown. */
function useSight(stage: Stage, { experience, video, track, onCrash }: TargetLayerProps) {
  const { vision } = experience;
  const crash = useEffectEvent(onCrash);
  useEffect(() => {
    if (!video.current) return undefined;
    let isOver = false;
    const stop = watchFrames(video.current, track, async (frame) => {
      try {
        const seen = await vision.look(frame);
        if (!isOver) stage.see(seen, performance.now());
      } catch {
        if (!isOver) crash();
      }
    });
    return () => {
      isOver = true;
      stop();
      // What is in sight when the camera looks again counts as found again.
      vision.reset();
    };
  }, [stage, vision, video, track]);
}

function useSize(stage: Stage, layer: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const element = layer.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => stage.resize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, [stage, layer]);
}

/** What stands on the targets, over the picture of the camera. */
export function TargetLayer(props: TargetLayerProps) {
  const { experience, onOpen, onAnyFound } = props;
  const layer = useRef<HTMLDivElement>(null);
  const [stage] = useState(() => new Stage());
  const states = useSyncExternalStore(stage.subscribe, stage.getStates);
  useSight(stage, props);
  useSize(stage, layer);
  const isAnyFound = states.length > 0;
  useEffect(() => onAnyFound(isAnyFound), [isAnyFound, onAnyFound]);
  return (
    <div ref={layer} className={styles.layer}>
      <Models stage={stage} />
      {states.map(({ id, state }) => {
        const marker = experience.markers.get(id);
        const size = experience.vision.views.find((view) => view.id === id);
        return (
          marker &&
          size && (
            <TargetContent
              key={id}
              stage={stage}
              view={size}
              marker={marker}
              state={state}
              onOpen={onOpen}
              onClose={() => stage.close(id)}
            />
          )
        );
      })}
    </div>
  );
}
