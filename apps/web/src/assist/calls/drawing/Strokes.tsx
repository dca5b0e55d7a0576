/** Strokes and lasers on canvases. Finished strokes have their own canvas, which is drawn again only when they change. */
import { type ColoredStroke, drawStroke, type Laser, LASER_MS } from '@earth/annotations';
import type { Layer as KonvaLayer } from 'konva/lib/Layer';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js';
import type { Place, Size } from './zoom';

const Stroke = memo(({ stroke }: { readonly stroke: ColoredStroke }) => {
  const draw = useCallback((canvas: Parameters<typeof drawStroke>[0]) => drawStroke(canvas, stroke), [stroke]);
  return <Shape sceneFunc={draw} />;
});

/** Returns the former array if it has the same strokes. */
function useSame(strokes: readonly ColoredStroke[]): readonly ColoredStroke[] {
  const [stable, setStable] = useState(strokes);
  const isSame = stable.length === strokes.length && stable.every((stroke, index) => stroke === strokes[index]);
  if (!isSame) setStable(strokes);
  return isSame ? stable : strokes;
}

const StrokeLayer = memo(({ strokes }: { readonly strokes: readonly ColoredStroke[] }) => (
  <Layer listening={false}>
    {strokes.map((stroke) => (
      <Stroke key={stroke.key} stroke={stroke} />
    ))}
  </Layer>
));

/** A laser: a dot with a fading trail. */
function drawLaser(canvas: Parameters<typeof drawStroke>[0], { trail, color }: Laser, lineWidth: number) {
  const now = Date.now();
  const stroke = { key: '', tool: 'pen', text: '', number: 0, isOpen: true, color } as const;
  for (const [index, { point, at }] of trail.entries()) {
    const left = Math.max(0, 1 - (now - at) / LASER_MS);
    const before = trail[index - 1]?.point;
    if (before && left > 0) drawStroke(canvas, { ...stroke, points: [before, point], width: lineWidth * left });
  }
  const last = trail.at(-1);
  if (last && now - last.at < LASER_MS) drawStroke(canvas, { ...stroke, points: [last.point], width: lineWidth * 3 });
}

function LaserLayer({ lasers, lineWidth }: { readonly lasers: readonly Laser[]; readonly lineWidth: number }) {
  const layer = useRef<KonvaLayer>(null);
  const isPointing = lasers.length > 0;
  useEffect(() => {
    if (!isPointing) return;
    let frame = requestAnimationFrame(function fade() {
      layer.current?.batchDraw();
      frame = requestAnimationFrame(fade);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPointing]);
  return (
    <Layer ref={layer} listening={false}>
      {lasers.map((laser) => (
        <Shape key={laser.contactId} sceneFunc={(canvas) => drawLaser(canvas, laser, lineWidth)} />
      ))}
    </Layer>
  );
}

interface StrokesProps {
  readonly room: Size;
  readonly place: Place;
  readonly strokes: readonly ColoredStroke[];
  readonly lasers: readonly Laser[];
  readonly lineWidth: number;
}

export function Strokes({ room, place, strokes, lasers, lineWidth }: StrokesProps) {
  const finished = useSame(strokes.filter(({ isOpen }) => !isOpen));
  const open = strokes.filter(({ isOpen }) => isOpen);
  return (
    <Stage
      width={room.width}
      height={room.height}
      x={place.left}
      y={place.top}
      scaleX={place.scale}
      scaleY={place.scale}
      listening={false}
    >
      <StrokeLayer strokes={finished} />
      <StrokeLayer strokes={open} />
      <LaserLayer lasers={lasers} lineWidth={lineWidth} />
    </Stage>
  );
}
