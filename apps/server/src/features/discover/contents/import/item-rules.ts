/** Rules of what the camera shows. */
import { ContentView } from '@earth/contracts';
import type { ItemBody, OwnBody } from './columns';

const PICTURE = /\.(jpe?g|png|webp)$/i;
/** Which files an item has, in imports and in the editor of scenes. */
export const itemFiles: Readonly<
  Record<ItemBody['kind'], { readonly most: number; readonly name: RegExp; readonly what: string }>
> = {
  picture: { most: 1, name: PICTURE, what: 'one picture' },
  gallery: { most: 20, name: PICTURE, what: 'pictures' },
  video: { most: 1, name: /\.mp4$/i, what: 'one .mp4 file' },
  model: { most: 1, name: /\.glb$/i, what: 'one .glb file' },
  info: { most: 0, name: /^$/, what: 'a content, and no files' },
};

/** Whether a part of a video ends after its start. */
export const isSection = ({ videoStart, videoEnd }: Pick<ItemBody, 'videoStart' | 'videoEnd'>) =>
  videoEnd === null || videoEnd > videoStart;

function itemProblems({ items, markers }: OwnBody): string[] {
  return (items ?? []).flatMap(({ kind, files, content, marker = 0, ...item }, at) => {
    const { most, name, what } = itemFiles[kind];
    const isComplete = kind === 'info' ? content : files.length > 0;
    const isRight = isComplete && files.length <= most && files.every((file) => name.test(file));
    return [
      ...(isSection(item) ? [] : [`Item ${at + 1}: «videoEnd» must be after «videoStart»`]),
      ...(isRight ? [] : [`Item ${at + 1}: a «${kind}» has ${what}`]),
      ...(marker > (markers?.length ?? 0) ? [`Item ${at + 1}: there is no marker ${marker}`] : []),
    ];
  });
}

/**
 * Problems of what belongs to scenes and models only.
 * @param view the view of the content; null: it is wrong itself
 */
export function cameraProblems(own: OwnBody, view: number | null): (readonly [field: string, message: string])[] {
  const isScene = view === null || view === ContentView.scene;
  const isModel = view === null || view === ContentView.model;
  const ofScene = (['markers', 'place', 'beacon'] as const).filter((field) => own[field] && !isScene);
  return [
    ...ofScene.map((field) => [field, 'Only a scene (ctnView 11) has it'] as const),
    ...(own.items?.length && !isScene ? [['items', 'Only a scene (ctnView 11) has them'] as const] : []),
    ...(own.views?.length && !isModel ? [['views', 'Only a model (ctnView 7) has them'] as const] : []),
    ...itemProblems(own).map((message) => ['items', message] as const),
  ];
}
