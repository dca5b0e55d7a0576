import type { SceneItem } from '@earth/contracts';
import { useEffect, useMemo, useState } from 'react';
import { StandingItem } from '../../../discover/ar/model/standing';
import { readDataUrl } from '../../../platform/read-data-url';
import { useContentLanguage } from '../../../shared/i18n';
import type { Place } from '../model/grips';
import type { OrbitStage } from '../model/orbit-stage';
import type { DraftItem } from '../model/draft-item';
import { titleOf } from '../model/scene-editor';
import styles from './preview.module.css';
import { useGrip } from './use-grip';

/** @returns an address of the page, until the signal is aborted */
async function addressOf(url: string, signal: AbortSignal): Promise<string | null> {
  const own = readDataUrl(url);
  if (!own) return null;
  const address = URL.createObjectURL(new Blob([own.bytes], { type: own.type }));
  signal.addEventListener('abort', () => URL.revokeObjectURL(address));
  return address;
}

/** The address of a new video: the content policy lets none play that is its own address. Null: not made yet. */
function usePlayable(url: string | undefined, isVideo: boolean): string | null {
  const [made, setMade] = useState<string | null>(null);
  const isOwn = isVideo && url?.startsWith('data:') === true;
  useEffect(() => {
    if (!isOwn || url === undefined) return undefined;
    const leaving = new AbortController();
    void addressOf(url, leaving.signal).then((address) => !leaving.signal.aborted && setMade(address));
    return () => leaving.abort();
  }, [isOwn, url]);
  return isOwn ? made : (url ?? null);
}

interface PreviewItemProps {
  readonly stage: OrbitStage;
  readonly preview: () => Element | null;
  readonly item: DraftItem;
  readonly name: string;
  /** The id of what says how it is moved. */
  readonly help: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onMove: (place: Partial<Place>) => void;
  readonly onEnd: () => void;
}

/** An item as the camera shows it, under a button by which it is chosen and moved. */
export function PreviewItem({ stage, preview, item, name, help, isChosen, onChoose, ...moves }: PreviewItemProps) {
  const l = useContentLanguage();
  const grip = useGrip('place', { stage, preview, item, ...moves });
  const { kind, files } = item;
  const urls = files.map((file) => ('url' in file ? file.url : file.data));
  const first = usePlayable(urls[0], kind === 'video');
  const shown = kind === 'video' ? (first === null ? [] : [first]) : urls;
  const key = shown.join(' ');
  const standing = useMemo(
    (): SceneItem => ({
      id: 0,
      triggerId: null,
      kind: item.kind,
      contentId: item.contentId,
      title: titleOf(item, l),
      urls: key === '' ? [] : key.split(' '),
      hasAlpha: item.hasAlpha,
      videoStart: item.videoStart,
      videoEnd: item.videoEnd,
      position: [item.x, item.y, item.z],
      rotation: [item.turnX, item.turnY, item.turnZ],
      width: item.width,
    }),
    [item, l, key],
  );
  return (
    <StandingItem
      // Another file is loaded anew.
      key={key}
      stage={stage}
      target=""
      item={standing}
      isSeen
      onOpen={onChoose}
      cover={
        <button
          type="button"
          className={styles.item}
          aria-label={name}
          aria-pressed={isChosen}
          aria-describedby={help}
          onClick={onChoose}
          {...grip}
          onPointerDown={(event) => {
            onChoose();
            grip.onPointerDown(event);
          }}
        />
      }
    />
  );
}
