/** Arbitraries of all peer messages for fast-check. */
import { DRAWING_TEXT_MAX, type DrawingEntry, LOG_ENTRIES_MAX, type PeerMessage } from '@earth/contracts';
import fc from 'fast-check';

const isoDate = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const scheme = fc.constantFrom(0 as const, 1 as const);
const guiMode = fc.constantFrom('GUIMODE_LIVECAMERA' as const, 'GUIMODE_ANNOTATIONS' as const);
const fraction = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);
const facing = fc.constantFrom('environment' as const, 'user' as const);
const zoom = fc.double({ min: 0.5, max: 10, noNaN: true });
const clientId = fc.string({ minLength: 1, maxLength: 64 });

const entryCount = fc.nat({ max: LOG_ENTRIES_MAX });
const coordinate = fc
  .double({ min: -1_000, max: 20_000, noNaN: true })
  .map((value) => Math.round(value * 10) / 10 || 0);
const point = fc.tuple(coordinate, coordinate);
const hundredths = fc.integer({ min: 0, max: 100 });
export const drawingEntry: fc.Arbitrary<DrawingEntry> = fc.oneof(
  fc.record({
    op: fc.constant('begin' as const),
    tool: fc.constantFrom(...(['pen', 'arrow', 'rectangle', 'ellipse', 'text', 'marker'] as const)),
    at: point,
    width: fc.integer({ min: 1, max: 500 }),
    pressure: hundredths,
  }),
  fc.record({ op: fc.constant('move' as const), points: fc.array(point, { minLength: 1, maxLength: 20 }) }),
  fc.array(fc.tuple(point, hundredths), { minLength: 1, maxLength: 20 }).map((way) => ({
    op: 'move' as const,
    points: way.map(([at]) => at),
    pressures: way.map(([, pressure]) => pressure),
  })),
  fc.record({ op: fc.constant('write' as const), text: fc.string({ maxLength: DRAWING_TEXT_MAX }) }),
  fc.record({ op: fc.constant('edit' as const), back: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ op: fc.constantFrom('end' as const, 'undo' as const, 'redo' as const, 'clear' as const) }),
);

/** A chat message. */
const written = {
  type: fc.constant('msg' as const),
  clientId,
  message: fc.string(),
  cryptoSchema: scheme,
  date: isoDate,
};

/** Every message of the contract, with these ids of people and pictures. */
export const peerMessageOf = (uuid: fc.Arbitrary<string>): fc.Arbitrary<PeerMessage> =>
  fc.oneof(
    fc.record({
      type: fc.constant('participant' as const),
      contact: fc.record({ uniqueId: uuid, publicKey: fc.string() }),
    }),
    fc.record(written),
    fc.record({ ...written, file: fc.record({ name: fc.string({ maxLength: 255 }), size: fc.nat() }) }),
    fc.record({ type: fc.constant('msgWithdrawn' as const), clientId }),
    fc.record({ type: fc.constant('ar' as const), enabled: fc.boolean() }),
    fc.record({
      type: fc.constant('pic' as const),
      pics: fc.array(
        fc.record({
          uniqueId: uuid,
          callUniqueId: uuid,
          imageFileName: fc.string(),
          contactUniqueId: uuid,
          date: isoDate,
          cryptoSchema: scheme,
          clientId: fc.option(clientId),
        }),
        { maxLength: 5 },
      ),
    }),
    fc.record({
      type: fc.constant('picPreview' as const),
      clientId: fc.string({ minLength: 1, maxLength: 64 }),
      cryptoSchema: scheme,
      preview: fc.option(fc.string()),
    }),
    fc.record({
      type: fc.constant('update_video_screen_state' as const),
      state: guiMode,
      picUniqueId: fc.option(uuid),
    }),
    fc.record({ type: fc.constant('onPicSelected' as const), picUniqueId: fc.option(uuid) }),
    fc.record({ type: fc.constant('askSelectedPic' as const) }),
    fc.record({
      type: fc.constant('askKeys' as const),
      items: fc.array(
        fc.record({
          kind: fc.constantFrom(...(['message', 'file', 'pic', 'drawing', 'notes'] as const)),
          uniqueId: uuid,
        }),
        { maxLength: 5 },
      ),
    }),
    fc.record({ type: fc.constant('media' as const), audio: fc.boolean(), video: fc.boolean() }),
    fc.record({
      type: fc.constant('media' as const),
      audio: fc.boolean(),
      video: fc.boolean(),
      prefers: fc.constantFrom('sharp' as const, 'smooth' as const),
    }),
    fc.record({
      type: fc.constant('drawing' as const),
      picUniqueId: uuid,
      edition: fc.nat(),
      from: entryCount,
      entries: fc.array(drawingEntry, { minLength: 1, maxLength: 20 }),
    }),
    fc.record({ type: fc.constant('askDrawing' as const), picUniqueId: uuid, edition: fc.nat(), from: entryCount }),
    fc.record({ type: fc.constant('laser' as const), picUniqueId: uuid, x: coordinate, y: coordinate }),
    fc.record({
      type: fc.constant('media' as const),
      audio: fc.boolean(),
      video: fc.boolean(),
      screen: fc.boolean(),
    }),
    fc.record({ type: fc.constant('askSnapshot' as const), requestId: clientId }),
    fc.record({ type: fc.constant('snapshotAnswer' as const), requestId: clientId, isTaken: fc.boolean() }),
    fc.record({
      type: fc.constant('point' as const),
      of: uuid,
      at: fc.option(fc.record({ x: fraction, y: fraction })),
    }),
    fc.record({
      type: fc.constant('cameraState' as const),
      control: fc.constantFrom('none' as const, 'asked' as const, 'granted' as const, 'refused' as const),
      facing,
      canFlip: fc.boolean(),
      torch: fc.option(fc.boolean()),
      zoom: fc.option(fc.record({ min: zoom, max: zoom, step: zoom, value: zoom })),
    }),
    fc.record({ type: fc.constant('askCamera' as const) }),
    fc.record({ type: fc.constant('keyFrame' as const) }),
    fc.record({
      type: fc.constant('pictureLevel' as const),
      level: fc.constantFrom(...(['full', 'small', 'slow', 'still'] as const)),
    }),
    fc.record({ type: fc.constant('camera' as const), torch: fc.boolean(), zoom, facing }),
  );
