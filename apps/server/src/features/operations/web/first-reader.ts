/** The first view of a URL of the web app, as far as it is public. */
import {
  type Brand,
  contentLanguage,
  ContentView,
  contentId,
  decode,
  type MenuItem,
  PAGE_SIZE,
} from '@earth/contracts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context';
import { createLists, findPublicContent, getMenu, listContents } from '../../discover/contents';
import { contentView, type FirstView, listView, startView } from './first-view';
import type { PageKind } from './page';
import { previewOf } from './preview';

/** Both URLs of a content are the same page. */
const CONTENT = /^\/(?:requested-)?content-detail\/([^/]+)\/?$/;
const START = '/earth';
const LIST = '/content-list/';
/** Pages of Assist: only the device knows their user. */
const ASSIST = /^\/($|(login|invitation|guest|people|rooms|calls|settings|profilo)(\/|$))/;

interface First {
  readonly kind: PageKind;
  readonly view: FirstView | null;
  /** For a content: replaces the title. */
  readonly head?: string;
}

type Entry = Omit<MenuItem, 'items'> & { readonly items: readonly Entry[] };

function findEntry(entries: readonly Entry[], id: number): Entry | undefined {
  for (const entry of entries) {
    const found = entry.id === id ? entry : findEntry(entry.items, id);
    if (found) return found;
  }
  return undefined;
}

export function createFirstReader(context: Context) {
  const { settings } = context;
  const lists = createLists();

  async function readContent(
    id: string,
    language: string,
    { here, isPart, brand }: { readonly here: string; readonly isPart: boolean; readonly brand: Brand },
  ): Promise<First> {
    const number = decode(contentId, id, 'text');
    const item = number.success ? await findPublicContent(context, number.data, contentLanguage(language)) : null;
    if (!item) return { kind: 'detail', view: null };
    const head = previewOf(item, { origin: settings.publicUrl ?? here, title: brand.title });
    // The app has no page for a scene without markers, and says so.
    const isShown = !isPart && item.content.ctnView !== ContentView.markerless;
    return { kind: 'detail', view: isShown ? contentView(brand, item, language) : null, head };
  }

  /** The first page of a list as the app requests it. */
  async function readList(id: number, language: string, brand: Brand): Promise<FirstView | null> {
    const l = contentLanguage(language);
    const entry = findEntry(await getMenu(context, null, l), id);
    if (!entry) return null;
    const category = { [`c${entry.catIndex}`]: [id] };
    const list = await listContents(context, lists, null, { l, ac: 1, page: 1, pageSize: PAGE_SIZE, ...category });
    return list.total === 0 ? null : listView(brand, { entry, ...list }, language);
  }

  async function read(request: FastifyRequest, language: string, brand: Brand): Promise<First> {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const [, id] = CONTENT.exec(pathname) ?? [];
    if (id !== undefined)
      return await readContent(id, language, {
        here: `${request.protocol}://${request.host}`,
        isPart: searchParams.has('tab'),
        brand,
      });
    if (ASSIST.test(pathname)) return { kind: 'app', view: null };
    // Search terms and open parts are handled by the app.
    if (pathname === START && searchParams.size === 0)
      return {
        kind: 'discover',
        view: startView(brand, await getMenu(context, null, contentLanguage(language)), language),
      };
    const cid = Number(searchParams.get('cid'));
    const isList = pathname === LIST && searchParams.size === 1 && Number.isSafeInteger(cid) && cid > 0;
    return { kind: 'discover', view: isList ? await readList(cid, language, brand) : null };
  }

  /** @param brand as the site has it now */
  return async (request: FastifyRequest, language: string, brand: Brand): Promise<First> => {
    if (brand.loginRequired) return { kind: 'app', view: null };
    try {
      return await read(request, language, brand);
    } catch (error) {
      // The page itself needs no database, and shows what it can do without one.
      request.log.warn(error, 'The first view of a page could not be rendered');
      return { kind: 'app', view: null };
    }
  };
}
