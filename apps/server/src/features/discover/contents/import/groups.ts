/** Parts and their wholes, as they will stand: the same rules as of the calls, for all rows of an import at once. */
import type { Visibility } from '@earth/contracts';
import type { Queries } from '../../../../db/database';
import type { columnsOf } from '../writing';
import type { Problem } from './check';
import type { PreparedRow } from './files';
import { findGroups, type KnownByKey } from './store';

/** Its id; of what is new, its key. */
type Node = number | string;

interface Standing {
  readonly group: Node | null;
  readonly visibility: Visibility;
  readonly customerId: string | null;
}

interface Given {
  readonly db: Queries;
  readonly companyId: string;
  readonly known: KnownByKey;
  /** All of the file, and those of them that will be written. */
  readonly all: readonly PreparedRow[];
  readonly rows: readonly PreparedRow[];
  /** What they say of who sees them, by their keys. */
  readonly columns: ReadonlyMap<string, Awaited<ReturnType<typeof columnsOf>>>;
  readonly found: (problem: Problem) => void;
}

/**
 * What is a part has no parts of its own, and is seen by whoever sees the whole.
 * @returns the keys of the rows that are parts
 */
export async function checkGroups(given: Given): Promise<ReadonlySet<string>> {
  const { all, rows, columns, known, found } = given;
  const nodeOf = (key: string): Node => known.get(key)?.id ?? key;
  const standing = await standingOf(given, nodeOf);
  // What this file puts somewhere is told of there.
  const moved = new Set(rows.filter(({ row }) => row.body.group).map(({ row }) => nodeOf(row.body.key)));
  const wholes = new Set([...standing].map(([node, { group }]) => (moved.has(node) ? null : group)));
  const isSeenOtherwise = (key: string, whole: Standing | undefined) => {
    const { visibility, customerId } = columns.get(key) ?? {};
    return visibility !== undefined && whole && (visibility !== whole.visibility || customerId !== whole.customerId);
  };
  const parts = new Set<string>();
  for (const { row } of rows) {
    const { place, body } = row;
    const node = nodeOf(body.key);
    const group = standing.get(node)?.group ?? null;
    if (group === null) continue;
    parts.add(body.key);
    const whole = standing.get(group);
    if (body.group && (group === node || (whole && whole.group !== null)))
      found({ place, field: 'group', says: `«${body.group}» is a part itself` });
    else if (wholes.has(node)) found({ place, field: 'group', says: 'It has parts of its own' });
    else if (isSeenOtherwise(body.key, whole)) found(otherwise(place));
  }
  // A part whose row stays as it was takes what is said of the whole now.
  const shown = new Set(
    rows.flatMap(({ row: { body } }) => (columns.get(body.key)?.visibility ? nodeOf(body.key) : [])),
  );
  for (const { row } of all.filter(({ isUnchanged }) => isUnchanged)) {
    const group = standing.get(nodeOf(row.body.key))?.group ?? null;
    if (group !== null && shown.has(group) && isSeenOtherwise(row.body.key, standing.get(group)))
      found(otherwise(row.place));
  }
  return parts;
}

const otherwise = (place: string): Problem => ({
  place,
  field: 'visibility',
  says: 'Not that of what it is a part of',
});

/** How all that are parts, wholes, or of this import will stand. */
async function standingOf({ db, companyId, rows, columns }: Given, nodeOf: (key: string) => Node) {
  const before = await findGroups(db, companyId);
  const standing = new Map<Node, Standing>(before.map(({ id, groupId, ...seen }) => [id, { ...seen, group: groupId }]));
  for (const { row } of rows) {
    const { key, group } = row.body;
    const node = nodeOf(key);
    const { group: was = null, visibility = 'company', customerId = null } = standing.get(node) ?? {};
    const said = columns.get(key);
    standing.set(node, {
      group: group ? nodeOf(group) : group === null ? null : was,
      visibility: said?.visibility ?? visibility,
      customerId: said?.visibility ? (said.customerId ?? null) : customerId,
    });
  }
  return standing;
}
