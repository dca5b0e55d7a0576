/**
 * Measures the files of each company a few times a day. The blobs are what is measured, and not what was once written down about them:
 * nothing that writes or deletes files has to keep a sum.
 */
import { romeDay } from '@earth/contracts';
import { createBackground } from '../../../async/background';
import { createPoller } from '../../../async/poller';
import { measureFolders } from '../../../adapters/blobs/blobs';
import { siteCompanyOf } from '../../../config/settings';
import type { Context } from '../../../context';
import { sizeOfAsset } from '../../assets';
import * as store from './store';

const EVERY_MS = 6 * 3600_000;
/** Folders whose owners are looked up together. */
const BATCH = 500;
const blobKinds = ['contents', 'calls', 'rooms'] as const satisfies readonly store.BlobKind[];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Sums = Map<string, Record<store.StoredKind, number>>;
type Folder = readonly [id: string, bytes: number];

export interface Measurer {
  /** Measures now, unless any server did so lately, and from time to time. */
  start(): void;
  /** Resolves when nothing is being measured. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function createMeasurer(context: Context): Measurer {
  const { blobs, clock, db, log, settings } = context;
  const background = createBackground(log);
  const stopping = new AbortController();
  const poller = createPoller(clock, background, poll);

  async function poll(): Promise<Date | null> {
    const now = clock.now();
    const last = await store.findLastMeasured(db);
    const due = last === null ? now : new Date(last.getTime() + EVERY_MS);
    if (due > now) return due;
    const sums = await measure();
    if (sums === null) return null;
    const rows = [...sums].map(([companyId, bytes]) => ({ companyId, day: romeDay(now), measuredAt: now, ...bytes }));
    await store.saveStorage(db, rows);
    return new Date(now.getTime() + EVERY_MS);
  }

  /** @returns null if the server stops meanwhile */
  async function measure(): Promise<Sums | null> {
    const none = { contents: 0, calls: 0, rooms: 0, photographs: 0 };
    const sums: Sums = new Map((await store.findCompanies(db)).map((id) => [id, { ...none }]));
    for (const kind of blobKinds) {
      const batch: Folder[] = [];
      for await (const { name, bytes } of measureFolders(blobs, kind)) {
        if (stopping.signal.aborted) return null;
        if (UUID.test(name)) batch.push([name, bytes]);
        if (batch.length === BATCH) await add(sums, kind, batch.splice(0));
      }
      await add(sums, kind, batch);
    }
    for (const { companyId, url } of await store.findAssets(db, siteCompanyOf(settings))) {
      if (stopping.signal.aborted) return null;
      addTo(sums, companyId, 'contents', await sizeOfAsset(context, url));
    }
    for (const { companyId, bytes } of await store.sumPhotographs(db)) addTo(sums, companyId, 'photographs', bytes);
    return sums;
  }

  async function add(sums: Sums, kind: store.BlobKind, folders: readonly Folder[]): Promise<void> {
    if (folders.length === 0) return;
    const ids = folders.map(([id]) => id);
    const owners = await store.findOwners(db, kind, ids);
    for (const [id, bytes] of folders) addTo(sums, owners.get(id), kind, bytes);
  }

  return {
    start: poller.start,
    idle: () => background.idle(),
    async stop() {
      poller.stop();
      stopping.abort();
      await background.idle();
    },
  };
}

function addTo(sums: Sums, companyId: string | null | undefined, kind: store.StoredKind, bytes: number): void {
  const sum = sums.get(companyId ?? '');
  if (sum) sum[kind] += bytes;
}
