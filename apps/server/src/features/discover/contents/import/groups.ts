/** Checks parts and wholes as they will be after the import: the rules of the calls, for all rows at once. */
import type { Visibility } from '@earth/contracts';
import type { Queries } from '../../../../db/database';
import type { columnsOf } from '../writing';
import type { Problem } from './check';
import type { PreparedRow } from './files';
import { findGroups, type KnownByKey } from './store';

/** The id of a content; for a new one its key. */
type Node = number | string;

interface Standing {
  readonly group: Node | null;
  readonly visibility: Visibility;
  readonly customerId: string | null;
}

interface GroupCheck {
  readonly db: Queries;
  readonly companyId: string;
  readonly known: KnownByKey;
  /** All rows of the file, and those of them that will be written. */
  readonly all: readonly PreparedRow[];
  readonly rows: readonly PreparedRow[];
  /** The visibility columns of the rows, by key. */
  readonly columns: ReadonlyMap<string, Awaited<ReturnType<typeof columnsOf>>>;
  readonly report: (problem: Problem) => void;
}

/**
 * A part has no parts of its own, and has the visibility of the whole.
 * @returns the keys of the rows that are parts
 */
export async function checkGroups(given: GroupCheck): Promise<ReadonlySet<string>> {
  const { all, rows, columns, known, report } = given;
  const nodeOf = (key: string): Node => known.get(key)?.id ?? key;
  const standing = await standingOf(given, nodeOf);
  // Contents that this file moves are reported at their new place.
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
      report({ place, field: 'group', message: `«${body.group}» is a part itself` });
    else if (wholes.has(node)) report({ place, field: 'group', message: 'It has parts of its own' });
    else if (isSeenOtherwise(body.key, whole)) report(otherwise(place));
  }
  // A part whose row is unchanged takes the whole's new visibility.
  const shown = new Set(
    rows.flatMap(({ row: { body } }) => (columns.get(body.key)?.visibility ? nodeOf(body.key) : [])),
  );
  for (const { row } of all.filter(({ isUnchanged }) => isUnchanged)) {
    const group = standing.get(nodeOf(row.body.key))?.group ?? null;
    if (group !== null && shown.has(group) && isSeenOtherwise(row.body.key, standing.get(group)))
      report(otherwise(row.place));
  }
  return parts;
}

const otherwise = (place: string): Problem => ({
  place,
  field: 'visibility',
  message: 'Differs from the whole that it is a part of',
});

/** The future state of all contents that are parts, wholes, or in this import. */
async function standingOf({ db, companyId, rows, columns }: GroupCheck, nodeOf: (key: string) => Node) {
  const before = await findGroups(db, companyId);
  const standing = new Map<Node, Standing>(before.map(({ id, groupId, ...seen }) => [id, { ...seen, group: groupId }]));
  for (const { row } of rows) {
    const { key, group } = row.body;
    const node = nodeOf(key);
    const { group: was = null, visibility = 'company', customerId = null } = standing.get(node) ?? {};
    const source = columns.get(key);
    standing.set(node, {
      group: group ? nodeOf(group) : group === null ? null : was,
      visibility: source?.visibility ?? visibility,
      customerId: source?.visibility ? (source.customerId ?? null) : customerId,
    });
  }
  return standing;
}
