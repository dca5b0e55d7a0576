/**
 * Peer messages on the data channel (A4.25 to A4.28): each of them as it is heard on the wire, and what it does.
 * Luca calls Giulia, who is a controller.
 */
import type { PeerMessage } from '@earth/contracts';
import { expect, test } from 'vitest';
import { chatOf, createCallWorld, hostileSay, snapshotsOf } from '../testing/call-world';
import { keysOf } from '../testing/fake-cipher';
import { giulia, luca } from '../testing/people';
import { settled } from '../testing/promises';

type Heard = { type: PeerMessage['type'] } & Record<string, unknown>;

/** The two in a call, and the messages that Luca has received, including the first. */
async function listening() {
  const world = createCallWorld();
  const [caller, callee] = [world.page(luca), world.page(giulia)];
  await world.ring(caller, callee);
  const heard: Heard[] = [];
  world.net.connections[0]?.channel?.addEventListener('message', (event) =>
    heard.push(JSON.parse((event as MessageEvent<string>).data) as Heard),
  );
  callee.session.accept();
  await settled();
  await settled();
  const heardOf = (type: Heard['type']) => heard.filter((message) => message.type === type);
  return { ...world, world, caller, callee, heard, heardOf };
}

test('A4.25: participant comes first, and a key that differs from the server’s is never used', async () => {
  const { world, caller, server, heard } = await listening();
  const contact = { UniqueId: giulia.uniqueId, PublicKey: giulia.publicKey };
  expect(heard[0]).toEqual({ type: 'participant', contact });
  server.asked.length = 0;
  await hostileSay(world, { type: 'participant', contact: { uniqueId: giulia.uniqueId, publicKey: 'another key' } });
  expect(server.asked).toEqual(['Luca listParticipants']);
  caller.session.sendMessage('Hello');
  await settled();
  expect(keysOf(server.messages[0]?.message)).not.toContain('another key');
});

test('A4.26: msg is shown before the server has the message', async () => {
  const { caller, callee, server, heardOf } = await listening();
  const release = server.hold('sendCallMessage', 'asked');
  callee.session.sendMessage('Close valve 2');
  await settled();
  await settled();
  expect(server.messages).toEqual([]);
  expect(heardOf('msg')).toHaveLength(1);
  expect(chatOf(caller).map((line) => line.split(' (')[0])).toEqual(['Giulia: Close valve 2']);
  release();
  await settled();
  await settled();
  expect(chatOf(caller)).toEqual(['Giulia: Close valve 2 (sent)']);
});

test('A4.27: pic is sent first and when a snapshot is stored; an unknown snapshot is requested from the server', async () => {
  const { caller, callee, server, heardOf } = await listening();
  expect(heardOf('pic')).toEqual([{ type: 'pic', pics: [] }]);
  // The server's push is lost.
  caller.socket.isDead = true;
  callee.session.takeSnapshot(null);
  await settled();
  await settled();
  const [stored] = server.pics;
  expect(heardOf('pic').at(-1)).toMatchObject({ pics: [{ UniqueId: stored?.uniqueId }] });
  expect(snapshotsOf(caller)).toEqual(['1 ready']);
});

test('A4.28: update_video_screen_state, onPicSelected and askSelectedPic carry mode, snapshot and the request of a newcomer', async () => {
  const { caller, callee, server, net, page, heardOf } = await listening();
  for (const _ of ['one', 'two']) {
    callee.session.takeSnapshot(null);
    await settled();
    await settled();
  }
  const [one, two] = server.pics.map(({ uniqueId }) => uniqueId);
  const selected = () => caller.view('inCall').selectedPicId;
  callee.session.selectPic(one ?? '');
  await settled();
  const type = 'update_video_screen_state';
  expect(heardOf(type)).toEqual([{ type, state: 'GUIMODE_ANNOTATIONS', picUniqueId: one }]);
  expect(selected()).toBe(one);
  callee.session.selectPic(two ?? '');
  await settled();
  expect(heardOf('onPicSelected').at(-1)).toEqual({ type: 'onPicSelected', picUniqueId: two });
  expect(selected()).toBe(two);

  const asked: unknown[] = [];
  const reloaded = page(luca, { kept: caller.vanish() });
  await reloaded.session.resume();
  net.connections
    .at(-1)
    ?.channel?.addEventListener('message', (event) => asked.push((event as MessageEvent<string>).data));
  await settled();
  await settled();
  expect(asked).toContain(JSON.stringify({ type: 'askSelectedPic' }));
  expect(reloaded.view('inCall').selectedPicId).toBe(two);
});
