/** Two people in a call, and a snapshot that they draw on. */
import { createCallWorld, type TestPage, withSnapshot } from './call-world';
import { settled } from './promises';

type World = ReturnType<typeof createCallWorld>;

/** What a page shows on a picture, a line for each stroke: in whose colour, what, and where. */
export const drawn = (page: TestPage, picId: string) =>
  page.session.drawing
    .getDrawing(picId)
    .strokes.map(({ color, tool, points, text }) => `${color} ${tool} ${points.join(' ')}${text && ` «${text}»`}`);

/** A stroke from one place to another. */
export function draw({ session: { drawing } }: TestPage, picId: string, x: number, tool: 'pen' | 'arrow' = 'pen') {
  drawing.begin(picId, { tool, at: [x, 10], width: 4 });
  drawing.move([[x + 1, 10]]);
  drawing.end();
}

/** Giulia's colour, by the server's roster; and Luca's. */
export const HERS = '#ff7ab8';
export const HIS = '#ffd23f';

/** Giulia shows the snapshot, so that everything of it has been asked. */
export async function withDrawing(world: World = createCallWorld()) {
  const call = await withSnapshot(world);
  call.callee.session.selectPic(call.picId);
  await settled();
  return call;
}
