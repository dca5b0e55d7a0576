/** A page is lost in a call, without hanging up: its person comes back in another one. */
import type { Page } from '@playwright/test';
import { expectOnTop } from '../world/on-top';
import type { Person } from '../world/person';
import { expectToSeeEachOther, hangUp, meetInCall, messagesOf, write } from '../world/steps';
import { expect, test } from '../world/test';

/** The page dies as in a crash: it cannot tell the server. @returns its person on a new page of the same browser */
async function crash(person: Person): Promise<Person> {
  const context = person.page.context();
  const devtools = await context.newCDPSession(person.page);
  const crashed = person.page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => {});
  await crashed;
  const page: Page = await context.newPage();
  await page.goto('/');
  return { ...person, page };
}

const offerOf = ({ page }: Person, name: string) =>
  page.getByRole('region', { name: `Your call with ${name} is still running` });

for (const who of ['field user', 'operator'] as const)
  test(`the ${who}’s page crashes in a call: the home page offers the call, and both see and read each other again`, async ({
    person,
  }) => {
    const { giulia, luca } = await meetInCall(person);
    await write(luca, 'Written before');
    await expect(await messagesOf(giulia)).toContainText(['Written before']);
    const [lost, other] = who === 'operator' ? [giulia, luca] : [luca, giulia];

    const back = await crash(lost);
    await offerOf(back, other.name).getByRole('button', { name: 'Rejoin' }).click();

    await expectToSeeEachOther(back, other);
    await expect(await messagesOf(back)).toContainText(['Written before']);
    await write(back, 'Written after');
    await expect(await messagesOf(other)).toContainText(['Written before', 'Written after']);
    await hangUp(back);
    await expectOnTop(other.page.getByRole('button', { name: 'Done' }));
  });

test('a call that was left by a crash can be ended from the home page', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);

  const back = await crash(luca);
  await offerOf(back, giulia.name).getByRole('button', { name: 'End it' }).click();

  await expect(offerOf(back, giulia.name)).toBeHidden();
  await expectOnTop(giulia.page.getByRole('button', { name: 'Done' }));
});

test('the call ends before its person decides: the offer goes, and a message says why', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);

  const back = await crash(luca);
  await expect(offerOf(back, giulia.name)).toBeVisible();
  await hangUp(giulia);

  await expect(back.page.getByText('The call that you left is over.')).toBeVisible();
  await expect(offerOf(back, giulia.name)).toBeHidden();
});
