import { expect, test } from 'vitest';
import { emptyBeacon, readBeacon } from './typed-beacon';

const uuid = 'f7826da6-4fa2-4e98-8024-bc5b71e0893e';
const typed = { ...emptyBeacon, uuid, major: '3', minor: '4' };
const beacon = { uuid, major: 3, minor: 4, range: 'near' as const };

test.each([
  ['as a maker prints it', {}],
  ['in capitals, without hyphens', { uuid: ' F7826DA64FA24E988024BC5B71E0893E ' }],
])('reads a beacon %s', (_, part) => {
  expect(readBeacon({ ...typed, ...part }, [{ ...beacon, minor: 5 }])).toEqual({ beacon });
});

test.each([
  [{ uuid: 'f7826da6' }, { field: 'uuid', problem: 'uuidWrong' }],
  [{ major: '' }, { field: 'major', problem: 'numberWrong' }],
  [{ major: '65536' }, { field: 'major', problem: 'numberWrong' }],
  [{ minor: '-1' }, { field: 'minor', problem: 'numberWrong' }],
  [{ range: null }, { field: 'minor', problem: 'beaconTwice' }],
])('names what is wrong with %j', (part, problem) => {
  expect(readBeacon({ ...typed, ...part }, [beacon])).toEqual(problem);
});
