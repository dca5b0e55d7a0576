/** The tools over a snapshot. */
import type { DrawingTool } from '@earth/contracts';
import {
  IconArrowUpRight,
  IconEraser,
  IconHandStop,
  IconOvalVertical,
  IconPencil,
  IconPointer,
  type IconProps,
  IconSquare,
  IconTypography,
  IconCircleNumber1,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

export type Tool = DrawingTool | 'eraser' | 'hand' | 'laser';

interface ToolLook {
  readonly id: Tool;
  readonly keyName: string;
  readonly Icon: ComponentType<IconProps>;
}

/** In the order of the toolbar and of their shortcuts. */
export const tools: readonly ToolLook[] = [
  { id: 'hand', keyName: '1', Icon: IconHandStop },
  { id: 'pen', keyName: '2', Icon: IconPencil },
  { id: 'arrow', keyName: '3', Icon: IconArrowUpRight },
  { id: 'ellipse', keyName: '4', Icon: IconOvalVertical },
  { id: 'marker', keyName: '5', Icon: IconCircleNumber1 },
  { id: 'text', keyName: '6', Icon: IconTypography },
  { id: 'rectangle', keyName: '7', Icon: IconSquare },
  { id: 'laser', keyName: '8', Icon: IconPointer },
  { id: 'eraser', keyName: '9', Icon: IconEraser },
];

/** The tools of a user who may not draw: pointing and panning. */
export const toolsFor = (mayDraw: boolean): readonly ToolLook[] =>
  mayDraw ? tools : tools.filter(({ id }) => id === 'hand' || id === 'laser');
