/** All SQL of the queue of pictures to describe, and of indexes to build. */
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { catalogues, categories, nodes, pictureDescriptions } from '../../../../db/schema';
import { isPicture, picturesOfCatalogues } from './store';

/** Fetched at once: finding the next ones reads all products. */
const BATCH = 64;

/** Claimed by no server, by this one, or by one that is gone. */
const isFree = (nodeId: string, claimedBy: typeof catalogues.claimedBy | typeof pictureDescriptions.claimedBy) =>
  sql`(${claimedBy} is null or ${claimedBy} = ${nodeId} or ${claimedBy} not in (select ${nodes.id} from ${nodes}))`;

/** A picture that a server describes. */
export interface ClaimedPicture {
  readonly fileId: string;
  readonly tries: number;
  readonly kind: 'image' | 'gallery';
  readonly ending: string;
  readonly width: number;
}

const isNone = (fileIds: ReadonlySet<string>) => sql`files.id <> all(${sql.param([...fileIds])}::uuid[])`;

/**
 * Claims pictures of products that have no description of this format, or an older one. No other server gets them while this one is alive.
 * This server describes one batch at a time: what it has claimed before is free for it.
 * @param unread pictures that are left out
 */
export async function claimPictures(
  db: Queries,
  nodeId: string,
  format: number,
  unread: ReadonlySet<string>,
): Promise<ClaimedPicture[]> {
  const claimedBy = pictureDescriptions.claimedBy;
  const { rows } = await db.execute<{ [Key in keyof ClaimedPicture]: ClaimedPicture[Key] }>(sql`
    with next as (
      select distinct files.id from ${picturesOfCatalogues}
      left join ${pictureDescriptions} on ${pictureDescriptions.fileId} = files.id
      where ${isPicture} and (${pictureDescriptions.format} is null or ${pictureDescriptions.format} < ${format})
        and ${isFree(nodeId, claimedBy)} and ${isNone(unread)}
      order by files.id limit ${BATCH}),
    claimed as (
      insert into ${pictureDescriptions} (file_id, claimed_by, tries) select id, ${nodeId}, 1 from next
      on conflict (file_id) do update set claimed_by = excluded.claimed_by, tries = ${pictureDescriptions.tries} + 1
        where ${isFree(nodeId, claimedBy)}
      returning file_id, tries)
    select files.id as "fileId", claimed.tries, files.kind, files.ending, files.width
    from claimed join content_files as files on files.id = claimed.file_id order by files.id`);
  return rows;
}

const isClaim = (nodeId: string, fileId: string) =>
  and(eq(pictureDescriptions.fileId, fileId), eq(pictureDescriptions.claimedBy, nodeId));

/** @param description null: the picture cannot be described */
export async function saveDescription(
  db: Queries,
  nodeId: string,
  fileId: string,
  { format, description }: { readonly format: number; readonly description: Buffer | null },
): Promise<void> {
  await db
    .update(pictureDescriptions)
    .set({ format, description, trials: null, claimedBy: null, tries: 0 })
    .where(isClaim(nodeId, fileId));
}

export async function saveTrials(db: Queries, fileId: string, trials: Buffer): Promise<void> {
  await db.update(pictureDescriptions).set({ trials }).where(eq(pictureDescriptions.fileId, fileId));
}

/** Gives a picture back to the queue. */
export async function retryPicture(db: Queries, nodeId: string, fileId: string): Promise<void> {
  await db.update(pictureDescriptions).set({ claimedBy: null }).where(isClaim(nodeId, fileId));
}

/** Gives pictures back to the queue as they were. */
export async function releasePictures(db: Queries, nodeId: string, fileIds: readonly string[]): Promise<void> {
  await db
    .update(pictureDescriptions)
    .set({ claimedBy: null, tries: sql`greatest(0, ${pictureDescriptions.tries} - 1)` })
    .where(and(inArray(pictureDescriptions.fileId, [...fileIds]), eq(pictureDescriptions.claimedBy, nodeId)));
}

/**
 * All catalogues, and of each the digest of its index. `isWaiting`: some of its pictures are not described yet.
 * @param unread pictures that do not count
 */
export async function findCatalogues(db: Queries, format: number, unread: ReadonlySet<string> = new Set()) {
  const { rows } = await db.execute<{ id: number; level: number; digest: string | null; isWaiting: boolean }>(sql`
    select categories.id, categories.level, catalogues.digest, exists (
        select from content_files as files join contents on contents.id = files.content_id
        left join ${pictureDescriptions} on ${pictureDescriptions.fileId} = files.id
        where ${isPicture} and (${pictureDescriptions.format} is null or ${pictureDescriptions.format} < ${format})
          and ${isNone(unread)} and categories.id = case categories.level when 1 then contents.c1 when 2 then contents.c2 else contents.c3 end
      ) as "isWaiting"
    from ${categories} left join ${catalogues} on category_id = categories.id and ${catalogues.format} = ${format}
    where model_code is not null order by categories.id`);
  return rows;
}

export type BuiltCatalogue = Omit<Awaited<ReturnType<typeof findCatalogues>>[number], 'isWaiting'>;

/** @returns false if another server is building the index */
export async function claimCatalogue(db: Queries, nodeId: string, categoryId: number): Promise<boolean> {
  const claimed = await db
    .insert(catalogues)
    .values({ categoryId, claimedBy: nodeId })
    .onConflictDoUpdate({
      target: catalogues.categoryId,
      set: { claimedBy: nodeId },
      setWhere: isFree(nodeId, catalogues.claimedBy),
    })
    .returning({ id: catalogues.categoryId });
  return claimed.length > 0;
}

type BuiltIndex = Pick<typeof catalogues.$inferInsert, 'calibration' | 'digest' | 'format' | 'index'>;

/** Stores an index, unless a newer server has stored one of its format meanwhile. */
export async function saveIndex(
  db: Queries,
  nodeId: string,
  categoryId: number,
  built: Required<BuiltIndex>,
): Promise<void> {
  await db
    .update(catalogues)
    .set({ ...built, claimedBy: null })
    .where(
      and(
        eq(catalogues.categoryId, categoryId),
        eq(catalogues.claimedBy, nodeId),
        or(isNull(catalogues.format), lt(catalogues.format, (built.format ?? 0) + 1)),
      ),
    );
}

export async function releaseCatalogue(db: Queries, nodeId: string, categoryId: number): Promise<void> {
  await db
    .update(catalogues)
    .set({ claimedBy: null })
    .where(and(eq(catalogues.categoryId, categoryId), eq(catalogues.claimedBy, nodeId)));
}
