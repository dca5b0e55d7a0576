/** Two participants of a call, and a snapshot that they draw on. */
import { createCallWorld, type TestPage, withSnapshot } from './call-world';
import { settled } from './promises';

type World = ReturnType<typeof createCallWorld>;

/** The strokes that a page shows on a picture, one line each: colour, tool and points. */
export const drawn = (page: TestPage, picId: string) =>
  page.session.drawing
    .getDrawing(picId)
    .strokes.map(({ color, tool, points, text }) => `${color} ${tool} ${points.join(' ')}${text && ` «${text}»`}`);

/** Draws a stroke. */
export function draw({ session: { drawing } }: TestPage, picId: string, x: number, tool: 'pen' | 'arrow' = 'pen') {
  drawing.begin(picId, { tool, at: [x, 10], width: 4 });
  drawing.move([[x + 1, 10]]);
  drawing.end();
}

/** The colours of Giulia and Luca, from the server's roster. */
export const HERS = '#ff7ab8';
export const HIS = '#ffd23f';

/** Giulia shows the snapshot, so that its stored drawings are loaded. */
export async function withDrawing(world: World = createCallWorld()) {
  const call = await withSnapshot(world);
  call.callee.session.selectPic(call.picId);
  await settled();
  return call;
}
