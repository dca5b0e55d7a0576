import { readFile } from 'node:fs/promises';
import { inspect } from '../world/inspect';
import { bytesOf } from '../world/media';
import { downloadBy, meetInCall, shownSnapshotOf, stageOf, takeSnapshot, tilesOf } from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

test('a snapshot is downloaded as shown, deleted for everyone after a confirmation, and kept until it could be stored', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);
  await takeSnapshot(giulia);
  await tilesOf(giulia).first().click();
  await expect(shownSnapshotOf(luca)).toBeVisible();
  await expectOnTop(stageOf(luca));

  await luca.page.getByRole('button', { name: 'More' }).click();
  await inspect(luca.page);
  const saved = await downloadBy(luca.page.getByRole('button', { name: 'Download the snapshot' }));
  expect(saved.suggestedFilename()).toMatch(/^Earth-snapshot-\d{4}-\d\d-\d\d-1\.jpg$/);
  expect(await readFile(await saved.path())).toEqual(await bytesOf(shownSnapshotOf(giulia)));

  const ask = () => giulia.page.getByRole('button', { name: 'Delete the snapshot' }).click();
  const question = giulia.page.getByRole('dialog', { name: 'Delete snapshot 1?' });
  await ask();
  await expectOnTop(question);
  await inspect(giulia.page);
  // The inspection switched to a phone's layout and back, which closed the question.
  await ask();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();

  for (const one of [giulia, luca]) {
    await expect(tilesOf(one)).toHaveCount(0);
    await expect(stageOf(one)).toHaveAttribute('data-mode', 'live');
  }

  let refused = 0;
  await luca.page.route('**/services/calls/*/pics', (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.fallback();
    refused += 1;
    return route.fulfill({ status: 500, body: '{}' });
  });

  await luca.page.getByRole('button', { name: 'Take a snapshot' }).click();
  await expect(tilesOf(luca).first()).toHaveAttribute('data-state', 'failed');
  await inspect(luca.page);
  await tilesOf(luca).first().click();

  for (const one of [luca, giulia]) await expect(tilesOf(one).first()).toHaveAttribute('data-state', 'ready');
});
