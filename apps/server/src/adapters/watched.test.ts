import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMetrics } from '../host/metrics';
import { noTrace } from '../host/trace';
import { createWatch } from '../host/watch';
import { createOutside } from './push/outside';
import type { Delivery } from './push/push-adapter';
import { watchBlobs, watchLeads, watchMail, watchOutside, watchPush } from './watched';
import { createDiskBlobs } from './blobs/disk';

const metrics = createMetrics();
const watch = createWatch(noTrace, metrics);

/** The number of calls of a system so far. */
async function countsOf(system: string): Promise<Readonly<Record<'ok' | 'failed', number>>> {
  const text = await metrics.registry.metrics();
  const count = (outcome: string) =>
    Number(
      new RegExp(`^system_call_duration_seconds_count{system="${system}",outcome="${outcome}"} (\\d+)$`, 'm').exec(
        text,
      )?.[1] ?? 0,
    );
  return { ok: count('ok'), failed: count('failed') };
}

const signal = AbortSignal.timeout(60_000);

test('mail that is not accepted has failed, and is still refused', async () => {
  const mail = watchMail(
    { send: async ({ to }) => (to === 'nobody' ? Promise.reject(new Error('No such mailbox')) : undefined) },
    watch,
  );
  await mail.send({ to: 'luca', subject: '', text: '' });
  await expect(mail.send({ to: 'nobody', subject: '', text: '' })).rejects.toThrow('No such mailbox');
  expect(await countsOf('mail')).toEqual({ ok: 1, failed: 1 });
});

test('a push has failed if the service refuses or postpones it, not if the device is gone', async () => {
  const deliveries: Delivery[] = [
    { outcome: 'accepted' },
    { outcome: 'gone' },
    { outcome: 'later', afterSeconds: 0 },
    { outcome: 'refused', why: '400' },
  ];
  const left = [...deliveries];
  const { of } = watchPush(
    { of: { web: { send: async () => left.shift() ?? { outcome: 'gone' } } }, close: () => undefined },
    watch,
  );
  const to = { address: 'https://push.example/a', p256dh: null, auth: null };
  const payload = { messageType: 'IncomingCall', messageContent: '{}', topic: 'a', expiresAt: new Date() };
  for (const delivery of deliveries) expect(await of.web?.send(to, payload, signal)).toEqual(delivery);
  expect(await countsOf('push')).toEqual({ ok: 2, failed: 2 });
});

test('a webhook and a lead have failed if they are not accepted', async () => {
  const answers = [204, 302, 500];
  const answer = (status: number) => ({ status, retryAfter: undefined, text: '' });
  const real = { ...createOutside(), post: async () => answer(answers.shift() ?? 0) };
  const outside = watchOutside(real, watch);
  for (const status of [204, 302, 500])
    expect(await outside.post('https://hooks.example', { headers: {}, body: '', signal })).toEqual(answer(status));
  expect(await countsOf('webhooks')).toEqual({ ok: 1, failed: 2 });

  const whys = [null, 'status 500'];
  const address = watchLeads({ send: async () => whys.shift() ?? null }, watch);
  for (const why of [null, 'status 500']) expect(await address.send('id', '{}', signal)).toBe(why);
  expect(await countsOf('leads')).toEqual({ ok: 1, failed: 1 });
});

test('a file that is absent is no failure, one that cannot be stored is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earth-watched-'));
  try {
    const blobs = watchBlobs(createDiskBlobs(folder), watch);
    expect(await blobs.read('calls/a/b.jpg')).toBeNull();
    // A file where a folder is needed.
    await writeFile(join(folder, 'rooms'), '');
    await expect(blobs.write('rooms/a/b.jpg', Buffer.from('bytes'))).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(await countsOf('files')).toEqual({ ok: 1, failed: 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
});
