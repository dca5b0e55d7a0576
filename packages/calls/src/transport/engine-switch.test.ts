import type { Contact } from '@earth/contracts';
import { SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { createFakeStream } from '../testing/fake-media';
import { FakeMediaServer } from '../testing/fake-media-server';
import { FakeNet } from '../testing/fake-peer-connection';
import { FakeSignalingServer } from '../testing/fake-signaling-server';
import { giulia, luca, marco, paolo, participantOf, sara } from '../testing/people';
import { settled } from '../testing/promises';
import { createEngineSwitch } from './engine-switch';

const CALL_ID = 'call-1';

function createWorld() {
  const clock = new SimulatedClock();
  const signalling = new FakeSignalingServer(() => CALL_ID);
  const media = new FakeMediaServer();
  const net = new FakeNet();
  let sessions = 0;
  /** As the server lists them. */
  let joined = 0;

  async function page({ uniqueId }: Contact) {
    const reached = new Set<string>();
    joined += 1;
    const transport = createEngineSwitch(
      {
        realtime: signalling.connect(uniqueId),
        clock: {
          now: () => clock.now(),
          setTimeout: (run, ms) => clock.setTimeout(run, ms),
          clearTimeout: (timer) => clock.clearTimeout(timer as number),
        },
        createPeerConnection: (configuration) => net.create(configuration),
        createMediaStream: createFakeStream,
        createId: () => `session-${(sessions += 1)}`,
        loadMediaServer: async () => media.client(),
      },
      {
        callId: CALL_ID,
        me: uniqueId,
        people: () => joined,
        seals: { seal: async (description) => description, check: async () => ({ trust: null, key: null }) },
        events: {
          connected: () => {},
          peerJoined: () => {},
          peerLeft: ({ contactId }) => void reached.delete(contactId),
          reachable: (contactId) => void reached.add(contactId),
          message: () => {},
          changed: () => {},
          refused: () => {},
          replaced: () => void reached.add('replaced'),
        },
      },
    );
    transport.join(participantOf([], { provider: 'livekit', url: 'wss://livekit.example' }));
    await settled();
    return { transport, reached };
  }

  async function pass(seconds: number) {
    for (let passed = 0; passed < seconds * 4; passed += 1) {
      clock.increment(250);
      await settled();
    }
  }
  return { media, page, pass };
}

const useOf = (page: { readonly transport: { mediaServer(): string } }) => page.transport.mediaServer();

test('while the media server answers, the call goes through it', async () => {
  const { page, pass } = createWorld();
  const [lucas, giulias] = [await page(luca), await page(giulia)];
  await pass(2);
  expect([useOf(lucas), useOf(giulias)]).toEqual(['used', 'used']);
  expect([...lucas.reached]).toEqual([giulia.uniqueId]);
});

test('if it answers nobody, the call goes from browser to browser', async () => {
  const { media, page, pass } = createWorld();
  media.isReachable = false;
  const [lucas, giulias] = [await page(luca), await page(giulia)];
  await pass(6);
  expect([useOf(lucas), useOf(giulias)]).toEqual(['replaced', 'replaced']);
  expect([...lucas.reached]).toEqual([giulia.uniqueId]);
  expect([...giulias.reached]).toEqual([luca.uniqueId]);
});

test('one who cannot reach it takes a few others along, and whoever joins later', async () => {
  const { media, page, pass } = createWorld();
  const [lucas, giulias] = [await page(luca), await page(giulia)];
  await pass(2);
  media.unreachableFor.add(marco.uniqueId);
  const marcos = await page(marco);
  await pass(6);
  expect([lucas, giulias, marcos].map(useOf)).toEqual(['replaced', 'replaced', 'replaced']);
  expect([...marcos.reached].toSorted()).toEqual([luca.uniqueId, giulia.uniqueId].toSorted());

  const saras = await page(sara);
  await pass(4);
  expect(useOf(saras)).toBe('replaced');
  expect([...saras.reached].toSorted()).toEqual([luca.uniqueId, giulia.uniqueId, marco.uniqueId].toSorted());
});

test('if it dies in mid-call and stays away, a few people go on from browser to browser', async () => {
  const { media, page, pass } = createWorld();
  const [lucas, giulias] = [await page(luca), await page(giulia)];
  await pass(2);
  media.isReachable = false;
  for (const { uniqueId } of [luca, giulia]) media.setConnected(uniqueId, false);
  await pass(10);
  expect([lucas, giulias].map(useOf)).toEqual(['used', 'used']);
  await pass(10);
  expect([lucas, giulias].map(useOf)).toEqual(['replaced', 'replaced']);
  expect([...lucas.reached]).toEqual([giulia.uniqueId]);
  expect([...giulias.reached]).toEqual([luca.uniqueId]);
});

test('more people than fit wait for it, and are told', async () => {
  const { media, page, pass } = createWorld();
  const people = [luca, giulia, marco, sara, paolo];
  const pages = [];
  for (const one of people) pages.push(await page(one));
  await pass(4);
  media.isReachable = false;
  for (const { uniqueId } of people) media.setConnected(uniqueId, false);
  await pass(18);
  expect(pages.map(useOf)).toEqual(people.map(() => 'away'));
  media.isReachable = true;
  await pass(5);
  expect(pages.map(useOf)).toEqual(people.map(() => 'used'));
});

test('of more people than fit, none is taken along, and the one is told', async () => {
  const { media, page, pass } = createWorld();
  const others = [await page(luca), await page(giulia), await page(marco), await page(sara)];
  await pass(2);
  media.unreachableFor.add(paolo.uniqueId);
  const paolos = await page(paolo);
  await pass(8);
  expect(others.map(useOf)).toEqual(['used', 'used', 'used', 'used']);
  expect(useOf(paolos)).toBe('away');
  expect(others[0]?.reached.has(giulia.uniqueId)).toBe(true);
});
