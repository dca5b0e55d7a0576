import type { SceneItem } from '@earth/contracts';

export interface ItemProps {
  readonly item: SceneItem;
  /** Whether its marker is in sight; otherwise it floats. */
  readonly isSeen: boolean;
  readonly onOpen: (contentId: number) => void;
}
