/** Signed descriptions: a server that puts itself between two pages is found out, and the people are told. */
import { LINK_RETRY_MS } from '@earth/contracts';
import { describe, expect, test } from 'vitest';
import { REJOIN_GRACE_MS } from '../machine/call-machine-types';
import type { TestPage } from '../testing/call-world';
import { createCallWorld } from '../testing/call-world';
import type { SignalFrame } from '../testing/fake-signaling-server';
import { giulia, luca, marco } from '../testing/people';
import { settled } from '../testing/promises';

/** The link of a page to the only other person. */
const linkOf = (page: TestPage) => {
  const [person] = page.view('inCall').people;
  return { link: person?.link, trust: person?.trust };
};

const sessionOf = (page: TestPage) => page.socket.sent.findLast((frame) => frame.type === 'join')?.session ?? '';

const withDescription = (
  frame: SignalFrame,
  change: (description: NonNullable<SignalFrame['description']>) => SignalFrame['description'],
): SignalFrame => (frame.description ? { ...frame, description: change(frame.description) } : frame);

/** The fake connection ignores the fingerprint; a real one would connect to the server. */
const withFingerprint = (frame: SignalFrame) =>
  withDescription(frame, ({ sdp = '{}', ...rest }) => ({
    ...rest,
    sdp: JSON.stringify({ ...JSON.parse(sdp), fingerprint: 'of the server' }),
  }));

const withoutSeal = (frame: SignalFrame) => withDescription(frame, ({ seal: _, ...rest }) => rest);

/** Breaks the link, and lets it be restarted. */
async function restart({ net, pass }: ReturnType<typeof createCallWorld>) {
  net.cut('failed');
  net.heal();
  await pass(6_000);
}

test('both pages sign: each says so of the other', async () => {
  const { talk } = createCallWorld();
  const { caller, callee } = await talk();
  for (const page of [caller, callee]) expect(linkOf(page)).toEqual({ link: 'good', trust: 'signed' });
});

describe('a server that', () => {
  test.each(['offer', 'answer'])(
    'swaps the fingerprint of the %s gets no link, and the receiver is told',
    async (type) => {
      const { server, talk, pass } = createCallWorld();
      const forges = (frame: SignalFrame) => frame.description?.type === type;
      server.signaling.alter = (frame) => (forges(frame) ? withFingerprint(frame) : frame);
      const { caller, callee } = await talk();
      const views = [caller, callee].map(linkOf);
      expect(views).toContainEqual({ link: 'connecting', trust: 'forged' });
      await pass(LINK_RETRY_MS + REJOIN_GRACE_MS);
      const ends = [caller, callee].map((page) => page.view('closed'));
      expect(ends).toContainEqual(expect.objectContaining({ reason: 'failed', isForged: true }));
      // Nobody is told that a network is the reason.
      for (const end of ends) expect(end.isBlocked).toBe(false);
    },
  );

  test('stops swapping it: the link is made', async () => {
    const { server, talk, pass } = createCallWorld();
    server.signaling.alter = withFingerprint;
    const { caller, callee } = await talk();
    server.signaling.alter = (frame) => frame;
    await pass(6_000);
    for (const page of [caller, callee]) expect(linkOf(page)).toEqual({ link: 'good', trust: 'signed' });
  });

  test('swaps it during the call changes nothing about the link', async () => {
    const world = createCallWorld();
    const { caller, callee } = await world.talk();
    world.server.signaling.alter = withFingerprint;
    await restart(world);
    expect([caller, callee].map((page) => linkOf(page).trust)).toContain('forged');
    expect([caller, callee].map((page) => linkOf(page).link)).not.toContain('good');
  });

  test('removes the signatures is reported: sound and picture are not verified', async () => {
    const { server, talk } = createCallWorld();
    server.signaling.alter = withoutSeal;
    const { caller, callee } = await talk();
    for (const page of [caller, callee]) expect(linkOf(page)).toEqual({ link: 'good', trust: 'unsigned' });
  });

  test('removes them of a page that has signed before gets nothing', async () => {
    const world = createCallWorld();
    const { caller, callee } = await world.talk();
    world.server.signaling.alter = withoutSeal;
    await restart(world);
    expect([caller, callee].map((page) => linkOf(page).trust)).toContain('forged');
    expect([caller, callee].map((page) => linkOf(page).link)).not.toContain('good');
  });

  test('removes the signature of an answer cannot make up for it by passing on the true one later', async () => {
    const { server, talk } = createCallWorld();
    const held: SignalFrame[] = [];
    server.signaling.alter = (frame) => {
      if (frame.description?.type !== 'answer') return frame;
      held.push(frame);
      return withoutSeal(frame);
    };
    const { caller } = await talk();
    expect(linkOf(caller)).toEqual({ link: 'good', trust: 'unsigned' });
    for (const { to: _, ...frame } of held) caller.socket.deliver({ ...frame, from: giulia.uniqueId });
    await settled();
    expect(held).not.toEqual([]);
    expect(linkOf(caller)).toEqual({ link: 'good', trust: 'unsigned' });
  });

  test('invents a page of a person, with what the person has signed for the true one, gets nothing', async () => {
    const { server, talk } = createCallWorld();
    const answers: SignalFrame[] = [];
    server.signaling.alter = (frame) => {
      if (frame.description?.type === 'answer') answers.push(frame);
      return frame;
    };
    const { caller } = await talk();
    const callUniqueId = server.callId;
    const session = 'invented-session';
    caller.socket.deliver({ type: 'peerJoined', callUniqueId, contactUniqueId: giulia.uniqueId, session });
    await settled();
    expect(linkOf(caller)).toEqual({ link: 'connecting', trust: null });
    for (const { to: _, ...frame } of answers) caller.socket.deliver({ ...frame, from: giulia.uniqueId, session });
    await settled();
    expect(linkOf(caller)).toEqual({ link: 'connecting', trust: 'forged' });
  });

  test('connects somebody whom it does not list gets no answer', async () => {
    const { server, talk } = createCallWorld();
    const { caller, callee } = await talk();
    const offers = callee.socket.sent.concat(caller.socket.sent).filter((frame) => frame.type === 'signal');
    const offer = offers.find(({ description }) => description?.type === 'offer');
    caller.socket.deliver({
      type: 'signal',
      callUniqueId: server.callId,
      from: marco.uniqueId,
      session: 'session-of-marco',
      toSession: sessionOf(caller),
      description: { type: 'offer', sdp: offer?.description?.sdp ?? '' },
    });
    await settled();
    const toMarco = caller.socket.sent.filter((frame) => frame.type === 'signal' && frame.to === marco.uniqueId);
    expect(toMarco).toEqual([]);
  });

  test('names another key for a moment is found out by the key that the call shows', async () => {
    const { server, page, talk, pass } = createCallWorld();
    const [caller, callee] = [page(luca), page({ ...giulia, publicKey: 'key of the server' })];
    server.signaling.passes = () => false;
    await talk(caller, callee);
    server.setKey(giulia, 'key of the server');
    server.signaling.passes = () => true;
    await pass(15_000);
    expect(caller.view('inCall').people).toMatchObject([
      { trust: 'signed', contact: { publicKey: 'key of the server' } },
    ]);
    // Back to the true key: the link is not that of the person who is shown.
    server.setKey(giulia, giulia.publicKey);
    caller.socket.close();
    caller.socket.open();
    await settled();
    expect(caller.view('inCall').people).toMatchObject([
      { trust: 'unsigned', contact: { publicKey: giulia.publicKey } },
    ]);
  });

  test('names another key than the person signs with gets no link', async () => {
    const { page, talk } = createCallWorld();
    const [caller, callee] = [page(luca), page({ ...giulia, publicKey: 'true key of Giulia' })];
    await talk(caller, callee);
    expect(linkOf(caller)).toEqual({ link: 'connecting', trust: 'forged' });
  });
});

