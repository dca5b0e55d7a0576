import type { PicturePreference } from '@earth/contracts';
import { expect, test } from 'vitest';
import { SECOND, two } from '../../testing/livekit-world';
import { giulia, marco } from '../../testing/people';
import { settled } from '../../testing/promises';

type Page = Awaited<ReturnType<typeof two>>['lucas'];

async function wishOf({ transport }: Page, prefers: PicturePreference | null) {
  transport.send({ type: 'media', audio: true, video: true, ...(prefers && { prefers }) });
  await settled();
}

test('what an operator wishes of the pictures is done by who sends them, until it is withdrawn', async () => {
  const { lucas, giulias } = await two();
  for (const prefers of ['sharp', 'smooth', null] as const) {
    await wishOf(giulias, prefers);
    expect(lucas.room.prefers).toBe(prefers);
  }
  expect(giulias.room.prefers).toBeNull();
});

test('of several wishes, sharp counts, and only for as long as who has it is there', async () => {
  const { page, pass, lucas, giulias } = await two();
  const marcos = await page(marco);
  await pass(3 * SECOND);
  await wishOf(marcos, 'sharp');
  await wishOf(giulias, 'smooth');
  expect(lucas.room.prefers).toBe('sharp');
  marcos.transport.leave();
  await settled();
  expect(lucas.room.prefers).toBe('smooth');

  // Another page of hers, which has said nothing yet.
  await page(giulia);
  await pass(3 * SECOND);
  expect(lucas.room.prefers).toBeNull();
});
