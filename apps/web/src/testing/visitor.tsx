/** Renders Discover pages with a fake server. */
import { type ContentItem, contentList, encode, errorOf } from '@earth/contracts';
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { createAppRouter } from '../app/router';
import { Toaster } from '../ui/feedback/Toaster';
import { PresentScope } from './scope';
import { QueryClientProvider } from '@tanstack/react-query';
import { contentsClient } from '../discover/lists/model/contents-client';

/**
 * Unmounts what is shown, and then forgets all contents. In the other order a page that is still mounted requests them again, and the next
 * test gets the answer.
 */
export function forgetContents() {
  cleanup();
  contentsClient.clear();
}

export const given = (data: unknown) => Response.json({ result: { success: true, code: 200, message: '' }, data });
export const several = (...items: ContentItem[]) => given(encode(contentList, { items, total: items.length }));

export function refused(name: 'notFound' | 'internal' | 'notSignedIn') {
  const [code, message] = errorOf(name);
  return Response.json({ result: { success: false, code, message }, data: { error: name } }, { status: code });
}

type Answer = Response | null;

/**
 * @param answer the response to `GET /path?query body`; null: no answer
 * @returns the calls, in order
 */
export function serve(answer: (call: string) => Answer | Promise<Answer>): readonly string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const sent = body ? await new Response(body).text() : '';
    const call = `${method} ${url} ${sent}`.trim();
    asked.push(call);
    const answered = await answer(call);
    if (answered) return answered;
    throw new TypeError('Failed to fetch');
  });
  return asked;
}

/** Gives elements a size, so that a virtualized list shows eight items. */
export function giveHeights() {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
}

function showRouter(router: AnyRouter) {
  render(
    <>
      <PresentScope>
        <QueryClientProvider client={contentsClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </PresentScope>
      <Toaster />
    </>,
  );
}

/** Renders these pages at an address. */
export function showPages(pages: Readonly<Record<string, () => ReactNode>>, address: string) {
  const root = createRootRoute({ component: Outlet });
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  showRouter(router);
  return router;
}

/** Renders the app at an address. */
export function showApp(address: string) {
  const router = createAppRouter();
  router.update({ history: createMemoryHistory({ initialEntries: [address] }) } as never);
  showRouter(router);
  return router;
}
