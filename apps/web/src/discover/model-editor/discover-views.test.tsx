/** The editor of a model: its views and contents (D2.66), for those who may edit it (D1.7, D2.67). */
import { ContentView, contentItem, encode, type ModelView, modelView, type RoleCode } from '@earth/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api, session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { giveConfig } from '../../testing/config';
import { testItem } from '../../testing/contents';
import { testId, testProfile } from '../../testing/people';
import { forgetContents, given, serve, several, showPages } from '../../testing/visitor';
import { EditButton } from '../menu';
import { DiscoverView, DiscoverViews } from '.';

const modelId = testId();
const profile = testProfile({}, 'OPERATOR');
const model = testItem({ id: 7, extlId: modelId, ctnView: ContentView.model, ownerId: profile.company.id });
const part = testItem({
  id: 8,
  title: 'The diadem',
  descr: 'A band of gold',
  ctnView: ContentView.keypoint,
  groupId: 7,
});
const viewOf = (change: Partial<ModelView> = {}): ModelView => ({
  uniqueId: testId(),
  id: 1,
  modelUniqueId: modelId,
  maskVersion: 0,
  state: 'processed',
  rating: 4,
  reason: 'uneven',
  keyPointsCount: 2,
  imageUrl: '/media/view',
  width: 640,
  height: 480,
  ...change,
});

let views: ModelView[];
let parts: (typeof part)[];
let asked: readonly string[];

const signIn = (role: RoleCode = 'OPERATOR', company = profile.company) =>
  session.store.setState({ status: 'signedIn', profile: testProfile({ company }, role) }, true);

beforeEach(() => {
  setLanguage('en');
  giveConfig({});
  vi.spyOn(api, 'countEvents').mockResolvedValue(null);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  signIn();
  views = [viewOf()];
  parts = [part];
  // They need a token, which nobody has here.
  vi.spyOn(api, 'processModel').mockResolvedValue([viewOf()]);
  vi.spyOn(api, 'deleteContent').mockImplementation(async ({ contentId }) => {
    parts = parts.filter(({ content }) => content.id !== contentId);
    return null;
  });
  asked = serve((call) => {
    if (call.includes('modelviews')) return given(views.map((view) => encode(modelView, view)));
    if (call.includes('groupId')) return several(...parts);
    return given(encode(contentItem, model));
  });
});
afterEach(() => {
  forgetContents();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const Page = () => (
  <main>
    <DiscoverViews />
  </main>
);
const show = (tab = '') => showPages({ '/discover-views': Page }, `/discover-views?m=7${tab}`);
const process = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Process' }));
};

test('D1.7, D2.66: a view has its rating in words, why it is not better, and its points once its picture is there', async () => {
  show();
  expect(await screen.findByRole('img', { name: 'Rated 4 of 5' })).toBeTruthy();
  expect(screen.getByText('Its details are all in one area')).toBeTruthy();
  expect(screen.queryByText('2 points')).toBeNull();
  const picture = document.querySelector('img[src="/media/view"]');
  if (picture) fireEvent.load(picture);
  expect(screen.getByText('2 points')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'New content' })).toBeNull();
});

test('D2.66: the contents have an add button, and one is deleted after a question', async () => {
  show('&tab=contents');
  expect((await screen.findByRole('link', { name: 'The diadem' })).getAttribute('href')).toContain('m=7&c=8');
  expect(screen.getByRole('link', { name: 'New content' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Delete The diadem' }));
  expect(screen.getByRole('dialog', { name: 'Do you want to delete this content?' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('no contents')).toBeTruthy();
});

test('D2.66: an empty tab says so', async () => {
  views = [];
  show();
  expect(await screen.findByText('no contents')).toBeTruthy();
});

test('D2.66, D8.10: a processing ends with its message: success', async () => {
  show();
  await process();
  expect(await screen.findByText('Model processing success')).toBeTruthy();
});

test('D2.66, D8.10: a processing ends with its message: failure', async () => {
  vi.spyOn(api, 'processModel').mockRejectedValue(new ApiError({ code: 404, error: 'notFound', message: 'Not found' }));
  show();
  await process();
  expect(await screen.findByText('Failed to process the model: Not found')).toBeTruthy();
});

test.each([
  ['Discover_model_editor', () => show()],
  [
    'Discover_view_detail',
    () => showPages({ '/discover-view-detail': DiscoverView }, '/discover-view-detail?m=7&view=none'),
  ],
] as const)('D2.32: counts as %s', async (name, open) => {
  const count = vi.spyOn(api, 'countEvents').mockResolvedValue(null);
  open();
  await screen.findByText(name === 'Discover_view_detail' ? 'Page not found' : 'Views');
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  expect(JSON.stringify(count.mock.calls)).toContain(name);
});

test.each([
  ['a helper of the company', () => signIn('ASSISTED')],
  ['an operator of another company', () => signIn('OPERATOR', { ...profile.company, id: testId() })],
] as const)('D1.7, D2.67: %s finds no editor and sees no pencil', async (_who, enter) => {
  enter();
  show();
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  expect(await screen.findByRole('link', { name: 'Go to the home page' })).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  forgetContents();
  const Card = () => (
    <>
      <p>The card</p>
      <EditButton item={model} />
    </>
  );
  showPages({ '/card': Card }, '/card');
  await screen.findByText('The card');
  expect(screen.queryByRole('link')).toBeNull();
});

test('D2.67: operators have a pencil that opens the editor', async () => {
  showPages({ '/card': () => <EditButton item={model} />, '/discover-views': Page }, '/card');
  const pencil = await screen.findByRole('link', { name: 'Edit Head of a ruler' });
  expect(pencil.getAttribute('href')).toBe('/discover-views?m=7');
});
