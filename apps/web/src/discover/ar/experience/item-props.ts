import type { SceneItem } from '@earth/contracts';
import type { ReactNode } from 'react';

export interface ItemProps {
  readonly item: SceneItem;
  /** Whether its marker is in sight; otherwise it floats. */
  readonly isSeen: boolean;
  readonly onOpen: (contentId: number) => void;
  /** In an editor: what lies over the item and takes its taps. */
  readonly cover?: ReactNode;
}
