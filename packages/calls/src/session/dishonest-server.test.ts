/** Signed descriptions: a server that puts itself between two pages is found out, and the people are told. */
import { LINK_RETRY_MS } from '@earth/contracts';
import { describe, expect, test } from 'vitest';
import { REJOIN_GRACE_MS } from '../machine/call-machine-types';
import type { TestPage } from '../testing/call-world';
import { createCallWorld } from '../testing/call-world';
import type { SignalFrame } from '../testing/fake-signaling-server';
import { giulia, luca } from '../testing/people';
import { settled } from '../testing/promises';

/** The link of a page to the only other person. */
const linkOf = (page: TestPage) => {
  const [person] = page.view('inCall').people;
  return { link: person?.link, trust: person?.trust };
};

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
      expect(ends).toContainEqual(expect.objectContaining({ reason: 'failed', isForged: true, isBlocked: false }));
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

  test('passes a description to another page than the one it was signed for gets nothing', async () => {
    const { server, talk } = createCallWorld();
    server.signaling.alter = (frame) => (frame.description ? { ...frame, session: `${frame.session}0` } : frame);
    const { caller, callee } = await talk();
    expect([caller, callee].map((page) => linkOf(page).link)).toEqual(['connecting', 'connecting']);
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

test('the user refuses the changed keys of a person: they get neither sound nor picture', async () => {
  const { page, talk } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  callee.findReaders = async (_, recipients) => recipients.filter(({ uniqueId }) => uniqueId !== luca.uniqueId);
  await talk(caller, callee);
  for (const one of [caller, callee]) expect(linkOf(one).link).toBe('connecting');
});

test('a device that cannot sign: the other says so, and the call is made', async () => {
  const { page, talk } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  caller.canSign = false;
  await talk(caller, callee);
  expect(linkOf(callee)).toEqual({ link: 'good', trust: 'unsigned' });
  expect(linkOf(caller)).toEqual({ link: 'good', trust: 'signed' });
});

test('without encryption nothing is signed or checked', async () => {
  const { server, talk } = createCallWorld({ cryptoSchema: 0 });
  server.signaling.alter = withFingerprint;
  const { caller, callee } = await talk();
  for (const page of [caller, callee]) expect(linkOf(page)).toEqual({ link: 'good', trust: null });
  expect(caller.socket.sent.some((frame) => frame.type === 'signal' && frame.description?.seal)).toBe(false);
});
