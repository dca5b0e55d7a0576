import type { DrawingSurface } from '@earth/annotations';
import type { Snapshot } from '@earth/calls';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  type IconProps,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTexts } from '../../../shared/i18n';
import { IconButton } from '../../../ui/controls/IconButton';
import type { Foreground } from '../ar/ForegroundLayer';
import styles from './drawing.module.css';
import { type DrawingText, texts } from './texts';
import { type Tool, toolsFor } from './tools';
import { useAboutDrawing } from './use-drawn';
import type { ZoomedPicture } from './use-zoom';

export interface SurfaceProps {
  readonly snapshot: Snapshot;
  readonly onRetry: (picId: string) => void;
  readonly drawing: DrawingSurface;
  readonly mayDraw: boolean;
  /** The user's own colour. */
  readonly color: string;
  readonly layout: 'phone' | 'desk';
  /** What AR cameras show over the snapshot. */
  readonly foregrounds: readonly Foreground[];
}

interface ToolbarProps extends Pick<SurfaceProps, 'snapshot' | 'drawing' | 'mayDraw' | 'layout'> {
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly view: ZoomedPicture;
}

const steps = [
  { name: 'undo', keyName: 'Ctrl Z', Icon: IconArrowBackUp, can: 'canUndo' },
  { name: 'redo', keyName: 'Ctrl ⇧ Z', Icon: IconArrowForwardUp, can: 'canRedo' },
  { name: 'clear', keyName: 'Del', Icon: IconTrash, can: 'canClear' },
] as const;

const zooms = [
  { how: 'in', name: 'zoomIn', keyName: '+', Icon: IconZoomIn },
  { how: 'out', name: 'zoomOut', keyName: '-', Icon: IconZoomOut },
  { how: 'fit', name: 'fit', keyName: '0', Icon: IconZoomReset },
] as const;

interface ButtonProps {
  readonly name: DrawingText;
  readonly keyName: string;
  readonly Icon: ComponentType<IconProps>;
  readonly layout: 'phone' | 'desk';
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

const shortcuts: Readonly<Record<string, string>> = {
  'Ctrl Z': 'Control+Z',
  'Ctrl ⇧ Z': 'Control+Shift+Z',
  Del: 'Delete',
};

function ToolButton({ name, keyName, Icon, layout, isOn, isOff = false, onPress }: ButtonProps) {
  const say = useTexts(texts);
  const isDesk = layout === 'desk';
  return (
    <IconButton
      label={say(name)}
      {...(isDesk && { keyName })}
      aria-keyshortcuts={shortcuts[keyName] ?? keyName}
      tipPosition={isDesk ? 'right' : 'top'}
      icon={<Icon size={isDesk ? 20 : 24} stroke={1.75} aria-hidden="true" />}
      className={styles.tool}
      {...(isOn && { isOn })}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) onPress();
      }}
    />
  );
}

type StepProps = (typeof steps)[number] & Pick<ToolbarProps, 'drawing' | 'snapshot' | 'layout'>;

function Step({ name, can, drawing, snapshot, ...look }: StepProps) {
  const picId = snapshot.pic.uniqueId;
  const isPossible = useAboutDrawing(drawing, picId, (drawn) => drawn[can]);
  return <ToolButton name={name} {...look} isOff={!isPossible} onPress={() => drawing[name](picId)} />;
}

/** The drawing tools: beside the picture on a desktop, below it on a phone, never over it. */
export function Toolbar({ drawing, snapshot, mayDraw, tool, onTool, view, layout }: ToolbarProps) {
  const say = useTexts(texts);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={say('tools')}>
      {toolsFor(mayDraw).map(({ id, ...look }) => (
        <ToolButton key={id} name={id} {...look} layout={layout} isOn={tool === id} onPress={() => onTool(id)} />
      ))}
      {mayDraw && <hr />}
      {mayDraw &&
        steps.map((step) => <Step key={step.name} {...step} drawing={drawing} snapshot={snapshot} layout={layout} />)}
      <hr />
      {zooms.map(({ how, ...look }) => (
        <ToolButton
          key={how}
          {...look}
          layout={layout}
          isOff={how !== 'in' && !view.isZoomed}
          onPress={() => view.step(how)}
        />
      ))}
    </div>
  );
}