test('new keys since the list was fetched: the server is asked once more', async () => {
  const { server, page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page({ ...giulia, publicKey: 'new key of Giulia' })];
  await ring(caller, callee);
  server.setKey(giulia, 'new key of Giulia');
  callee.session.accept();
  await settled();
  expect(linkOf(caller)).toEqual({ link: 'good', trust: 'signed' });
});

test('a device that can neither sign nor check: both say so, and the call is made', async () => {
  const { page, talk } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  caller.canSign = false;
  await talk(caller, callee);
  for (const one of [caller, callee]) expect(linkOf(one)).toEqual({ link: 'good', trust: 'unsigned' });
});

test('without encryption nothing is signed or checked', async () => {
  const { server, talk } = createCallWorld({ cryptoSchema: 0 });
  server.signaling.alter = withFingerprint;
  const { caller, callee } = await talk();
  for (const page of [caller, callee]) expect(linkOf(page)).toEqual({ link: 'good', trust: null });
  expect(caller.socket.sent.some((frame) => frame.type === 'signal' && frame.description?.seal)).toBe(false);
});

test('a hang-up while a description is checked leaves no connection behind', async () => {
  const { net, server, page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page({ ...giulia, publicKey: 'new key of Giulia' })];
  await ring(caller, callee);
  const release = server.hold('listParticipants', 'asked');
  callee.session.accept();
  await settled();
  caller.session.hangUp();
  release();
  await settled();
  expect(net.open()).toEqual([]);
});

test('wrong signatures again and again: the server is asked at most once in ten seconds', async () => {
  const { server, page, talk } = createCallWorld();
  const [caller, callee] = [page(luca), page({ ...giulia, publicKey: 'another key' })];
  await talk(caller, callee);
  const count = () => server.asked.filter((request) => request === 'Luca listParticipants').length;
  const before = count();
  for (let sent = 0; sent < 50; sent += 1) {
    caller.socket.deliver({
      type: 'signal',
      callUniqueId: server.callId,
      from: giulia.uniqueId,
      session: sessionOf(callee),
      toSession: sessionOf(caller),
      description: { type: 'answer', sdp: '{}', seal: 'wrong' },
    });
    await settled();
  }
  expect(count() - before).toBeLessThanOrEqual(1);
});
