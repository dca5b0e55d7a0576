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
import { type ComponentType, Fragment } from 'react';
import { useTexts } from '../../../shared/i18n';
import { IconButton } from '../../../ui/controls/IconButton';
import type { Foreground } from '../ar/ForegroundLayer';
import type { Line } from './line';
import { LineButton } from './LinePalette';
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
  /** How the user draws now. */
  readonly line: Line;
  readonly onLine: (line: Line) => void;
  readonly layout: 'phone' | 'desk';
  /** What AR cameras show over the snapshot. */
  readonly foregrounds: readonly Foreground[];
  /** The first name of a participant; null: the user. */
  readonly nameOf: (contactId: string) => string | null;
  /** Back to the live pictures. */
  readonly onDone: () => void;
}

interface ToolbarProps
  extends Pick<SurfaceProps, 'snapshot' | 'drawing' | 'mayDraw' | 'color' | 'line' | 'layout' | 'onDone'> {
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  /** The palette of colours and widths. */
  readonly palette: { readonly id: string; readonly isOpen: boolean; readonly toggle: () => void };
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

/** What a button is called on a phone, where the word is below its icon. */
const shortNames = {
  hand: 'handShort',
  pen: 'penShort',
  arrow: 'arrow',
  ellipse: 'ellipseShort',
  marker: 'markerShort',
  text: 'text',
  rectangle: 'rectangle',
  laser: 'laserShort',
  eraser: 'eraserShort',
  undo: 'undoShort',
  redo: 'redo',
  clear: 'clearShort',
  zoomIn: 'zoomIn',
  zoomOut: 'zoomOut',
  fit: 'fit',
} as const satisfies Readonly<Record<string, DrawingText>>;

interface ButtonProps {
  readonly name: keyof typeof shortNames;
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
  const press = {
    'aria-keyshortcuts': shortcuts[keyName] ?? keyName,
    'aria-pressed': isOn,
    'aria-disabled': isOff || undefined,
    onClick: () => {
      if (!isOff) onPress();
    },
  };
  if (layout === 'phone')
    return (
      <button type="button" className={styles.wordTool} {...press}>
        <Icon size={24} stroke={1.75} aria-hidden="true" />
        {say(shortNames[name])}
      </button>
    );
  return (
    <IconButton
      label={say(name)}
      keyName={keyName}
      tipPosition="right"
      icon={<Icon size={20} stroke={1.75} aria-hidden="true" />}
      className={styles.tool}
      {...(isOn && { isOn })}
      {...press}
    />
  );
}

type StepProps = (typeof steps)[number] & Pick<ToolbarProps, 'drawing' | 'snapshot' | 'layout'>;

function Step({ name, can, drawing, snapshot, ...look }: StepProps) {
  const picId = snapshot.pic.uniqueId;
  const isPossible = useAboutDrawing(drawing, picId, (drawn) => drawn[can]);
  return <ToolButton name={name} {...look} isOff={!isPossible} onPress={() => drawing[name](picId)} />;
}

type PartProps = Omit<ToolbarProps, 'layout' | 'onDone'>;

const Palette = ({ palette, line, color, layout }: Pick<ToolbarProps, 'palette' | 'line' | 'color' | 'layout'>) => (
  <LineButton
    layout={layout}
    line={line}
    color={color}
    isOpen={palette.isOpen}
    controls={palette.id}
    className={layout === 'phone' ? styles.wordTool : styles.tool}
    onPress={palette.toggle}
  />
);

/** On a phone: one row of words to be pushed, and at its end, always in sight, «Undo» and «Done». */
function PhoneToolbar({ onDone, ...props }: PartProps & Pick<ToolbarProps, 'onDone'>) {
  const { drawing, snapshot, mayDraw, tool, onTool, view } = props;
  const say = useTexts(texts);
  const [undo, ...others] = steps;
  const inOrder = [...toolsFor(mayDraw).filter(({ id }) => id !== 'hand'), ...toolsFor(mayDraw).slice(0, 1)];
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={say('tools')}>
      <div className={styles.pushed}>
        {inOrder.map(({ id, ...look }) => (
          <Fragment key={id}>
            <ToolButton name={id} {...look} layout="phone" isOn={tool === id} onPress={() => onTool(id)} />
            {id === 'pen' && <Palette {...props} layout="phone" />}
          </Fragment>
        ))}
        {others.map((step) => (
          <Step key={step.name} {...step} drawing={drawing} snapshot={snapshot} layout="phone" />
        ))}
        <Zooms view={view} layout="phone" />
      </div>
      <Step {...undo} drawing={drawing} snapshot={snapshot} layout="phone" />
      <button type="button" className={styles.done} onClick={onDone}>
        {say('done')}
      </button>
    </div>
  );
}

const Zooms = ({ view, layout }: Pick<ToolbarProps, 'view' | 'layout'>) =>
  zooms.map(({ how, ...look }) => (
    <ToolButton
      key={how}
      {...look}
      layout={layout}
      isOff={how !== 'in' && !view.isZoomed}
      onPress={() => view.step(how)}
    />
  ));

function DeskToolbar(props: PartProps) {
  const { drawing, snapshot, mayDraw, tool, onTool, view } = props;
  const say = useTexts(texts);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={say('tools')}>
      {toolsFor(mayDraw).map(({ id, ...look }) => (
        <ToolButton key={id} name={id} {...look} layout="desk" isOn={tool === id} onPress={() => onTool(id)} />
      ))}
      {mayDraw && <Palette {...props} layout="desk" />}
      {mayDraw && <hr />}
      {mayDraw &&
        steps.map((step) => <Step key={step.name} {...step} drawing={drawing} snapshot={snapshot} layout="desk" />)}
      <hr />
      <Zooms view={view} layout="desk" />
    </div>
  );
}

/** The drawing tools: beside the picture on a desktop, below it on a phone, never over it. */
export const Toolbar = ({ layout, onDone, ...props }: ToolbarProps) =>
  layout === 'phone' ? <PhoneToolbar {...props} onDone={onDone} /> : <DeskToolbar {...props} />;
