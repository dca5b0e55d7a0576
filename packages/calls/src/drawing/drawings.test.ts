import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { FakeCallServer } from '../testing/fake-call-server';
import { giulia, profileOf } from '../testing/people';
import { Drawings } from './drawings';

const PIC = '0190b000-0000-7000-8000-000000000001';

test('pictures are checked only when their list has changed, not at each change of the call', () => {
  let pics = [{ uniqueId: PIC }];
  let asked = 0;
  const drawings = new Drawings(
    {
      api: new FakeCallServer().apiOf(giulia, []),
      cipher: {} as never,
      clock: new SimulatedClock(),
      drafts: { load: () => null, save: () => {} },
      me: profileOf(giulia),
      settings: {} as never,
    },
    {
      call: { uniqueId: 'call', startDate: '2026-01-05T10:00:00.000Z' },
      outbox: { add: () => {} } as never,
      recipients: async () => [],
      authorOf: async (uniqueId) => ({ uniqueId, publicKey: '' }),
      pictures: {
        isStored: (picId) => pics.some(({ uniqueId }) => uniqueId === picId),
        storedPics: () => pics,
        canDraw: (picId) => {
          asked += 1;
          return pics.some(({ uniqueId }) => uniqueId === picId);
        },
      },
      mayDraw: () => true,
      colorOf: () => '#ff7ab8',
      send: () => {},
      onUnreadable: () => {},
    },
  );
  drawings.begin(PIC, { tool: 'pen', at: [1, 1], width: 4 });
  drawings.end();
  drawings.update(null);
  asked = 0;
  for (let change = 0; change < 100; change += 1) drawings.update(null);
  expect([asked, drawings.getDrawing(PIC).strokes.length]).toEqual([0, 1]);

  pics = [];
  drawings.update(null);
  expect(drawings.getDrawing(PIC).strokes).toEqual([]);
});
