/** A snapshot on the stage with its drawings and the drawing tools. */
import { useEffect, useId, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { UnprotectedPicture } from '../../../ui/feedback/Unprotected';
import { texts as callTexts } from '../texts';
import { strokeAt, widthOn } from '@earth/annotations';
import { ForegroundLayer } from '../ar/ForegroundLayer';
import styles from './drawing.module.css';
import type { DrawingShortcut } from './drawing-shortcuts';
import { widthOf } from './line';
import { LaserMarks } from './LaserMarks';
import { LinePalette } from './LinePalette';
import { Strokes } from './Strokes';
import { TextField } from './TextField';
import { texts } from './texts';
import { type SurfaceProps, Toolbar } from './Toolbar';
import { type Tool, toolsFor } from './tools';
import { useDrawingShortcuts } from './use-drawing-shortcuts';
import { useAboutDrawing, useDrawn, useLasers } from './use-drawn';
import { usePointers } from './use-pointers';
import { measureText, useWrittenText } from './use-written-text';
import { useZoom, type ZoomedPicture } from './use-zoom';

/** Minimum distance between points of a pen, as a share of the line width. */
const STEP_WIDTHS = 0.15;
/** How far beside a stroke the eraser still reaches it, CSS px: a finger covers more than it means. */
const ERASER_PX = 12;

interface AreaProps extends SurfaceProps {
  readonly tool: Tool;
  readonly view: ZoomedPicture;
}

/** The picture with its drawings. */
function Area({ snapshot, drawing, color, line, tool, view, foregrounds, nameOf }: AreaProps) {
  const say = useTexts(texts);
  const sayCall = useTexts(callTexts);
  const { pic, number, url } = snapshot;
  const { written, open, close } = useWrittenText(drawing, pic.uniqueId);
  const { area, room, picture, setPicture, place } = view;
  const { strokes, own, scheme } = useDrawn(drawing, pic.uniqueId);
  const lasers = useLasers(drawing, pic.uniqueId);
  const usualWidth = picture ? widthOn(picture.width, picture.height) : 1;
  const lineWidth = widthOf(line, usualWidth);
  const chosen = line.color === null ? {} : { color: line.color };
  usePointers(area, {
    drawing,
    now: () => ({
      picId: pic.uniqueId,
      tool,
      lineWidth,
      ...chosen,
      step: lineWidth * STEP_WIDTHS,
      toPicture: ([x, y]) => (place ? [(x - place.left) / place.scale, (y - place.top) / place.scale] : [0, 0]),
    }),
    onMove: view.move,
    onZoom: view.zoomAt,
    onText: (at) => open(at, { width: lineWidth, ...chosen }),
    onErase(at) {
      // Read now, because a finger reaches several positions between two renderings.
      const stroke = strokeAt(drawing.getDrawing(pic.uniqueId).own, at, ERASER_PX / (place?.scale ?? 1), measureText);
      if (stroke) drawing.erase(pic.uniqueId, stroke.key);
    },
  });
  // The text that is being edited is shown in its text field.
  const edited = written ? own.find((stroke) => stroke.isOpen && stroke.tool === 'text') : undefined;
  const shown = edited ? strokes.filter((stroke) => stroke !== edited) : strokes;
  return (
    <div ref={area} className={styles.area} data-tool={tool} data-testid="drawing">
      {/* Clamped, because the corner of an enlarged picture may be out of sight. */}
      <UnprotectedPicture
        scheme={scheme < pic.cryptoSchema ? scheme : pic.cryptoSchema}
        left={Math.max(0, place?.left ?? 0)}
        top={Math.max(0, place?.top ?? 0)}
      />
      {url && (
        <img
          className={styles.picture}
          data-testid="selected-snapshot"
          data-whole={!view.isZoomed || undefined}
          src={url}
          alt={`${sayCall('snapshotNumber', { number })}${strokes.length > 0 ? `, ${say('drawn', { count: strokes.length })}` : ''}`}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setPicture({ width, height })}
          style={place ? { left: place.left, top: place.top, width: place.width, height: place.height } : undefined}
        />
      )}
      {place && foregrounds.map((one) => <ForegroundLayer key={one.id} foreground={one} place={place} />)}
      {place && <Strokes room={room} place={place} strokes={shown} lasers={lasers} lineWidth={usualWidth} />}
      {place && <LaserMarks lasers={lasers} place={place} nameOf={nameOf} />}
      {place && written && (
        <TextField
          key={written.at.join()}
          text={written}
          place={place}
          color={color}
          onWrite={drawing.write}
          onDone={close}
        />
      )}
    </div>
  );
}

/** A hint why the user cannot draw now, or that the others do not see the drawing yet. */
function useHindrance({ snapshot, drawing, mayDraw }: SurfaceProps): string | null {
  const say = useTexts(texts);
  const isFull = useAboutDrawing(drawing, snapshot.pic.uniqueId, (drawn) => drawn.isFull);
  const isRefused = useAboutDrawing(drawing, snapshot.pic.uniqueId, (drawn) => drawn.isRefused);
  if (!mayDraw) return null;
  if (!snapshot.canDraw) return say('notYet');
  if (isRefused) return say('refused');
  if (isFull) return say('full');
  return snapshot.state === 'saving' || snapshot.state === 'failed' ? say('onlyHere') : null;
}

export function Surface(props: SurfaceProps) {
  const { snapshot, drawing, mayDraw, layout, line, color, onLine } = props;
  const picId = snapshot.pic.uniqueId;
  const say = useTexts(texts);
  const [tool, setTool] = useState<Tool>(mayDraw ? 'pen' : 'laser');
  const [isPaletteOpen, openPalette] = useState(false);
  const paletteId = useId();
  const palette = { id: paletteId, isOpen: isPaletteOpen, toggle: () => openPalette(!isPaletteOpen) };
  const hindrance = useHindrance(props);
  const view = useZoom();
  useDrawingShortcuts((key: DrawingShortcut) => {
    switch (key.does) {
      case 'tool':
        if (toolsFor(mayDraw).some(({ id }) => id === key.tool)) setTool(key.tool);
        return;
      case 'undo':
      case 'redo':
      case 'clear':
        return drawing[key.does](picId);
      default:
        return view.step(key.does);
    }
  });
  // Ends an open stroke when the picture is closed.
  useEffect(() => () => drawing.end(), [drawing]);
  const isPointing = !mayDraw && layout === 'phone';
  const hasToolbar = mayDraw || layout === 'desk';
  return (
    <div className={styles.surface} data-layout={layout}>
      {hasToolbar && <Toolbar {...props} tool={tool} onTool={setTool} palette={palette} view={view} />}
      {mayDraw && isPaletteOpen && <LinePalette id={paletteId} line={line} color={color} onLine={onLine} />}
      <Area {...props} tool={tool} view={view} />
      <p role="status" className={styles.hint} data-below={isPointing || undefined}>
        {hindrance ?? (isPointing ? say('pointHint') : '')}
      </p>
    </div>
  );
}
