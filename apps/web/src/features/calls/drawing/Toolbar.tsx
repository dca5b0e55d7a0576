import type { DrawingSurface } from '@earth/calls';
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
import { useTexts } from '../../../app/i18n';
import { IconButton } from '../../../ui/IconButton';
import styles from './drawing.module.css';
import { type DrawingText, texts } from './texts';
import { type Tool, toolsFor } from './tools';
import { useAboutDrawing } from './use-drawn';

interface ToolbarProps {
  readonly drawing: DrawingSurface;
  readonly picId: string;
  readonly mayDraw: boolean;
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly isZoomed: boolean;
  readonly onZoom: (how: 'in' | 'out' | 'fit') => void;
  readonly layout: 'phone' | 'desk';
}

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

function Steps({ drawing, picId, layout }: Pick<ToolbarProps, 'drawing' | 'picId' | 'layout'>) {
  const canUndo = useAboutDrawing(drawing, picId, (drawn) => drawn.canUndo);
  const canRedo = useAboutDrawing(drawing, picId, (drawn) => drawn.canRedo);
  const canClear = useAboutDrawing(drawing, picId, (drawn) => drawn.canClear);
  return (
    <>
      <hr />
      <ToolButton
        name="undo"
        keyName="Ctrl Z"
        Icon={IconArrowBackUp}
        layout={layout}
        isOff={!canUndo}
        onPress={() => drawing.undo(picId)}
      />
      <ToolButton
        name="redo"
        keyName="Ctrl ⇧ Z"
        Icon={IconArrowForwardUp}
        layout={layout}
        isOff={!canRedo}
        onPress={() => drawing.redo(picId)}
      />
      <ToolButton
        name="clear"
        keyName="Del"
        Icon={IconTrash}
        layout={layout}
        isOff={!canClear}
        onPress={() => drawing.clear(picId)}
      />
    </>
  );
}

/** Beside the picture on a desktop, under it on a phone; never on it. */
export function Toolbar(props: ToolbarProps) {
  const say = useTexts(texts);
  const { mayDraw, tool, onTool, isZoomed, onZoom, layout } = props;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={say('tools')}>
      {toolsFor(mayDraw).map(({ id, keyName, Icon }) => (
        <ToolButton
          key={id}
          name={id}
          keyName={keyName}
          Icon={Icon}
          layout={layout}
          isOn={tool === id}
          onPress={() => onTool(id)}
        />
      ))}
      {mayDraw && <Steps {...props} />}
      <hr />
      <ToolButton name="zoomIn" keyName="+" Icon={IconZoomIn} layout={layout} onPress={() => onZoom('in')} />
      <ToolButton
        name="zoomOut"
        keyName="-"
        Icon={IconZoomOut}
        layout={layout}
        isOff={!isZoomed}
        onPress={() => onZoom('out')}
      />
      <ToolButton
        name="fit"
        keyName="0"
        Icon={IconZoomReset}
        layout={layout}
        isOff={!isZoomed}
        onPress={() => onZoom('fit')}
      />
    </div>
  );
}
